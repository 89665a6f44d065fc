import Foundation
internal import GRDB
import Music
import Training

/// A value of a record as a column of the database holds it.
///
/// Reading is exact. A column may hold anything if another program has written the file: NULL, a
/// text in place of a number, or 60.5 in place of a note. Nothing is converted or rounded.
protocol ColumnValue: Sendable {
  /// Returns `nil` for what no record may hold.
  init?(columnValue: DatabaseValue)

  var columnValue: DatabaseValue { get }
}

extension Int64: ColumnValue {
  init?(columnValue: DatabaseValue) {
    guard case .int64(let number) = columnValue.storage else { return nil }
    self = number
  }

  var columnValue: DatabaseValue { databaseValue }
}

/// A text that is not empty. Its invisible characters are replaced: a terminal would obey them, and SQLite
/// ends a text at a zero byte wherever it looks into it.
extension String: ColumnValue {
  init?(columnValue: DatabaseValue) {
    guard case .string(let text) = columnValue.storage, !text.isEmpty else { return nil }
    self = text.printable
  }

  var columnValue: DatabaseValue { printable.databaseValue }
}

/// 0 or 1.
extension Bool: ColumnValue {
  init?(columnValue: DatabaseValue) {
    switch columnValue.storage {
    case .int64(0): self = false
    case .int64(1): self = true
    default: return nil
    }
  }

  var columnValue: DatabaseValue { databaseValue }
}

/// 36 characters, hexadecimal digits in lower case.
extension UUID: ColumnValue {
  init?(columnValue: DatabaseValue) {
    guard case .string(let text) = columnValue.storage else { return nil }
    self.init(storedText: text)
  }

  var columnValue: DatabaseValue { storedText.databaseValue }
}

/// Milliseconds since 1970, UTC, within ``RecordLimits/milliseconds``.
extension Date: ColumnValue {
  init?(columnValue: DatabaseValue) {
    guard case .int64(let number) = columnValue.storage, RecordLimits.milliseconds.contains(number)
    else { return nil }
    self.init(millisecondsSince1970: number)
  }

  var columnValue: DatabaseValue { millisecondsSince1970.databaseValue }
}

/// 0…127.
extension MIDINote: ColumnValue {
  init?(columnValue: DatabaseValue) {
    guard case .int64(let number) = columnValue.storage, let number = Int(exactly: number) else {
      return nil
    }
    self.init(exactly: number)
  }

  var columnValue: DatabaseValue { rawValue.databaseValue }
}

/// Within ``RecordLimits/cents``. A table that is not strict may hold a whole number.
extension Cents: ColumnValue {
  init?(columnValue: DatabaseValue) {
    let cents: Double
    switch columnValue.storage {
    case .double(let number): cents = number
    case .int64(let number): cents = Double(number)
    default: return nil
    }
    guard RecordLimits.cents.contains(cents) else { return nil }
    self.init(cents)
  }

  var columnValue: DatabaseValue { rawValue.databaseValue }
}

extension DirectedInterval: ColumnValue {
  init?(columnValue: DatabaseValue) {
    guard case .string(let text) = columnValue.storage, let interval = Self.byWrittenForm[text]
    else { return nil }
    self = interval
  }

  var columnValue: DatabaseValue { description.databaseValue }

  /// A dictionary is faster than parsing each.
  static let byWrittenForm = Dictionary(uniqueKeysWithValues: all.map { ($0.description, $0) })
}

extension UUID {
  /// Reads the form in which ids are stored; `nil` for any other.
  ///
  /// Foundation reads more forms, which would take a third of the time of reading a long history.
  init?(storedText: String) {
    var text = storedText
    let bytes = text.withUTF8 { Self.bytes(of: $0) }
    guard let bytes else { return nil }
    self.init(uuid: bytes)
  }

  /// The form in which ids are stored, and in which files have them.
  ///
  /// Foundation writes capitals. To make them small takes several times as long as this.
  var storedText: String {
    String(unsafeUninitializedCapacity: 36) { text in
      var place = 0
      Swift.withUnsafeBytes(of: uuid) { bytes in
        for (index, byte) in bytes.enumerated() {
          if index == 4 || index == 6 || index == 8 || index == 10 {
            text[place] = UInt8(ascii: "-")
            place += 1
          }
          text[place] = Self.character(byte >> 4)
          text[place + 1] = Self.character(byte & 0xF)
          place += 2
        }
      }
      return place
    }
  }

  /// - Parameter digit: 0…15.
  private static func character(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + (digit - 10)
  }

  private static func bytes(of text: UnsafeBufferPointer<UInt8>) -> uuid_t? {
    guard text.count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for index in text.indices {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard text[index] == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = digit(text[index]) else { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | digit
    }
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      $0.loadUnaligned(as: uuid_t.self)
    }
  }

  private static func digit(_ character: UInt8) -> UInt64? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(character - UInt8(ascii: "a") + 10)
    default: nil
    }
  }
}

/// A table that is not strict may hold a whole number.
extension Double: ColumnValue {
  init?(columnValue: DatabaseValue) {
    switch columnValue.storage {
    case .double(let number): self = number
    case .int64(let number): self = Double(number)
    default: return nil
    }
  }

  var columnValue: DatabaseValue { databaseValue }
}

/// The word for it.
extension ColumnValue where Self: RawRepresentable<String> {
  init?(columnValue: DatabaseValue) {
    guard case .string(let text) = columnValue.storage else { return nil }
    self.init(rawValue: text)
  }

  var columnValue: DatabaseValue { rawValue.databaseValue }
}

extension InputDevice: ColumnValue {}
extension Presentation: ColumnValue {}

/// Two bytes a point, the lower one first.
extension PlayedCurve: ColumnValue {
  init?(columnValue: DatabaseValue) {
    guard case .blob(let bytes) = columnValue.storage else { return nil }
    self.init(bytes: bytes)
  }

  var columnValue: DatabaseValue { bytes.databaseValue }

  init?(bytes: Data) {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let values = Array(bytes)
    self.init(
      hundredths: stride(from: 0, to: values.count, by: 2).map {
        Int16(bitPattern: UInt16(values[$0]) | UInt16(values[$0 + 1]) << 8)
      })
  }

  var bytes: Data {
    Data(
      hundredths.flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
      })
  }
}
