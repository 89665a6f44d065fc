import Foundation
import Music

/// What a record says, without its id: two records of one content are two results that no one can
/// tell apart.
struct RecordContent: Hashable, Sendable {
  enum Training: Int, CaseIterable, Sendable { case comparison, matching }

  var training: Training
  var referenceNote: Int
  var interval: String
  var tuningSystem: String

  /// A comparison's offset, a pitch matching's initial offset.
  var firstResult: Double

  /// A comparison's `isCorrect` as 1 or 0, a pitch matching's error.
  var secondResult: Double
  var milliseconds: Int64

  /// Everything in one line, always written the same way: ids are made from it, and of two contents
  /// the one whose line sorts first is the same on every machine.
  var canonicalText: String {
    "\(training) \(milliseconds) \(referenceNote) \(interval) \(firstResult) \(secondResult) "
      + tuningSystem
  }

  /// Whether the time has no fraction of a second. Such a time may have been cut to the second, as the
  /// app does, so it stands for any time within it.
  var isWholeSecond: Bool { milliseconds.isMultiple(of: 1000) }

  var second: Int64 { milliseconds / 1000 }
}

extension RecordContent {
  init(_ result: RecordedResult) {
    switch result {
    case .comparison(let record):
      self.init(
        record, .comparison, record.centOffset.rawValue, record.isCorrect ? 1 : 0)
    case .matching(let record):
      self.init(
        record, .matching, record.initialCentOffset.rawValue, record.userCentError.rawValue)
    }
  }

  private init(
    _ record: some TrainingRecord, _ training: Training, _ first: Double, _ second: Double
  ) {
    self.init(
      training: training, referenceNote: record.referenceNote.rawValue,
      interval: record.interval.description, tuningSystem: record.tuningSystem,
      // SQLite keeps no negative zero.
      firstResult: first + 0, secondResult: second + 0,
      milliseconds: record.timestamp.millisecondsSince1970)
  }
}
