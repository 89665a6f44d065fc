import Music
import Training

/// Peach's own table: a row of CSV per record, with a column for every field. Each run of training
/// has a row, too.
package enum RecordTable {
  private enum Column {
    case training
    case field(ResultFields.Field)

    /// A note's name beside its number, for human readers. It is never read.
    case noteName(ResultFields.Field)

    /// A column that only runs have.
    case run(RecordField<RunRecord>)

    var name: String {
      switch self {
      case .training: FieldKey.training.stringValue
      case .field(let field): field.name
      case .noteName(let field): field.name + "Name"
      case .run(let field): field.name
      }
    }
  }

  private static let columns: [Column] =
    ResultFields.all.flatMap { field -> [Column] in
      switch field.domain {
      case .id where field.name == FieldKey.id.stringValue: [.field(field), .training]
      case .note: [.field(field), .noteName(field)]
      default: [.field(field)]
      }
    } + RunRecord.fields.filter { $0.key != .id }.map { .run($0) }

  static let names = columns.map(\.name)

  /// The length of most rows, in bytes.
  private static let usualLength = 400

  /// The columns without which a table cannot be read: those of version 1.
  static let needed = [
    "training", "timestamp", "referenceNote", "targetNote", "interval", "tuningSystem",
    "centOffset", "isCorrect", "initialCentOffset", "userCentError",
  ]

  static func read(_ row: TableRow) throws(RowFault) -> ReadRow {
    do {
      return try ReadRow.read(from: row)
    } catch {
      throw .value(error)
    }
  }

  /// The row of a record, without its end.
  static func text(of result: RecordedResult) -> String {
    var row = ""
    row.reserveCapacity(usualLength)
    for (place, column) in columns.enumerated() {
      if place > 0 { row += "," }
      switch column {
      case .training: row += result.training.rawValue
      case .field(let field):
        if let value = field.value(result) { row += text(of: value) }
      case .noteName(let field):
        if case .integer(let number)? = field.value(result) {
          row += MIDINote(exactly: number)?.name ?? ""
        }
      case .run: break
      }
    }
    return row
  }

  /// The row of a run, without its end.
  static func text(of run: RunRecord) -> String {
    columns.map { column in
      switch column {
      case .training: RunRecord.name
      case .field(let field):
        field.name == FieldKey.id.stringValue ? run.id.storedText : ""
      case .noteName: ""
      case .run(let field): field.value(run).map { text(of: $0) } ?? ""
      }
    }.joined(separator: ",")
  }

  private static func text(of value: FieldValue) -> String {
    switch value {
    case .text(let text): field(text)
    case .integer(let number): number.description
    case .number(let number): number.description
    case .flag(let flag): flag.description
    }
  }

  /// A field by RFC 4180, guarded from being computed as a formula. Everything that is not plain is
  /// quoted, not only what has to be: readers differ in their definition of blanks and of line
  /// ends.
  package static func field(_ text: String) -> String {
    let text = SpreadsheetFormula.guarded(text)
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x2C }
    if isPlain { return text }
    // By scalars: a quote with a combining mark after it is part of another Character.
    var field = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      field.append(scalar)
      if scalar == "\"" { field.append(scalar) }
    }
    field.append("\"")
    return String(field)
  }
}

/// The fields of one row of a table. A field that does not belong to the row's training is ignored.
struct TableRow: FieldSource {
  /// The indexes of the columns in ``fields``.
  let places: [String: Int]
  let fields: [String]

  /// True if a number may have a comma in place of its point.
  let allowsDecimalComma: Bool

  /// Empty if the table has no such column.
  subscript(column: String) -> String { places[column].map { fields[$0] } ?? "" }

  func find(_ key: FieldKey, _ kind: FieldValue.Kind) -> FoundValue {
    let text = self[key.stringValue]
    guard !text.isEmpty else { return .nothing }
    let value: FieldValue? =
      switch kind {
      case .text: .text(SpreadsheetFormula.unguarded(text))
      case .integer: Int(text).map(FieldValue.integer)
      case .number: number(text).map(FieldValue.number)
      case .flag: Self.flags[text.lowercased()].map(FieldValue.flag)
      }
    return value.map(FoundValue.value) ?? .unreadable
  }

  func text(of key: FieldKey) -> String { self[key.stringValue] }

  /// The spelling of spreadsheets, in English and in German.
  private static let flags = ["true": true, "wahr": true, "false": false, "falsch": false]

  /// A decimal number, in any form but those that only programs write.
  private func number(_ text: String) -> Double? {
    let ofNumbers = "0123456789+-.eE".utf8
    let text = allowsDecimalComma && !text.contains(".") ? text.replacing(",", with: ".") : text
    return text.utf8.allSatisfy { ofNumbers.contains($0) } ? Double(text) : nil
  }
}

/// Texts that a spreadsheet would compute as formulas. In a table they begin with an apostrophe,
/// and so does a text that begins with one, so that every text is read as it was.
enum SpreadsheetFormula {
  /// The beginnings of formulas; some spreadsheets accept the wide forms, too.
  private static let beginnings: Set<Character> = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "'"]

  private static func isGuarded(_ text: some StringProtocol) -> Bool {
    // A mark that combines with the character does not keep a spreadsheet from computing.
    text.unicodeScalars.first { !$0.properties.isWhitespace }
      .map { beginnings.contains(Character($0)) } ?? false
  }

  static func guarded(_ text: String) -> String { isGuarded(text) ? "'" + text : text }

  static func unguarded(_ text: String) -> String {
    text.unicodeScalars.first == "'" && isGuarded(String(text.unicodeScalars.dropFirst()))
      ? String(text.unicodeScalars.dropFirst()) : text
  }
}
