import Foundation
internal import GRDB
import Music
import Training

/// The domain of a field, which determines the values that a message names as allowed.
public enum FieldDomain: Hashable, Sendable {
  case training
  case id
  /// A time from 1970 to 9999.
  case time
  case note
  case interval
  case tuning
  case cents
  case flag
  /// A text that is not empty and has no invisible characters.
  case name
  /// A whole number of any size.
  case digits
  /// A word of this list.
  case word([String])
  case decimal(ClosedRange<Double>)
  case whole(ClosedRange<Int>)
  /// The course of a pitch: in files base64 of two bytes a point.
  case curve

  var kind: FieldValue.Kind {
    switch self {
    case .training, .id, .time, .interval, .tuning, .name, .digits, .word, .curve: .text
    case .note, .whole: .integer
    case .cents, .decimal: .number
    case .flag: .flag
    }
  }

  /// The type of a column of a strict table in SQLite.
  var columnType: String {
    switch self {
    case .training, .id, .interval, .tuning, .name, .digits, .word: "TEXT"
    case .time, .note, .flag, .whole: "INTEGER"
    case .cents, .decimal: "REAL"
    case .curve: "BLOB"
    }
  }
}

/// The value of a field as files hold it.
public enum FieldValue: Hashable, Sendable {
  case text(String)
  case integer(Int)
  case number(Double)
  case flag(Bool)

  enum Kind: Sendable { case text, integer, number, flag }
}

/// The form of values of one type in files. ``ColumnValue`` is their form in the database.
struct FieldCoding<Value: ColumnValue>: Sendable {
  let domain: FieldDomain
  let write: @Sendable (Value) -> FieldValue

  /// Returns `nil` for a value that no record may have.
  let read: @Sendable (FieldValue) -> Value?

  /// True if a column can give values that no record may have.
  var isLimited = false

  /// The value in the database, if a record may have it.
  func load(_ stored: DatabaseValue) -> Value? {
    guard let value = Value(columnValue: stored) else { return nil }
    // The database may contain the same values as a file.
    return isLimited ? read(write(value)) : value
  }
}

extension FieldCoding<UUID> {
  static var id: Self {
    text(.id, { $0.storedText }) { UUID(uuidString: $0) }
  }
}

extension FieldCoding<Date> {
  /// ISO 8601 in files, milliseconds since 1970 in the database.
  static var time: Self {
    FieldCoding(
      domain: .time,
      write: { .text(RecordTimestamp.text($0)) },
      read: {
        guard case .text(let text) = $0, let date = RecordTimestamp.date(text),
          RecordLimits.milliseconds.contains(date.millisecondsSince1970)
        else { return nil }
        return Date(millisecondsSince1970: date.millisecondsSince1970)
      })
  }
}

extension FieldCoding<MIDINote> {
  static var note: Self {
    FieldCoding(
      domain: .note,
      write: { .integer($0.rawValue) },
      read: {
        guard case .integer(let number) = $0 else { return nil }
        return MIDINote(exactly: number)
      })
  }
}

extension FieldCoding<DirectedInterval> {
  static var interval: Self {
    text(.interval, \.description) { DirectedInterval.byWrittenForm[$0] }
  }
}

/// Free texts. A file with an invisible character in one is refused; texts from elsewhere (a
/// sound's name, an older row of the database) are made printable, when written and when read, by
/// ``ColumnValue`` and by `write`.
extension FieldCoding<String> {
  /// The identifier of a tuning system; a scale may be unknown to this machine. Rows of earlier
  /// versions may contain any text, which is written as the name of a scale.
  static var tuning: Self {
    text(
      .tuning,
      { TuningSystem.isIdentifier($0) ? $0.printable : TuningSystem.scalaIdentifier($0.printable) }
    ) { $0.isPrintable && TuningSystem.isIdentifier($0) ? $0 : nil }
  }

  static var name: Self {
    text(.name, \.printable) { $0.isEmpty || !$0.isPrintable ? nil : $0 }
  }

  static var digits: Self {
    text(.digits, \.self, isLimited: true) {
      !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? $0 : nil
    }
  }
}

extension FieldCoding<Double> {
  static func decimal(_ limits: ClosedRange<Double>) -> Self {
    FieldCoding(
      domain: .decimal(limits), write: { .number($0) },
      read: {
        guard case .number(let number) = $0, limits.contains(number) else { return nil }
        return number
      },
      isLimited: true)
  }
}

extension FieldCoding<Int64> {
  static func whole(_ limits: ClosedRange<Int>) -> Self {
    FieldCoding(
      domain: .whole(limits), write: { .integer(Int($0)) },
      read: {
        guard case .integer(let number) = $0, limits.contains(number) else { return nil }
        return Int64(number)
      },
      isLimited: true)
  }
}

