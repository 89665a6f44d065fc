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
