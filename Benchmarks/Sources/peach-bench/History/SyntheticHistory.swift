import Foundation
import History
import Music
import Training

/// Comparisons like those of years of training: 500 a day, half of them unisons, with shrinking differences.
struct SyntheticHistory: Sequence {
  let count: Int
  var seed: UInt64 = 1

  func makeIterator() -> AnyIterator<RecordedResult> {
    var random = SeededGenerator(seed: seed)
    var number = 0
    return AnyIterator {
      while number < count {
        defer { number += 1 }
        if let record = Self.record(number, using: &random) { return record }
      }
      return nil
    }
  }

  private static func record(
    _ number: Int, using random: inout SeededGenerator
  ) -> RecordedResult? {
    let bits = (random.next(), random.next())
    let id = withUnsafeBytes(of: bits) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    let size = 5 + 95 * exp(-Double(number) / 50_000)
    let day = Date(timeIntervalSince1970: 1_000_000_000 + Double(number / 500) * 86_400)
    let offset = Cents(.random(in: -size...size, using: &random))
    return RecordedResult(
      comparison: id, referenceNote: MIDINote(.random(in: 36...84, using: &random)),
      interval: number.isMultiple(of: 2)
        ? .prime : DirectedInterval.all.randomElement(using: &random) ?? .prime,
      tuningSystem: TuningSystem.equalTemperament.identifier,
      timestamp: day.addingTimeInterval(Double(number % 500) * 5), centOffset: offset,
      isCorrect: Bool.random(using: &random))
  }

  /// Makes a history of the comparisons.
  func store(in database: URL) throws {
    let store = try TrainingDataStore(url: database)
    defer { store.close() }
    try store.save(self)
  }

  /// Makes a history of so many answers to unisons, or to fifths of purity.
  func store(_ training: TrainingName, in database: URL) throws {
    let store = try TrainingDataStore(url: database)
    defer { store.close() }
    guard training == .purity else {
      let all = SyntheticHistory(count: 2 * count)
      return try store.save(all.filter { $0.interval == .prime })
    }
    for number in 0..<count {
      let purity = Challenge(
        referenceNote: MIDINote(48 + number % 24), interval: DirectedInterval(.perfectFifth, .up),
        centOffset: Cents(Double(number % 40) - 19.5), isFirstTrue: number.isMultiple(of: 2))
      try store.save(
        CompletedTrial(
          id: UUID(), .purity, challenge: purity, answer: .choice(number.isMultiple(of: 3)),
          tuningSystem: .equalTemperament,
          timestamp: Date(timeIntervalSince1970: 1_000_000_000 + Double(number) * 60)))
    }
  }
}