extension FieldCoding<InputDevice> {
  static var input: Self {
    text(.word(InputDevice.allCases.map(\.rawValue)), \.rawValue) { InputDevice(rawValue: $0) }
  }
}

extension FieldCoding<Presentation> {
  static var presentation: Self {
    text(.word(Presentation.allCases.map(\.rawValue)), \.rawValue) { Presentation(rawValue: $0) }
  }
}

extension FieldCoding<PlayedOutcome> {
  static var playedOutcome: Self {
    text(.word(PlayedOutcome.allCases.map(\.rawValue)), \.rawValue) {
      PlayedOutcome(rawValue: $0)
    }
  }
}

extension FieldCoding<PlayedCurve> {
  static var curve: Self {
    text(.curve, { $0.bytes.base64EncodedString() }) {
      Data(base64Encoded: $0).flatMap { PlayedCurve(bytes: $0) }
    }
  }
}

extension FieldCoding<Cents> {
  static var cents: Self {
    FieldCoding(
      domain: .cents,
      write: { .number($0.rawValue) },
      read: {
        guard case .number(let cents) = $0, RecordLimits.cents.contains(cents) else { return nil }
        return Cents(cents)
      })
  }
}

extension FieldCoding<Bool> {
  static var flag: Self {
    FieldCoding(
      domain: .flag,
      write: { .flag($0) },
      read: {
        guard case .flag(let flag) = $0 else { return nil }
        return flag
      })
  }
}

extension FieldCoding {
  /// Values that are text in files.
  private static func text(
    _ domain: FieldDomain, _ write: @escaping @Sendable (Value) -> String,
    isLimited: Bool = false, read: @escaping @Sendable (String) -> Value?
  ) -> Self {
    FieldCoding(
      domain: domain,
      write: { .text(write($0)) },
      read: {
        guard case .text(let text) = $0 else { return nil }
        return read(text)
      },
      isLimited: isLimited)
  }
}

/// The name of a field, as a member of a JSON object.
struct FieldKey: CodingKey, Hashable {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }

  static let training = FieldKey(stringValue: "training")
  static let id = FieldKey(stringValue: "id")
}

/// A time in files: ISO 8601 in UTC, with milliseconds.
enum RecordTimestamp {
  private static let milliseconds = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  private static let seconds: Date.ISO8601FormatStyle = .iso8601

  static func text(_ date: Date) -> String {
    // A double slightly below its millisecond must not be rounded down to the one before, hence the
    // half.
    date.addingTimeInterval(0.0005).formatted(milliseconds)
  }

  /// Reads `2026-11-21T10:00:00Z`, with or without a fraction of a second; `nil` for anything else.
  static func date(_ text: String) -> Date? {
    guard let end = text.utf8.last, end == UInt8(ascii: "Z"), text.utf8.count >= wholeSeconds + 1,
      let date = try? milliseconds.parse(text)
    else { return nil }
    let fraction = text.utf8.dropFirst(wholeSeconds).dropLast()
    guard fraction.isEmpty || fraction.count > 1 && fraction.first == UInt8(ascii: "."),
      fraction.dropFirst().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    // Foundation reads the 30th of February as the 2nd of March, and a leap second as the next.
    let whole = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    guard whole.formatted(seconds).utf8.dropLast().elementsEqual(text.utf8.prefix(wholeSeconds))
    else { return nil }
    return date
  }

  /// The length of `2026-11-21T10:00:00`.
  private static let wholeSeconds = 19
}

/// A value of a record as a column of the database holds it.
///
/// Reading is exact. If another program has written the file, a column may contain anything: NULL,
/// a text in place of a number, or 60.5 in place of a note. Nothing is converted or rounded.
protocol ColumnValue: Sendable {
  /// Returns `nil` for a value that no record may have.
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

/// A text that is not empty. Its invisible characters are replaced: a terminal would obey them, and
/// SQLite ends a text at a zero byte wherever it examines it.
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

/// Within ``RecordLimits/cents``. A table that is not strict may contain a whole number.
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
  /// The id of a record whose own id is still to be set. Foundation opens a file for each new one.
  static let unset = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  /// Reads the form in which ids are stored; `nil` for any other. Foundation reads more forms,
  /// which would take a third of the time of reading a long history.
  init?(storedText: String) {
    var text = storedText
    let bytes = text.withUTF8 { Self.bytes(of: $0) }
    guard let bytes else { return nil }
    self.init(uuid: bytes)
  }

  /// The form in which ids are stored, and in which files have them. Foundation writes capitals,
  /// and converting them takes several times as long as this.
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

/// A table that is not strict may contain a whole number.
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

/// The raw value.
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
