import Testing

@testable import Sound

@Suite("Glide")
struct GlideTests {
  /// A glide with memory of its own.
  private final class Track {
    private let memory: UnsafeMutablePointer<Double>
    private var glide: Glide

    init(length: Int, at value: Double) {
      memory = .allocate(capacity: Glide.averages * length)
      memory.initialize(repeating: .nan, count: Glide.averages * length)
      glide = Glide(length: length, memory: memory)
      glide.restart(at: value)
    }

    deinit { memory.deallocate() }

    var isMoving: Bool { glide.isMoving }
    func move(to goal: Double) { glide.move(to: goal) }
    func take(_ count: Int) -> [Double] { (0..<count).map { _ in glide.next() } }
    func rest() -> [Double] {
      var values: [Double] = []
      while glide.isMoving { values.append(glide.next()) }
      return values
    }
  }

  @Test("it sets out at once, never turns back and arrives exactly", arguments: [1, 2, 16, 64])
  func course(length: Int) {
    let track = Track(length: length, at: 1)
    #expect(!track.isMoving)
    track.move(to: 1.1)
    let values = track.rest()
    #expect(values.count == 3 * length)
    #expect(values[0] > 1)
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 })
    #expect(values.last == 1.1)
  }

  @Test("its way is the integral of a quadratic B-spline")
  func shape() {
    let track = Track(length: 3, at: 0)
    track.move(to: 27)
    // Three boxes of three: 1 3 6 7 6 3 1, summed up.
    let expected = [1.0, 4, 10, 17, 23, 26, 27, 27, 27]
    for (value, due) in zip(track.rest(), expected) { #expect(abs(value - due) < 1e-9) }
  }

  @Test("goals that follow one another add up")
  func overlap() {
    let together = Track(length: 16, at: 0)
    let first = Track(length: 16, at: 0)
    let second = Track(length: 16, at: 0)
    for track in [together, first] { track.move(to: 1) }
    let begun = zip(together.take(10), first.take(10)).map { abs($0 - $1) }
    together.move(to: 0.5)
    second.move(to: -0.5)
    let sum = zip(first.rest() + Array(repeating: 1, count: 10), second.rest()).map { $0 + $1 }
    let rest = zip(together.rest(), sum).map { abs($0 - $1) }
    #expect((begun + rest).allSatisfy { $0 < 1e-12 })
  }

  @Test("many changes leave no error behind")
  func drift() {
    let track = Track(length: 16, at: 1)
    for number in 0..<100_000 {
      track.move(to: 1 + Double(number % 97) / 1000)
      _ = track.take(10)
    }
    track.move(to: 0.9)
    let values = track.rest()
    #expect(values.last == 0.9)
    #expect(abs(values[46] - 0.9) < 1e-9)
  }
}
