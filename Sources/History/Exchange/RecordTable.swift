import Foundation
import Music

/// Writes records as lines of one of the formats.
enum RecordWriter {
  /// What stands before the records.
  static func head(_ format: ExportFormat) -> String {
    switch format {
    case .csv: "\(FileFormat.csv.firstLine)\n\(TableColumn.header)\n"
    case .jsonLines: FileFormat.jsonLines.firstLine + "\n"
    // The app wants no line break after the last row, so each row begins with one.
    case .app: "\(FileFormat.app.firstLine)\n\(AppColumn.header)"
    }
  }

  /// The record's line with its line break; `nil` where the app does not know its tuning.
  static func text(of result: RecordedResult, in format: ExportFormat) -> String? {
    switch format {
    case .csv: table(result) + "\n"
    case .jsonLines: RecordLine.text(of: result) + "\n"
    case .app: app(result).map { "\n" + $0 }
    }
  }

  private static func table(_ result: RecordedResult) -> String {
    let record = result.record
    let id = record.id.uuidString.lowercased()
    let head = "\(id),\(result.trainingName),\(RecordTimestamp.text(record.timestamp))"
    let notes = "\(notes(record)),\(record.interval),\(quoted(record.tuningSystem))"
    return "\(head),\(notes),\(values(result) { $0.description })"
  }

  private static func app(_ result: RecordedResult) -> String? {
    let record = result.record
    guard let tuning = AppSpelling.tuning(record.tuningSystem) else { return nil }
    let seconds = Date(
      timeIntervalSince1970: Double(record.timestamp.millisecondsSince1970 / 1000))
    let training =
      switch result {
      case .comparison: AppSpelling.comparison
      case .matching: AppSpelling.matching
      }
    let interval = AppSpelling.name(of: record.interval.interval)
    return "\(training),\(seconds.formatted(.iso8601)),\(notes(record)),\(interval),\(tuning),"
      + values(result, PlainDecimal.text) + Self.emptyAppFields
  }

  /// The columns of trainings that Peach does not have.
  private static let emptyAppFields = String(
    repeating: ",", count: AppColumn.allCases.count - 12)

  private static func notes(_ record: any TrainingRecord) -> String {
    "\(record.referenceNote.rawValue),\(record.referenceNote.name)"
      + ",\(record.targetNote.rawValue),\(record.targetNote.name)"
  }

  /// The four columns of what came of it, two of which belong to the other training.
  private static func values(_ result: RecordedResult, _ number: (Double) -> String) -> String {
    switch result {
    case .comparison(let record): "\(number(record.centOffset.rawValue)),\(record.isCorrect),,"
    case .matching(let record):
      ",,\(number(record.initialCentOffset.rawValue)),\(number(record.userCentError.rawValue))"
    }
  }

  /// A field by RFC 4180. Whatever is not plain is quoted, not only what has to be: readers differ in
  /// what they take for blank or for the end of a line.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x2C }
    if isPlain { return text }
    // By scalars: with a combining mark after it, a quote is part of another Character.
    var field = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      field.append(scalar)
      if scalar == "\"" { field.append(scalar) }
    }
    field.append("\"")
    return String(field)
  }
}

extension RecordedResult {
  /// The name of the training in Peach's own files.
  var trainingName: String {
    switch self {
    case .comparison: "comparison"
    case .matching: "matching"
    }
  }
}

/// The columns of Peach's own table, in their order.
enum TableColumn: String, CaseIterable, Sendable {
  case id, training, timestamp, referenceNote, referenceNoteName, targetNote, targetNoteName
  case interval, tuningSystem, centOffset, isCorrect, initialCentOffset, userCentError

  static let header = allCases.map(\.rawValue).joined(separator: ",")

  /// Those without which a table cannot be read.
  static let needed: [TableColumn] = allCases.filter {
    ![.id, .referenceNoteName, .targetNoteName].contains($0)
  }
}

/// Reads the rows of Peach's own table.
enum TableRow {
  static func read(_ row: FieldReader<TableColumn>) throws(RowFault) -> ReadRow {
    let id = row[.id].isEmpty ? nil : try row.value(.id, .id) { UUID(uuidString: $0) }
    let isComparison = try row.value(.training, .training) { text in
      ["comparison": true, "matching": false][text]
    }
    let reference = try row.note(.referenceNote, as: .referenceNote)
    let interval = try row.value(.interval, .interval) { DirectedInterval($0) }
    let target = try row.note(.targetNote, as: .targetNote)
    let expected = MIDINote(exactly: reference.rawValue + interval.semitones)
    guard target == expected else {
      throw .value(
        .targetDisagrees(
          interval: interval.description, expected: expected?.rawValue, found: target.rawValue))
    }
    let tuning = try row.value(.tuningSystem, .tuningSystem) { $0 }
    let timestamp = try row.timestamp(.timestamp)
    let result: RecordedResult?
    if isComparison {
      result = ComparisonRecord(
        id: id ?? UUID(), referenceNote: reference,
        centOffset: try row.cents(.centOffset, as: .centOffset),
        isCorrect: try row.flag(.isCorrect, as: .isCorrect), interval: interval,
        tuningSystem: tuning, timestamp: timestamp
      ).map(RecordedResult.comparison)
    } else {
      result = PitchMatchingRecord(
        id: id ?? UUID(), referenceNote: reference,
        initialCentOffset: try row.cents(.initialCentOffset, as: .initialCentOffset),
        userCentError: try row.cents(.userCentError, as: .userCentError), interval: interval,
        tuningSystem: tuning, timestamp: timestamp
      ).map(RecordedResult.matching)
    }
    // Each value was checked by the same limits.
    guard let result else { throw .value(.notAnObject) }
    return .result(result, hasID: id != nil)
  }
}
