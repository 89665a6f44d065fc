import Foundation
internal import GRDB
import Music
import Training

/// A field of a record: its name in the database, in Peach's own table and in lines of JSON, and
/// how its value is written and read in each of them.
///
/// A record lists its fields once; the formats, the limits, saving, export, import and merge follow
/// from the list. A new field costs a row here (or in the record's own list), a stored property, a
/// column in a migration, and a line where rows are read at start. Reading at start goes through
/// ``RecordRow`` instead, by position: going through the fields would make it slower.
struct RecordField<Record>: Sendable {
  let key: FieldKey
  let domain: FieldDomain

  /// Whether every row of a file must have a value.
  let isRequired: Bool

  /// The value as files hold it; `nil` if the record has none.
  let value: @Sendable (Record) -> FieldValue?

  /// The value as the database holds it.
  let stored: @Sendable (Record) -> DatabaseValue

  /// Puts a value from a file into a record. Returns false if a record may not hold it.
  let set: @Sendable (inout Record, FieldValue) -> Bool

  /// Puts a value from the database into a record. Returns false if a record may not hold it; NULL
  /// is nothing to put.
  let load: @Sendable (inout Record, DatabaseValue) -> Bool

  var name: String { key.stringValue }

  /// Closures rather than key paths, which are several times slower.
  ///
  /// - Parameter isRequired: false only for what a reader can make up.
  init<Value: ColumnValue>(
    _ name: String, _ coding: FieldCoding<Value>, isRequired: Bool = true,
    _ get: @escaping @Sendable (Record) -> Value,
    _ put: @escaping @Sendable (inout Record, Value) -> Void
  ) {
    key = FieldKey(stringValue: name)
    domain = coding.domain
    self.isRequired = isRequired
    value = { coding.write(get($0)) }
    stored = { get($0).columnValue }
    set = { record, value in
      guard let value = coding.read(value) else { return false }
      put(&record, value)
      return true
    }
    load = { record, stored in
      guard let value = coding.load(stored) else { return false }
      put(&record, value)
      return true
    }
  }

  /// A field that a record may lack.
  init<Value: ColumnValue>(
    optional name: String, _ coding: FieldCoding<Value>,
    _ get: @escaping @Sendable (Record) -> Value?,
    _ put: @escaping @Sendable (inout Record, Value) -> Void
  ) {
    key = FieldKey(stringValue: name)
    domain = coding.domain
    isRequired = false
    value = { get($0).map(coding.write) }
    stored = { get($0)?.columnValue ?? .null }
    set = { record, value in
      guard let value = coding.read(value) else { return false }
      put(&record, value)
      return true
    }
    load = { record, stored in
      guard !stored.isNull else { return true }
      guard let value = coding.load(stored) else { return false }
      put(&record, value)
      return true
    }
  }
}

extension RecordField {
  /// Puts the values of a row of a file into a record.
  ///
  /// - Returns: whether the row has an id.
  static func read(
    _ fields: [RecordField], of record: inout Record, from row: any FieldSource
  ) throws(RecordLineError) -> Bool {
    var hasID = false
    for field in fields {
      switch row.find(field.key, field.domain.kind) {
      case .nothing:
        guard !field.isRequired else { throw .missing(field.name) }
      case .value(let value) where field.set(&record, value):
        if field.key == .id { hasID = true }
      case .value, .unreadable:
        throw .notAllowed(
          field.name, value: ShownValue.text(row.text(of: field.key)), field.domain)
      }
    }
    return hasID
  }
}

extension RecordField where Record: TrainingRecord {
  /// The fields that the records of all trainings have.
  static var shared: [RecordField] {
    [
      RecordField("id", .id, isRequired: false, { $0.id }, { $0.head.id = $1 }),
      RecordField("timestamp", .time, { $0.timestamp }, { $0.head.timestamp = $1 }),
      RecordField("referenceNote", .note, { $0.referenceNote }, { $0.head.referenceNote = $1 }),
      RecordField("targetNote", .note, { $0.targetNote }, { $0.head.targetNote = $1 }),
      RecordField("interval", .interval, { $0.interval }, { $0.head.interval = $1 }),
      RecordField("tuningSystem", .tuning, { $0.tuningSystem }, { $0.head.tuningSystem = $1 }),
    ]
  }

  /// How the answer came about: what records of version 1 lack. Each call makes the list anew; what is
  /// done for each record takes ``TrainingRecord/contextFields``.
  static var context: [RecordField] {
    var fields = ContextField.ofTrial.map { RecordField(ofContext: $0) }
    fields.append(
      RecordField(
        optional: "withdrawn", .flag, { $0.isWithdrawn ? true : nil }, { $0.head.isWithdrawn = $1 })
    )
    fields.append(RecordField(ofContext: ContextField.run))
    return fields
  }

