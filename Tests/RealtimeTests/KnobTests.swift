import Realtime
import Testing

@Suite("Knob")
struct KnobTests {
  /// A knob at 48 kHz whose full travel is 2; messages are 10 ms apart by default.
  private final class Hand {
    private var knob: Knob
    // The clock wraps around between the first message and the second.
    private var time = FrameTime(.max - 500)
    private(set) var value = 0.0

    init(_ source: SliderSource, _ change: (inout SliderBindings) -> Void = { _ in }) {
      var bindings = SliderBindings()
      bindings.source = source
      change(&bindings)
      knob = Knob(bindings: bindings, sampleRate: 48_000)
    }

    func send(_ controller: UInt8, _ data: UInt8, after seconds: Double = 0.01) {
      time = time.advanced(by: Int(seconds * 48_000))
      value += knob.handle(controller: controller, value: data, at: time)
    }

    /// Both halves of a position, coarse first or fine first.
    func send(pair position: Int, _ coarse: UInt8 = 1, _ fine: UInt8 = 33, fineFirst: Bool = false)
    {
      let halves = [(coarse, UInt8(position >> 7)), (fine, UInt8(position & 0x7F))]
      let ordered = fineFirst ? halves.reversed() : halves
      send(ordered[0].0, ordered[0].1)
      send(ordered[1].0, ordered[1].1, after: 0.001)
    }
  }

  private func cents(_ steps: Double, of range: Double = 127) -> Double { steps / range * 2 }

  // MARK: Seven bits

  @Test("a position of seven bits moves by its differences")
  func sevenBits() {
    let hand = Hand(.controller(20))
    hand.send(20, 64)
    #expect(hand.value == 0)
    hand.send(20, 74)
    hand.send(21, 0)
    #expect(abs(hand.value - cents(10)) < 1e-12)
  }

  @Test("a step that comes alone and slowly can count less, one of a quick turn counts in full")
  func slowSteps() {
    let hand = Hand(.controller(1)) { $0.slowStep = 0.25 }
    hand.send(1, 64)
    hand.send(1, 65, after: 0.2)
    #expect(abs(hand.value - cents(0.25)) < 1e-12)
    hand.send(1, 66, after: 0.01)
    #expect(abs(hand.value - cents(1.25)) < 1e-12)
    hand.send(1, 69, after: 0.2)
    #expect(abs(hand.value - cents(4.25)) < 1e-12)
  }

  @Test(
    "at its end stop nobody is stuck: back and forth gains ground, also where it ends a step early",
    arguments: [false, true], [0, 1])
  func endStop(isUpper: Bool, short: Int) {
    let hand = Hand(.controller(1))
    let position = { (steps: Int) in UInt8(isUpper ? 127 - short - steps : steps + short) }
    let sign = isUpper ? 1.0 : -1.0
    hand.send(1, position(0))
    for _ in 0..<3 {
      let before = hand.value * sign
      for steps in 1...30 { hand.send(1, position(steps)) }
      #expect(abs(hand.value * sign - before + cents(30) / 4) < 1e-9, "\(short)")
      for steps in (0..<30).reversed() { hand.send(1, position(steps)) }
      #expect(abs(hand.value * sign - before - cents(30) * 3 / 4) < 1e-9)
    }
    // Well away from the stop all movement counts alike.
    hand.send(1, position(60))
    let clear = hand.value
    hand.send(1, position(70))
    #expect(abs(hand.value - clear + sign * cents(10)) < 1e-9)
  }

  // MARK: Fourteen bits

