import Foundation
import History
import Music
import Training

/// Comparisons like those of years of training: 500 a day, half of them unisons, with shrinking differences.
struct SyntheticHistory: Sequence {
  let count: Int
  var seed: UInt64 = 1

  func makeIterator() -> Iterator {
    Iterator(count: count, random: SeededGenerator(seed: seed))
  }

  struct Iterator: IteratorProtocol {
    fileprivate let count: Int
    fileprivate var random: SeededGenerator
    private var number = 0
    private let intervals = DirectedInterval.all
    private let start = Date(timeIntervalSince1970: 1_000_000_000)

    fileprivate init(count: Int, random: SeededGenerator) {
      self.count = count
      self.random = random
    }

    mutating func next() -> RecordedResult? {
      while number < count {
        defer { number += 1 }
        if let record = record(number) { return record }
      }
      return nil
    }

    private mutating func record(_ number: Int) -> RecordedResult? {
      let day = start.addingTimeInterval(Double(number / 500) * 86_400)
      let size = 5 + 95 * exp(-Double(number) / 50_000)
      let id = UUID.random(using: &random)
      let note = MIDINote(.random(in: 36...84, using: &random))
      let offset = Cents(.random(in: -size...size, using: &random))
      let isCorrect = Bool.random(using: &random)
      return RecordedResult(
        comparison: id, referenceNote: note,
        interval: number.isMultiple(of: 2)
          ? .prime : intervals[.random(in: 0..<intervals.count, using: &random)],
        tuningSystem: TuningSystem.equalTemperament.identifier,
        timestamp: day.addingTimeInterval(Double(number % 500) * 5), centOffset: offset,
        isCorrect: isCorrect)
    }
  }
}

extension UUID {
  fileprivate static func random(using random: inout some RandomNumberGenerator) -> UUID {
    let bits = (random.next(), random.next())
    return withUnsafeBytes(of: bits) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
