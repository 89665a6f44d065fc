import Foundation
import Music

/// Reads the fields of a row without trusting them. A field that does not belong to the row's training
/// is never looked at.
struct FieldReader<Column: RawRepresentable<String> & Hashable> {
  let places: [Column: Int]
  let fields: [String]

  /// Empty where the table has no such column.
  subscript(column: Column) -> String { places[column].map { fields[$0] } ?? "" }

  func note(_ column: Column, as member: RecordMember) throws(RowFault) -> MIDINote {
    try value(column, member) { text in Int(text).flatMap { MIDINote(exactly: $0) } }
  }

  /// A decimal number, in any form but those that only a computer writes.
  func cents(_ column: Column, as member: RecordMember) throws(RowFault) -> Cents {
    try value(column, member) { text in
      guard text.utf8.allSatisfy({ Self.ofNumbers.contains($0) }), let number = Double(text),
        RecordLimits.cents.contains(number)
      else { return nil }
      return Cents(number)
    }
  }

  /// Spreadsheets write `TRUE`.
  func flag(_ column: Column, as member: RecordMember) throws(RowFault) -> Bool {
    try value(column, member) { Bool($0.lowercased()) }
  }

  func timestamp(_ column: Column) throws(RowFault) -> Date {
    try value(column, .timestamp) { text in
      RecordTimestamp.date(text).flatMap {
        RecordLimits.milliseconds.contains($0.millisecondsSince1970) ? $0 : nil
      }
    }
  }

  func value<Value>(
    _ column: Column, _ member: RecordMember, _ read: (String) -> Value?
  ) throws(RowFault) -> Value {
    let text = self[column]
    guard !text.isEmpty else { throw .value(.missing(member)) }
    guard let value = read(text) else {
      throw .value(.notAllowed(member, value: ShownValue.text(text)))
    }
    return value
  }

  private static var ofNumbers: String.UTF8View { "0123456789+-.eE".utf8 }
}