  @Test("a pair of controllers has 14 bits, whichever half comes first", arguments: [false, true])
  func pairs(fineFirst: Bool) {
    let hand = Hand(.pair(1))
    hand.send(pair: 8000, fineFirst: fineFirst)
    let origin = hand.value
    for position in [8001, 8063, 8064, 8100, 8191, 8192, 8300, 8192, 8191, 5000, 12_345] {
      hand.send(pair: position, fineFirst: fineFirst)
      #expect(
        abs(hand.value - origin - cents(Double(position - 8000), of: 16_383)) < 1e-9,
        "\(position)")
    }
  }

  @Test("a sweep whose halves cross over never turns back", arguments: [false, true])
  func crossing(fineFirst: Bool) {
    let hand = Hand(.pair(1))
    hand.send(pair: 7000, fineFirst: fineFirst)
    var last = hand.value
    for position in stride(from: 7000, through: 9000, by: 3) {
      let halves = [(UInt8(1), UInt8(position >> 7)), (UInt8(33), UInt8(position & 0x7F))]
      for (index, half) in (fineFirst ? halves.reversed() : halves).enumerated() {
        hand.send(half.0, half.1, after: index == 0 ? 0.01 : 0.001)
        #expect(hand.value >= last - 1e-12, "\(position)")
        last = hand.value
      }
    }
  }

  @Test("a half that is left out or lost does not make it jump", arguments: [0, 1])
  func lostHalves(lost: Int) {
    let hand = Hand(.pair(1))
    hand.send(pair: 8000)
    let origin = hand.value
    for position in 8001...9000 {
      // Every third message of one kind is lost.
      if lost == 1 || position % 3 != 0 { hand.send(1, UInt8(position >> 7)) }
      if lost == 0 || position % 3 != 0 { hand.send(33, UInt8(position & 0x7F), after: 0.001) }
      let error = hand.value - origin - cents(Double(position - 8000), of: 16_383)
      #expect(abs(error) <= cents(128, of: 16_383), "\(position)")
    }
  }

  @Test("a controller that sends its coarse half only when that changes is followed exactly")
  func sparseCoarse() {
    let hand = Hand(.pair(1))
    hand.send(pair: 8000)
    let origin = hand.value
    var coarse = 8000 >> 7
    for position in stride(from: 8000, through: 9000, by: 7) {
      if position >> 7 != coarse {
        coarse = position >> 7
        hand.send(1, UInt8(coarse))
      }
      hand.send(33, UInt8(position & 0x7F), after: 0.005)
      let error = hand.value - origin - cents(Double(position - 8000), of: 16_383)
      #expect(abs(error) < 1e-9, "\(position)")
    }
  }

  @Test("a step of 14 bits is finer than a tenth of a cent")
  func resolution() {
    let hand = Hand(.pair(1))
    hand.send(pair: 8000)
    let before = hand.value
    hand.send(pair: 8001)
    #expect(hand.value > before)
    #expect((hand.value - before) * 100 < 0.1)
  }

  @Test("a non-registered parameter is followed, others and registered ones are not")
  func parameters() {
    let hand = Hand(.parameter(300))
    let select = { (number: Int) in
      hand.send(99, UInt8(number >> 7))
      hand.send(98, UInt8(number & 0x7F))
    }
    hand.send(pair: 1000, 6, 38)
    #expect(hand.value == 0)
    select(300)
    hand.send(pair: 8000, 6, 38)
    hand.send(pair: 8500, 6, 38)
    #expect(abs(hand.value - cents(500, of: 16_383)) < 1e-9)
    select(301)
    hand.send(pair: 100, 6, 38)
    select(300)
    hand.send(101, 0)
    hand.send(100, 0)
    hand.send(pair: 100, 6, 38)
    #expect(abs(hand.value - cents(500, of: 16_383)) < 1e-9)
    select(300)
    hand.send(pair: 8600, 6, 38)
    #expect(abs(hand.value - cents(600, of: 16_383)) < 1e-9)
  }

  @Test("a parameter's number is what was sent last, half by half")
  func parameterNumbers() {
    let hand = Hand(.parameter(5))
    hand.send(99, 0)
    hand.send(98, 100)
    // Only the fine half, far from the previous one, and slowly.
    hand.send(98, 5, after: 1)
    hand.send(pair: 8000, 6, 38)
    hand.send(pair: 8500, 6, 38)
    #expect(abs(hand.value - cents(500, of: 16_383)) < 1e-9)
    hand.send(99, 1)
    hand.send(pair: 100, 6, 38)
    #expect(abs(hand.value - cents(500, of: 16_383)) < 1e-9)
  }

  // MARK: Encoders

  @Test(
    "the three codings of encoders",
    arguments: [
      (
        RelativeCoding.twosComplement,
        [1: 1, 5: 5, 63: 63, 127: -1, 123: -5, 65: -63, 64: -64, 0: 0]
      ),
      (.binaryOffset, [65: 1, 69: 5, 127: 63, 63: -1, 59: -5, 0: -64, 64: 0]),
      (.offset16, [17: 1, 15: -1, 20: 4, 12: -4, 16: 0]),
      (.extremes, [127: 1, 0: -1, 64: 0]),
      (.signedBit, [1: 1, 5: 5, 63: 63, 65: -1, 69: -5, 127: -63, 0: 0, 64: 0]),
    ] as [(RelativeCoding, [Int: Int])])
  func codings(coding: RelativeCoding, steps: [Int: Int]) {
    for (value, count) in steps {
      #expect(coding.steps(of: UInt8(value)) == count, "\(value)")
      let hand = Hand(.relative(7, coding)) { $0.encoderStep = 0.01 }
      hand.send(7, UInt8(value))
      hand.send(8, 1)
      #expect(abs(hand.value - Double(count) * 0.01) < 1e-12)
    }
  }

  @Test("whatever comes, no message moves further than the whole way")
  func anything() {
    var state: UInt64 = 88_172_645_463_325_252
    let sources: [SliderSource] = [
      .none, .controller(1), .pair(1), .parameter(129), .relative(1, .signedBit),
    ]
    for source in sources {
      let hand = Hand(source)
      for _ in 0..<20_000 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        let before = hand.value
        let controllers: [UInt8] = [1, 33, 6, 38, 98, 99, 100, 101]
        hand.send(controllers[Int(state >> 8 & 7)], UInt8(state >> 16 & 0x7F))
        #expect(abs(hand.value - before) <= 2 + 1e-9)
        #expect(hand.value.isFinite)
      }
    }
  }

  @Test("a step after half a turn of the frame clock or more is a slow one")
  func longSilence() {
    for seconds in [Double(1 << 31) / 48_000 + 1, Double(1 << 32) / 48_000 - 1] {
      let hand = Hand(.controller(1)) { $0.slowStep = 0.25 }
      hand.send(1, 64)
      hand.send(1, 65, after: seconds)
      #expect(abs(hand.value - cents(0.25)) < 1e-12)
    }
  }
}
