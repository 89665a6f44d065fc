import Foundation
import Music
import Training
internal import GRDB

/// What a field may hold; it says which values a message names as allowed.
public enum FieldDomain: Hashable, Sendable {
  /// The name of a training.
  case training
  case id
  /// A time from 1970 to 9999.
  case time
  /// A MIDI note, 0…127.
  case note
  case interval
  case tuning
  /// Cents within ±1200.
  case cents
  case flag
  /// A text that is not empty and has no invisible characters.
  case name
  /// A whole number of any size.
  case digits
  /// One of these words.
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

/// How the values of one type are written to files and read from them. How the database holds them
/// is said by ``ColumnValue``.
struct FieldCoding<Value: ColumnValue>: Sendable {
  let domain: FieldDomain
  let write: @Sendable (Value) -> FieldValue

  /// Returns `nil` for what no record may hold.
  let read: @Sendable (FieldValue) -> Value?

  /// Whether a record may hold every value of the type, so that none has to be checked.
  var allowsEveryValue = false

  /// What the database holds, if a record may hold it.
  func load(_ stored: DatabaseValue) -> Value? {
    guard let value = Value(columnValue: stored) else { return nil }
    // Whatever may stand in a file may stand in the database, and nothing else.
    return allowsEveryValue ? value : read(write(value))
  }
}

extension FieldCoding<UUID> {
  static var id: Self {
    text(.id, { $0.storedText }, allowsEveryValue: true) { UUID(uuidString: $0) }
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

/// Free texts. A file that holds an invisible character in one is refused; what comes from elsewhere (a sound's
/// name, an older row of the database) is made printable, on the way in and on the way out, by ``ColumnValue``
/// and by `write`.
extension FieldCoding<String> {
  /// The identifier of a tuning system; a scale may be unknown to this machine. Rows of earlier versions may
  /// hold any text, which is written as the name of a scale.
  static var tuning: Self {
    text(
      .tuning,
      { TuningSystem.isIdentifier($0) ? $0.printable : TuningSystem.scalaIdentifier($0.printable) },
      allowsEveryValue: true
    ) { $0.isPrintable && TuningSystem.isIdentifier($0) ? $0 : nil }
  }

  static var name: Self {
    text(.name, \.printable, allowsEveryValue: true) { $0.isEmpty || !$0.isPrintable ? nil : $0 }
  }

  static var digits: Self {
    text(.digits, \.self) {
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
      })
  }
}

extension FieldCoding<Int64> {
  static func whole(_ limits: ClosedRange<Int>) -> Self {
    FieldCoding(
      domain: .whole(limits), write: { .integer(Int($0)) },
      read: {
        guard case .integer(let number) = $0, limits.contains(number) else { return nil }
        return Int64(number)
      })
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
    allowsEveryValue: Bool = false, read: @escaping @Sendable (String) -> Value?
  ) -> Self {
    FieldCoding(
      domain: domain,
      write: { .text(write($0)) },
      read: {
        guard case .text(let text) = $0 else { return nil }
        return read(text)
      },
      allowsEveryValue: allowsEveryValue)
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
    // A double a hair below its millisecond must not be cut to the one before, hence the half.
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
