import Foundation
import Music
import Testing

@testable import Training

@Suite("The map of an instrument")
struct InstrumentMapTests {
  private static let scale = [60, 62, 64, 65, 67, 69, 71, 72]

  private func map(_ notes: [InstrumentMap.Note]) throws -> InstrumentMap {
    try #require(InstrumentMap(notes, referencePitch: TuningSystem.standardReferencePitch))
  }

  private func note(_ number: Int, _ deviation: Double, _ uncertainty: Double = 0.4, day: Int = 0)
    -> InstrumentMap.Note
  {
    InstrumentMap.Note(
      MIDINote(number), deviation: Cents(deviation), uncertainty: uncertainty, day: day)
  }

  /// Two notes of a scale are off, the second day is sharper, and one note is an outlier.
  private var twoDays: [InstrumentMap.Note] {
    (0..<64).map { place in
      let number = Self.scale[place % 8]
      let day = place < 40 ? 0 : 1
      let own = number == 62 ? 9.0 : number == 71 ? -6 : 0
      let deviation = 7 + 3 * Double(day) + Double(37 * place % 11) - 5 + own
      return note(number, place == 13 ? 60 : deviation, day: day)
    }
  }

  private func expect(_ found: CentsEstimate?, _ value: Double, _ low: Double, _ high: Double) {
    expectClose(found?.value.rawValue, value)
    expectClose(found?.low.rawValue, low)
    expectClose(found?.high.rawValue, high)
  }

  @Test("biases, the whole and the tuning of two days beside an outlier")
  func golden() throws {
    let map = try map(twoDays)
    #expect(map.outliers == 1 && map.count == 63 && map.dayCount == 2)
    expectClose(map.spread.rawValue, 2.096_716_17)
    expect(map.today, 10.627_741_8, 9.898_086_47, 11.357_397_2)
    func bias(_ number: Int) -> CentsEstimate? {
      map.notes.first { $0.note.rawValue == number }?.bias
    }
    expect(bias(60), 0.791_358_528, -0.386_788_831, 1.969_505_89)
    expect(bias(62), 8.261_812_5, 7.083_665_14, 9.439_959_86)
    expect(bias(71), -5.932_050_05, -7.110_197_41, -4.753_902_69)
    #expect(map.notes.filter(\.standsOut).map(\.note.rawValue) == [62, 71])
    expectClose(map.tuning?.candidates.first?.probability, 0.997_677_348)
    #expect(map.tuning?.system == .equalTemperament && map.tuning?.tonic == nil)
    #expect(map.usual.value < map.today.value)
  }

  @Test("meantone is told from the others where its tonic is not sure")
  func meantone() throws {
    let scale = [62, 64, 66, 67, 69, 71, 73, 74]
    let tuning = try map(
      (0..<64).map { place in
        let number = scale[place % 8]
        let size = TuningSystem.quarterCommaMeantone.place(ofSemitones: number - 62)?.rawValue ?? 0
        return note(number, size - Double(number - 62) * 100 - 4 + Double(29 * place % 7) - 3)
      }
    ).tuning
    expectClose(tuning?.candidates.last?.probability, 0.998_894_587)
    #expect(tuning?.system == .quarterCommaMeantone && tuning?.tonic == nil)
  }

  @Test("a shift of all notes moves the whole and nothing else, however they are ordered")
  func shifted() throws {
    let first = try map(twoDays)
    let other = try map(
      twoDays.reversed().map {
        note($0.note.rawValue, $0.deviation + 0.001, $0.uncertainty, day: $0.day + 5)
      })
    for (one, two) in zip(first.notes, other.notes) {
      #expect(abs(one.bias.value.rawValue - two.bias.value.rawValue) < 1e-4)
      #expect(abs(one.bias.high.rawValue - two.bias.high.rawValue) < 1e-4)
    }
    #expect(abs(other.today.value.rawValue - first.today.value.rawValue - 0.001) < 1e-4)
    #expect(other.days.lowerBound == 5)
    // The biases are from the mean of all notes.
    let sum = first.notes.reduce(0) { $0 + Double($1.count) * $1.bias.value.rawValue }
    #expect(abs(sum) < 1e-9)
  }

  @Test("notes at another A4 keep their distances")
  func otherPitch() throws {
    let baroque = Frequency(hertz: 415)
    let seen = twoDays.compactMap {
      $0.seen(from: TuningSystem.standardReferencePitch, recordedAt: baroque)
    }
    let (first, other) = (try map(twoDays), try map(seen))
    #expect(other.notes.map(\.note.rawValue) == first.notes.map { $0.note.rawValue - 1 })
    #expect(
      abs(first.today.value.rawValue - other.today.value.rawValue - 1.27) < 0.05,
      "\(other.today.value)")
    #expect(note(0, 0).seen(from: Frequency(hertz: 466), recordedAt: baroque) == nil)
  }

  @Test("a single note, notes that disagree wildly, and chromatic notes have a map")
  func extremes() throws {
    #expect(InstrumentMap([], referencePitch: TuningSystem.standardReferencePitch) == nil)
    let one = try map([note(69, 12)])
    #expect(one.spread == 6 && one.notes.count == 1 && !one.notes[0].standsOut)
    #expect(abs(one.notes[0].bias.value.rawValue) < 1e-9)
    let wild = try map((0..<40).map { note(60, $0.isMultiple(of: 2) ? 1200 : -1200, 0) })
    #expect(wild.today.value.rawValue.isFinite)
    #expect(try map((0..<120).map { note(60 + $0 % 12, Double($0 % 3)) }).tuning == nil)
  }

  @Test("2000 notes on as many days, of which older ones do not count, take a moment")
  func long() throws {
    let notes = (0..<2100).map { note(20 + 7 * $0 % 100, Double($0 * 37 % 23), day: $0) }
    let map = try map(notes)
    #expect(map.dayCount == 2000 && map.days.lowerBound == 100 && map.notes.count == 100)
  }

  @Test("the intervals of simulated instruments contain the truth about as often as they say")
  func coverage() throws {
    var random = SeededGenerator(seed: 42)
    var (inside, all) = (0, 0)
    for _ in 0..<40 {
      let own = Self.scale.map { _ in 5 * normal(&random) }
      let notes = (0..<120).map { place in
        let isOutlier = Double.random(in: 0..<1, using: &random) < 0.03
        let noise = isOutlier ? Double.random(in: -50...50, using: &random) : 6 * normal(&random)
        return note(Self.scale[place % 8], own[place % 8] + noise)
      }
      let map = try map(notes)
      let mean =
        zip(map.notes, own).reduce(0) { $0 + Double($1.0.count) * $1.1 } / Double(map.count)
      for (note, truth) in zip(map.notes, own) where note.isKnown {
        all += 1
        if note.bias.low.rawValue...note.bias.high.rawValue ~= truth - mean { inside += 1 }
      }
    }
    #expect(all == 320)
    #expect((0.83...0.97).contains(Double(inside) / Double(all)), "\(inside) of \(all)")
  }

  /// Box and Muller's method.
  private func normal(_ random: inout SeededGenerator) -> Double {
    let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
  }
}
