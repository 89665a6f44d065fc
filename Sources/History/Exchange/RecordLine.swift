import Foundation
import Music

/// A record of training as a line of JSON, whose members have a fixed order:
///
///     {"training":"comparison","id":"…","timestamp":"2026-11-21T10:00:00.123Z","referenceNote":60,…}
public struct RecordLine: Hashable, Sendable {
  public let result: RecordedResult

  /// Whether the line had an id. One without is a result all the same, under an id that has just been
  /// made up.
  public let hasID: Bool

  /// Reads a line without trusting it. Members that are none of a record's are ignored.
  ///
  /// - Parameter line: the JSON object; white space around it does not matter.
  public init(_ line: some DataProtocol) throws(RecordLineError) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(line))
    } catch let error as RecordLineError {
      throw error
    } catch {
      // The members report their own faults; what is left is not an object at all.
      throw .notAnObject
    }
  }

  /// The line of a record, without its end.
  public static func text(of result: RecordedResult) -> String {
    switch result {
    case .comparison(let record):
      head("comparison", record)
        + #","centOffset":\#(number(record.centOffset)),"isCorrect":\#(record.isCorrect)}"#
    case .matching(let record):
      head("matching", record)
        + #","initialCentOffset":\#(number(record.initialCentOffset))"#
        + #","userCentError":\#(number(record.userCentError))}"#
    }
  }

  private static func head(_ training: String, _ record: some TrainingRecord) -> String {
    #"{"training":"\#(training)","id":"\#(record.id.uuidString.lowercased())""#
      + #","timestamp":"\#(RecordTimestamp.text(record.timestamp))""#
      + #","referenceNote":\#(record.referenceNote.rawValue)"#
      + #","targetNote":\#(record.targetNote.rawValue),"interval":"\#(record.interval)""#
      + #","tuningSystem":\#(string(record.tuningSystem))"#
  }

  /// The shortest number that reads as the same double. JSON has none for what is infinite or no
  /// number; no database holds such a record.
  private static func number(_ cents: Cents) -> String {
    let value = cents.rawValue
    guard value.isFinite else { return "null" }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A scale may have any name.
  private static func string(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    if isPlain { return #""\#(text)""# }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? #""""#
  }
}

extension RecordLine: Decodable {
  /// Throws ``RecordLineError``, or the decoder's own error for what is no object.
  public init(from decoder: any Decoder) throws {
    let members = Members(try decoder.container(keyedBy: RecordMember.self))
    let training = try members.text(.training)
    guard training == "comparison" || training == "matching" else {
      throw RecordLineError.notAllowed(.training, value: training)
    }
    let id = try members.id()
    let interval = try members.interval()
    let reference = try members.note(.referenceNote)
    let target = try members.note(.targetNote)
    let expected = MIDINote(exactly: reference.rawValue + interval.semitones)
    guard target == expected else {
      throw RecordLineError.targetDisagrees(
        interval: interval.description, expected: expected?.rawValue, found: target.rawValue)
    }
    let tuningSystem = try members.tuningSystem()
    let timestamp = try members.timestamp()
    let result: RecordedResult?
    if training == "comparison" {
      result = ComparisonRecord(
        id: id ?? UUID(), referenceNote: reference, centOffset: try members.cents(.centOffset),
        isCorrect: try members.flag(.isCorrect), interval: interval, tuningSystem: tuningSystem,
        timestamp: timestamp
      ).map(RecordedResult.comparison)
    } else {
      result = PitchMatchingRecord(
        id: id ?? UUID(), referenceNote: reference,
        initialCentOffset: try members.cents(.initialCentOffset),
        userCentError: try members.cents(.userCentError), interval: interval,
        tuningSystem: tuningSystem, timestamp: timestamp
      ).map(RecordedResult.matching)
    }
    // Each member was checked by the same limits.
    guard let result else { throw RecordLineError.notAnObject }
    self.result = result
    hasID = id != nil
  }
}

/// The members of one line, each read against what it may be.
private struct Members {
  private let container: KeyedDecodingContainer<RecordMember>

  init(_ container: KeyedDecodingContainer<RecordMember>) { self.container = container }

  func text(_ member: RecordMember) throws(RecordLineError) -> String { try value(member) }

  func flag(_ member: RecordMember) throws(RecordLineError) -> Bool { try value(member) }

  func note(_ member: RecordMember) throws(RecordLineError) -> MIDINote {
    guard let note = MIDINote(exactly: try value(member)) else { throw fault(member) }
    return note
  }

  func cents(_ member: RecordMember) throws(RecordLineError) -> Cents {
    let cents: Double = try value(member)
    guard RecordLimits.cents.contains(cents) else { throw fault(member) }
    return Cents(cents)
  }

  func interval() throws(RecordLineError) -> DirectedInterval {
    let text = try text(.interval)
    guard let interval = Self.intervals[text] else { throw fault(.interval) }
    return interval
  }

  func tuningSystem() throws(RecordLineError) -> String {
    let name = try text(.tuningSystem)
    // SQLite ends a text at its first zero wherever it looks into it.
    guard !name.isEmpty, !name.utf8.contains(0) else { throw fault(.tuningSystem) }
    return name
  }

  func timestamp() throws(RecordLineError) -> Date {
    guard let date = RecordTimestamp.date(try text(.timestamp)),
      RecordLimits.milliseconds.contains(date.millisecondsSince1970)
    else { throw fault(.timestamp) }
    return date
  }

  func id() throws(RecordLineError) -> UUID? {
    guard container.contains(.id) else { return nil }
    guard let id = UUID(uuidString: try text(.id)) else { throw fault(.id) }
    return id
  }

  private func value<Value: Decodable>(_ member: RecordMember) throws(RecordLineError) -> Value {
    guard container.contains(member) else { throw .missing(member) }
    do {
      return try container.decode(Value.self, forKey: member)
    } catch {
      throw fault(member)
    }
  }

  private func fault(_ member: RecordMember) -> RecordLineError {
    .notAllowed(member, value: ShownValue.text(found(member)))
  }

  /// What stands there, as it was written where that is a simple value.
  private func found(_ member: RecordMember) -> String {
    if let text = try? container.decode(String.self, forKey: member) { return text }
    if let flag = try? container.decode(Bool.self, forKey: member) { return "\(flag)" }
    if let number = try? container.decode(Int.self, forKey: member) { return "\(number)" }
    if let number = try? container.decode(Double.self, forKey: member) { return "\(number)" }
    return (try? container.decodeNil(forKey: member)) == true ? "null" : "…"
  }

  private static let intervals = Dictionary(
    uniqueKeysWithValues: DirectedInterval.all.map { ($0.description, $0) })
}

/// A member of the JSON object of a record; its raw value is its name.
public enum RecordMember: String, CaseIterable, CodingKey, Sendable {
  case training, id, timestamp, referenceNote, targetNote, interval, tuningSystem

  /// A comparison's own.
  case centOffset, isCorrect

  /// A pitch matching's own.
  case initialCentOffset, userCentError
}