  private init(ofContext field: RecordField<TrialContext>) {
    key = field.key
    domain = field.domain
    isRequired = field.isRequired
    value = { field.value($0.context) }
    stored = { field.stored($0.context) }
    set = { field.set(&$0.head.context, $1) }
    load = { field.load(&$0.head.context, $1) }
  }
}

extension TrainingRecord {
  /// The columns of the table but for the sequence.
  static var columns: [String] { fields.map(\.name) }

  func encode(to container: inout PersistenceContainer) throws {
    for field in Self.fields { container[field.name] = field.stored(self) }
  }

  static func read(from row: any FieldSource) throws(RecordLineError) -> ReadRow {
    var record = blank
    let hasID = try RecordField.read(fields, of: &record, from: row)
    if !hasID { record.head.id = UUID() }
    let expected = RecordLimits.target(of: record.referenceNote, at: record.interval)
    guard record.targetNote == expected else {
      throw .targetDisagrees(
        interval: record.interval.description, expected: expected?.rawValue,
        found: record.targetNote.rawValue)
    }
    return .result(RecordedResult(record), hasID: hasID)
  }
}

extension ReadRow {
  /// Makes a record of a row of a file, without trusting the row.
  static func read(from row: any FieldSource) throws(RecordLineError) -> ReadRow {
    let name: String
    switch row.find(.training, .text) {
    case .nothing: throw .missing(FieldKey.training.stringValue)
    case .value(.text(let text)): name = text
    case .value, .unreadable: name = row.text(of: .training)
    }
    guard name != RunRecord.name else { return .run(try RunRecord(row)) }
    guard let type = RecordedResult.types.first(where: { $0.training.rawValue == name }) else {
      throw .notAllowed(
        FieldKey.training.stringValue, value: ShownValue.text(name), .training)
    }
    return try type.read(from: row)
  }
}

/// A row of a file that has not been checked: a row of a table, or a line of JSON.
protocol FieldSource {
  /// What the row holds for a field.
  func find(_ key: FieldKey, _ kind: FieldValue.Kind) -> FoundValue

  /// What stands in the row for a field, whatever it is, for a message.
  func text(of key: FieldKey) -> String
}

/// What a row of a file holds for a field.
enum FoundValue {
  case nothing
  case value(FieldValue)
  /// Something, but not of the field's kind.
  case unreadable
}

/// A field of any record, for tables that hold the records of all trainings.
struct SharedColumn: Sendable {
  /// Its place among ``all``.
  let index: Int
  let name: String
  let domain: FieldDomain

  /// Whether every table has it, and a value in every row whose record has the field.
  let isRequired: Bool

  /// Every field once: those of the results, each training's in its order, then ``context``.
  static let all = results + context

  private static let results: [SharedColumn] = {
    var columns: [SharedColumn] = []
    func addResult<Record: TrainingRecord>(_ type: Record.Type) {
      for field in type.resultFields where !columns.contains(where: { $0.name == field.name }) {
        columns.append(SharedColumn(field, at: columns.count, isInEveryTable: type.isInEveryTable))
      }
    }
    for type in RecordedResult.types { addResult(type) }
    return columns
  }()

  /// Those that say how an answer came about, which the records of all trainings have.
  static let context: [SharedColumn] = {
    func context<Record: TrainingRecord>(of _: Record.Type) -> [SharedColumn] {
      Record.contextFields.enumerated().map {
        SharedColumn($1, at: results.count + $0, isInEveryTable: true)
      }
    }
    return RecordedResult.types.first.map { context(of: $0) } ?? []
  }()

  private init(_ field: RecordField<some Any>, at index: Int, isInEveryTable: Bool) {
    self.index = index
    name = field.name
    domain = field.domain
    isRequired = field.isRequired && isInEveryTable
  }

  /// The fields of that type in the order of ``all``; `nil` for what it has not.
  static func fields<Record: TrainingRecord>(of type: Record.Type) -> [RecordField<Record>?] {
    all.map { column in type.fields.first { $0.name == column.name } }
  }
}

extension TrainingRecord {
  func value(of column: SharedColumn) -> FieldValue? {
    Self.tableFields[column.index]?.value(self)
  }

  func appendStored(to values: inout [(any DatabaseValueConvertible)?]) {
    for field in Self.tableFields {
      let value: DatabaseValue = field?.stored(self) ?? .null
      values.append(value)
    }
  }
}
