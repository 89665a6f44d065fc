import Foundation
internal import GRDB
internal import GRDBSQLite
import Music
import Training

/// The values of a row as Peach writes them, straight from SQLite's statement: a start reads every row.
///
/// It decides nothing. Whatever looks different from what Peach writes is `nil` here, and ``RecordRow``, which
/// takes three times as long, judges the row. The statement has to stand on the row.
struct UsualRow {
  let statement: SQLiteStatement

  /// The position of the first column after the training's own result.
  let contextStart: Int

  func integer(_ column: Int) -> Int64? {
    let column = CInt(truncatingIfNeeded: column)
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    return sqlite3_column_int64(statement, column)
  }

  private func decimal(_ column: Int) -> Double? {
    let column = CInt(truncatingIfNeeded: column)
    guard sqlite3_column_type(statement, column) == SQLITE_FLOAT else { return nil }
    return sqlite3_column_double(statement, column)
  }

  /// The bytes of a text that is not empty, with a zero after them; they last until the next row.
  private func text(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
    let column = CInt(truncatingIfNeeded: column)
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT,
      let start = sqlite3_column_text(statement, column), start.pointee != 0
    else { return nil }
    return UnsafeBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(statement, column)))
  }

  private func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, CInt(truncatingIfNeeded: column)) == SQLITE_NULL
  }

  private func note(_ column: RecordColumn) -> MIDINote? {
    integer(column.rawValue).flatMap { MIDINote(exactly: Int(truncatingIfNeeded: $0)) }
  }
}

extension UsualRow {
  /// What the answers of all trainings have.
  struct Shared {
    let note: MIDINote
    let interval: DirectedInterval
    let date: Date
  }

  /// `nil` unless the parts that all records have make one, also those that are not returned.
  func shared(_ texts: inout UsualTexts) -> Shared? {
    guard let id = text(RecordColumn.id.rawValue), UUID.isStoredForm(id),
      text(RecordColumn.tuningSystem.rawValue) != nil,
      let reference = note(.referenceNote), let target = note(.targetNote),
      let interval = text(RecordColumn.interval.rawValue).flatMap({ texts.interval($0) }),
      target.rawValue == reference.rawValue + interval.semitones,
      let milliseconds = integer(RecordColumn.timestamp.rawValue),
      RecordLimits.milliseconds.contains(milliseconds)
    else { return nil }
    return Shared(
      note: reference, interval: interval, date: Date(millisecondsSince1970: milliseconds))
  }

  /// A value of the training's own result, by its place there.
  func cents(_ index: Int) -> Cents? {
    guard let number = decimal(RecordColumn.count + index), RecordLimits.cents.contains(number)
    else { return nil }
    return Cents(number)
  }

  /// The same for a whole number.
  func whole(_ index: Int, within limits: ClosedRange<Int>) -> Int? {
    integer(RecordColumn.count + index).flatMap {
      limits.contains(Int(truncatingIfNeeded: $0)) ? Int($0) : nil
    }
  }

  /// The same for 0 or 1.
  func flag(_ index: Int) -> Bool? {
    switch integer(RecordColumn.count + index) {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// The circumstances of a comparison that its condition depends on.
  func condition(_ texts: inout UsualTexts) -> HearingCondition? {
    let source: String?
    if isNull(place(.soundSource)) {
      source = nil
    } else {
      guard let text = text(place(.soundSource)) else { return nil }
      source = texts.name(text)
    }
    guard let duration = optionalDecimal(.noteDuration),
      let level = optionalDecimal(.amplitude)
    else { return nil }
    return HearingCondition(
      soundSource: source, duration: HearingCondition.DurationClass(seconds: duration.value),
      level: HearingCondition.LevelClass(decibels: level.value))
  }

  /// How often the trial was heard.
  var heard: Optionally<Int>? {
    if isNull(place(.heard)) { return Optionally(value: nil) }
    guard let count = integer(place(.heard)), count > 0 else { return nil }
    return Optionally(value: Int(exactly: count))
  }

  /// Melodic if it is unknown.
  var presentation: Presentation? {
    if isNull(place(.presentation)) { return .melodic }
    guard let text = text(place(.presentation)) else { return nil }
    return UsualTexts.presentation(text)
  }

  private func place(_ column: ConditionColumn) -> Int { contextStart + column.rawValue }

  private func optionalDecimal(_ column: ConditionColumn) -> Optionally<Double>? {
    if isNull(place(column)) { return Optionally(value: nil) }
    return decimal(place(column)).map { Optionally(value: $0) }
  }

  /// What a column may lack.
  struct Optionally<Value> {
    /// `nil` if it is unknown.
    let value: Value?
  }
}

/// What the texts of rows mean, each looked up once.
struct UsualTexts {
  /// Texts that are kept; a history seldom has more sounds.
  private static let mostNames = 16

  /// The written forms of the intervals as numbers.
  private static let intervals = Dictionary(
    uniqueKeysWithValues: DirectedInterval.byWrittenForm.compactMap { text, interval in
      number(text.utf8).map { ($0, interval) }
    })

  private static let presentations = Presentation.allCases.map {
    (bytes: Array($0.rawValue.utf8), value: $0)
  }

  private let intervals = Self.intervals
  private var lastInterval: (number: UInt32, value: DirectedInterval)?
  private var names: [(bytes: [UInt8], text: String)] = []

  mutating func interval(_ text: UnsafeBufferPointer<UInt8>) -> DirectedInterval? {
    guard let number = Self.number(text) else { return nil }
    if let lastInterval, lastInterval.number == number { return lastInterval.value }
    guard let interval = intervals[number] else { return nil }
    lastInterval = (number, interval)
    return interval
  }

  /// The text; one that was kept need not be made anew.
  mutating func name(_ text: UnsafeBufferPointer<UInt8>) -> String {
    if let known = names.first(where: { Self.areEqual($0.bytes, text) }) { return known.text }
    let name = (text.baseAddress.map { String(cString: $0) } ?? "").printable
    if names.count < Self.mostNames { names.append((Array(text), name)) }
    return name
  }

  static func presentation(_ text: UnsafeBufferPointer<UInt8>) -> Presentation? {
    presentations.first { areEqual($0.bytes, text) }?.value
  }

  private static func areEqual(_ bytes: [UInt8], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == text.count, let start = text.baseAddress else { return false }
    return memcmp(bytes, start, bytes.count) == 0
  }

  /// Up to three bytes as a number; `nil` for a longer text.
  private static func number(_ bytes: some Collection<UInt8>) -> UInt32? {
    bytes.count > 3 ? nil : bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension UUID {
  /// Whether bytes are the form in which ids are stored: 36 characters, hexadecimal digits in lower case.
  fileprivate static func isStoredForm(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == 36, let bytes = text.baseAddress else { return false }
    // Without branches, so that the compiler takes many characters at once.
    var others = 0
    for place in 0..<36 {
      let isDigit = bytes[place] &- UInt8(ascii: "0") < 10
      let isLetter = bytes[place] &- UInt8(ascii: "a") < 6
      others &+= isDigit || isLetter ? 0 : 1
    }
    let dash = UInt8(ascii: "-")
    return others == 4 && bytes[8] == dash && bytes[13] == dash && bytes[18] == dash
      && bytes[23] == dash
  }
}
