internal import GRDB

/// Whatever a column holds, taken from SQLite's statement without a detour: GRDB asks for
/// `DatabaseValue` itself through generic code, which costs as much again as reading it.
struct StoredValue: DatabaseValueConvertible, StatementColumnConvertible {
  let databaseValue: DatabaseValue

  init(sqliteStatement: SQLiteStatement, index: CInt) {
    databaseValue = DatabaseValue(sqliteStatement: sqliteStatement, index: index)
  }

  private init(_ value: DatabaseValue) { databaseValue = value }

  static func fromDatabaseValue(_ value: DatabaseValue) -> StoredValue? { StoredValue(value) }
}
