import Foundation
import Music
import Training

/// The table of the Peach app. Its columns are the app's, whatever fields Peach's records have.
enum AppTable {
  /// The columns of the newest version, in their order. The first twelve are those of version 1;
  /// versions 2 and 3 add columns for trainings that Peach does not have.
  static let names = [
    "trainingType", "timestamp", "referenceNote", "referenceNoteName", "targetNote",
    "targetNoteName", "interval", "tuningSystem", "centOffset", "isCorrect", "initialCentOffset",
    "userCentError", "tempoBPM", "offsetMs", "meanOffsetMs", "meanOffsetMsPosition0",
    "meanOffsetMsPosition1", "meanOffsetMsPosition2", "meanOffsetMsPosition3",
  ]

  static let header = names.joined(separator: ",")

  private static let countInVersion1 = 12

  /// A column that only version 2 has.
  static let onlyInVersion2 = "userOffsetMs"

  /// The columns without which a table cannot be read, whatever its version.
  static let needed = names.prefix(countInVersion1).filter { !$0.hasSuffix("Name") }

  /// Reads a row of any version.
  static func read(_ row: TableRow) throws(RowFault) -> ReadRow {
    let name = row["trainingType"]
    if AppSpelling.rhythmTrainings.contains(name) { return .otherTraining(name) }
    guard let training = AppSpelling.trainings[name] else {
      throw .unknownTraining(ShownValue.text(name))
    }
    let reference = try note("referenceNote", row)
    let target = try note("targetNote", row)
    let interval = try directed(row["interval"], from: reference, to: target)
    guard let tuning = AppSpelling.identifier(ofTuning: row["tuningSystem"]) else {
      throw .unknownTuning(ShownValue.text(row["tuningSystem"]))
    }
    let translated = AppRow(
      row: row,
      values: [
        "training": training.rawValue, "interval": interval.description,
        "tuningSystem": tuning,
      ])
    do {
      guard case .result(let result, _) = try ReadRow.read(from: translated) else {
        throw RowFault.unknownTraining(name)
      }
      return .result(result, hasID: false)
    } catch let error as RecordLineError {
      throw .value(error)
    } catch {
      throw .unknownTraining(ShownValue.text(name))
    }
  }

  private static func note(_ name: String, _ row: TableRow) throws(RowFault) -> MIDINote {
    switch row.find(FieldKey(stringValue: name), .integer) {
    case .nothing: throw .value(.missing(name))
    case .value(.integer(let number)):
      if let note = MIDINote(exactly: number) { return note }
    case .value, .unreadable: break
    }
    throw .value(.notAllowed(name, value: ShownValue.text(row[name]), .note))
  }

  /// The interval with the direction that follows from the notes; the app's intervals have none.
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

  /// The row of a record in the newest version, without its end; `nil` if the app does not know the
  /// record's training or tuning.
  static func text(of result: RecordedResult) -> String? {
    guard let training = AppSpelling.name(of: result.training),
      let tuning = AppSpelling.name(ofTuning: result.tuningSystem)
    else { return nil }
    let seconds = Date(
      timeIntervalSince1970: Double(result.timestamp.millisecondsSince1970 / 1000))
    let notes =
      "\(result.referenceNote.rawValue),\(result.referenceNote.name)"
      + ",\(result.targetNote.rawValue),\(result.targetNote.name)"
    let interval = AppSpelling.name(of: result.interval.interval)
    return "\(training),\(seconds.formatted(.iso8601)),\(notes)"
      + ",\(interval),\(tuning),\(values(result.measures))\(emptyFields)"
  }

  static func has(_ training: TrainingName) -> Bool { AppSpelling.name(of: training) != nil }

  private static let emptyFields = String(repeating: ",", count: names.count - countInVersion1)

  private static func values(_ measures: ResultMeasures) -> String {
    func text(_ cents: Cents?) -> String { cents.map { PlainDecimal.text($0.rawValue) } ?? "" }
    let isCorrect = measures.isCorrect.map { "\($0)" } ?? ""
    return "\(text(measures.centOffset)),\(isCorrect)"
      + ",\(text(measures.initialCentOffset)),\(text(measures.userCentError))"
  }
}

/// A row of the app's table, translated to Peach's words.
private struct AppRow: FieldSource {
  let row: TableRow

  /// The translated values, by field.
  let values: [String: String]

  func find(_ key: FieldKey, _ kind: FieldValue.Kind) -> FoundValue {
    values[key.stringValue].map { .value(.text($0)) } ?? row.find(key, kind)
  }

  func text(of key: FieldKey) -> String { values[key.stringValue] ?? row.text(of: key) }
}

/// The app's spelling of words that Peach spells differently.
private enum AppSpelling {
  /// Trainings that Peach does not have.
  static let rhythmTrainings: Set<String> = [
    "rhythmOffsetDetection", "timingOffsetDetection", "rhythmMatching", "continuousRhythmMatching",
  ]

  /// The trainings that both have, by the app's names. The second one is that of version 1 of the
  /// app's table.
  static let trainings: [String: TrainingName] = [
    "pitchDiscrimination": .comparison, "pitchComparison": .comparison, "pitchMatching": .matching,
  ]

  /// The app's name of a training, if it has it.
  static func name(of training: TrainingName) -> String? {
    switch training {
    case .comparison: "pitchDiscrimination"
    case .matching: "pitchMatching"
    default: nil
    }
  }

  private static let tunings: [(app: String, tuning: TuningSystem)] = [
    ("equalTemperament", .equalTemperament), ("justIntonation", .justIntonation),
  ]

  /// The app's name of a tuning, if it knows it.
  static func name(ofTuning identifier: String) -> String? {
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

/// The form of numbers with a point, at least one decimal and no exponent, which reads as the same
/// double.
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
