import Music
import Training

/// Peach's own table: a row of CSV a record, with a column for every field. Each run of training has
/// a row, too.
enum RecordTable {
  private enum Column {
    case training
    case field(SharedColumn)

    /// A note's name beside its number, for the reader's eye. It is never read.
    case noteName(SharedColumn)

    /// What only runs have.
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
    SharedColumn.all.flatMap { field -> [Column] in
      switch field.domain {
      case .id where field.name == FieldKey.id.stringValue: [.field(field), .training]
      case .note: [.field(field), .noteName(field)]
      default: [.field(field)]
      }
    } + RunRecord.fields.filter { $0.key != .id }.map { .run($0) }

  static let names = columns.map(\.name)

  /// What the row of a record has in a column.
  fileprivate enum Entry {
    case training

    /// The field at that place of ``TrainingRecord/tableFields``.
    case field(Int)
    case noteName(Int)
    case nothing
  }

  fileprivate static let entries: [Entry] = columns.map { column in
    switch column {
    case .training: .training
    case .field(let field): .field(field.index)
    case .noteName(let field): .noteName(field.index)
    case .run: .nothing
    }
  }

  /// In bytes; most rows are shorter.
  fileprivate static let usualLength = 384

  /// The columns without which a table cannot be read.
  static let needed: [String] = columns.filter { column in
    switch column {
    case .training: true
    case .field(let field): field.isRequired
    case .noteName, .run: false
    }
  }.map(\.name)

  static func read(_ row: TableRow) throws(RowFault) -> ReadRow {
    do {
      return try ReadRow.read(from: row)
    } catch {
      throw .value(error)
    }
  }

  /// The row of a record, without its end.
  static func text(of result: RecordedResult) -> String { result.record.tableRow }

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

  fileprivate static func text(of value: FieldValue) -> String {
    switch value {
    case .text(let text): quoted(SpreadsheetFormula.guarded(text))
    case .integer(let number): number.description
    case .number(let number): number.description
    case .flag(let flag): flag.description
    }
  }

  /// A field by RFC 4180. Everything that is not plain is quoted, not only what has to be: readers
  /// differ in what they take for blank or for the end of a line.
  private static func quoted(_ text: String) -> String {
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

extension TrainingRecord {
  var tableRow: String {
    let fields = Self.tableFields
    var row = ""
    row.reserveCapacity(RecordTable.usualLength)
    for (place, entry) in RecordTable.entries.enumerated() {
      if place > 0 { row += "," }
      switch entry {
      case .training: row += Self.training.rawValue
      case .field(let index):
        if let value = fields[index]?.value(self) { row += RecordTable.text(of: value) }
      case .noteName(let index):
        if case .integer(let number)? = fields[index]?.value(self) {
          row += MIDINote(exactly: number)?.name ?? ""
        }
      case .nothing: break
      }
    }
    return row
  }
}

/// The fields of one row of a table. A field that does not belong to the row's training is never
/// looked at.
struct TableRow: FieldSource {
  /// Where in ``fields`` each column is.
  let places: [String: Int]
  let fields: [String]

  /// Whether a number may have a comma in the place of its point.
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

  /// As spreadsheets write them, in English and in German.
  private static let flags = ["true": true, "wahr": true, "false": false, "falsch": false]

  /// A decimal number, in any form but those that only a computer writes.
  private func number(_ text: String) -> Double? {
    let ofNumbers = "0123456789+-.eE".utf8
    let text = allowsDecimalComma && !text.contains(".") ? text.replacing(",", with: ".") : text
    return text.utf8.allSatisfy { ofNumbers.contains($0) } ? Double(text) : nil
  }
}

/// Texts that a spreadsheet would compute as formulas. In a table an apostrophe stands before them; it also
/// stands before a text that begins with one, so that every text is read as it was.
enum SpreadsheetFormula {
  /// Some spreadsheets take the wide forms, too.
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
