import Foundation
import Music

/// The columns of the app's table in its newest version, in their order.
///
/// The first twelve are those of version 1. Versions 2 and 3 add columns for trainings that are not
/// Peach's.
enum AppColumn: String, CaseIterable, Sendable {
  case trainingType, timestamp, referenceNote, referenceNoteName, targetNote, targetNoteName
  case interval, tuningSystem, centOffset, isCorrect, initialCentOffset, userCentError
  case tempoBPM, offsetMs, meanOffsetMs
  case meanOffsetMsPosition0, meanOffsetMsPosition1, meanOffsetMsPosition2, meanOffsetMsPosition3

  static let header = allCases.map(\.rawValue).joined(separator: ",")

  /// A column that version 2 alone has.
  static let ofVersion2 = "userOffsetMs"

  /// Those without which a table cannot be read, whatever its version.
  static let needed: [AppColumn] = [
    .trainingType, .timestamp, .referenceNote, .targetNote, .interval, .tuningSystem, .centOffset,
    .isCorrect, .initialCentOffset, .userCentError,
  ]
}

/// How the app spells what Peach spells otherwise.
enum AppSpelling {
  static let comparison = "pitchDiscrimination"
  static let comparisonBefore = "pitchComparison"
  static let matching = "pitchMatching"

  /// Trainings that Peach does not have.
  static let rhythmTrainings: Set<String> = [
    "rhythmOffsetDetection", "timingOffsetDetection", "rhythmMatching", "continuousRhythmMatching",
  ]

  private static let tunings: [(app: String, tuning: TuningSystem)] = [
    ("equalTemperament", .equalTemperament), ("justIntonation", .justIntonation),
  ]

  /// Every tuning that the app knows.
  static var allTunings: [String] { tunings.map(\.app) }

  /// The app's name of a tuning, `nil` for one that it does not know.
  static func tuning(_ identifier: String) -> String? {
    tunings.first { $0.tuning.identifier == identifier }?.app
  }

  /// Peach's name of a tuning of the app.
  static func identifier(ofTuning name: String) -> String? {
    tunings.first { $0.app == name }?.tuning.identifier
  }

  private static let tritone = "d5"

  /// The app's name of an interval, which has no direction.
  static func name(of interval: Interval) -> String {
    interval == .tritone ? tritone : interval.shortName
  }

  static func interval(_ name: String) -> Interval? {
    name == tritone
      ? .tritone : name == Interval.tritone.shortName ? nil : Interval(shortName: name)
  }
}

/// Reads the rows of the app's table, of whichever version.
enum AppRow {
  static func read(_ row: FieldReader<AppColumn>) throws(RowFault) -> ReadRow {
    let training = row[.trainingType]
    if AppSpelling.rhythmTrainings.contains(training) { return .otherTraining(training) }
    let isMatching = training == AppSpelling.matching
    guard
      isMatching || training == AppSpelling.comparison
        || training == AppSpelling.comparisonBefore
    else { throw .unknownTraining(ShownValue.text(training)) }
    let reference = try row.note(.referenceNote, as: .referenceNote)
    let target = try row.note(.targetNote, as: .targetNote)
    let interval = try directed(row[.interval], from: reference, to: target)
    guard let tuning = AppSpelling.identifier(ofTuning: row[.tuningSystem]) else {
      throw .unknownTuning(ShownValue.text(row[.tuningSystem]))
    }
    let timestamp = try row.timestamp(.timestamp)
    let result: RecordedResult?
    if isMatching {
      result = PitchMatchingRecord(
        id: UUID(), referenceNote: reference,
        initialCentOffset: try row.cents(.initialCentOffset, as: .initialCentOffset),
        userCentError: try row.cents(.userCentError, as: .userCentError), interval: interval,
        tuningSystem: tuning, timestamp: timestamp
      ).map(RecordedResult.matching)
    } else {
      result = ComparisonRecord(
        id: UUID(), referenceNote: reference,
        centOffset: try row.cents(.centOffset, as: .centOffset),
        isCorrect: try row.flag(.isCorrect, as: .isCorrect), interval: interval,
        tuningSystem: tuning, timestamp: timestamp
      ).map(RecordedResult.comparison)
    }
    // Each value was checked by the same limits.
    guard let result else { throw .value(.notAnObject) }
    return .result(result, hasID: false)
  }

  /// The app's intervals have no direction: it follows from the notes.
  private static func directed(
    _ name: String, from reference: MIDINote, to target: MIDINote
  ) throws(RowFault) -> DirectedInterval {
    guard let interval = AppSpelling.interval(name) else {
      throw .unknownInterval(ShownValue.text(name))
    }
    let distance = target.rawValue - reference.rawValue
    guard abs(distance) == interval.semitones else {
      throw .notesDisagree(
        interval: name, reference: reference.rawValue, target: target.rawValue)
    }
    return DirectedInterval(interval, distance < 0 ? .down : .up)
  }
}

/// Numbers with a point, at least one decimal and no exponent, which read as the same double.
enum PlainDecimal {
  /// - Precondition: the number is finite.
  static func text(_ number: Double) -> String {
    let shortest = number.description
    guard let mark = shortest.firstIndex(of: "e") else { return shortest }
    // 1.5e-05: the digits 15, the point four places before the first of them.
    let exponent = Int(shortest[shortest.index(after: mark)...]) ?? 0
    let mantissa = shortest[..<mark].drop { $0 == "-" }
    let whole = mantissa.prefix { $0 != "." }
    let fraction = mantissa.dropFirst(whole.count + 1)
    let digits = whole + (fraction == "0" ? "" : fraction)
    let point = whole.count + exponent
    let sign = number.sign == .minus ? "-" : ""
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
    let zeros = String(repeating: "0", count: max(point - digits.count, 0))
    let fractional = digits.dropFirst(point)
    return sign + digits.prefix(point) + zeros + "." + (fractional.isEmpty ? "0" : fractional)
  }
}
