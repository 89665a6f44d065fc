import Foundation
import Training

/// A record of training as a line of JSON, whose members have a fixed order:
///
///     {"training":"comparison","id":"…","timestamp":"2026-11-21T10:00:00.123Z",…}
public struct RecordLine {
  let result: RecordedResult

  /// True if the line had an id. A line without one is a result all the same, with a new id.
  let hasID: Bool

  /// Reads a line without trusting it. Members that no record has are ignored.
  ///
  /// - Parameter line: the JSON object; white space around it does not matter.
  init(_ line: some DataProtocol) throws(RecordLineError) {
    guard case .result(let result, let hasID) = try Self.read(line) else {
      throw .notAllowed(FieldKey.training.stringValue, value: RunRecord.name, .training)
    }
    self.result = result
    self.hasID = hasID
  }

  /// Reads a line of a record or of a run.
  static func read(_ line: some DataProtocol) throws(RecordLineError) -> ReadRow {
    do {
      return try JSONDecoder().decode(Decoded.self, from: Data(line)).content
    } catch let error as RecordLineError {
      throw error
    } catch {
      // The members report their own faults; what is left is not an object at all.
      throw .notAnObject
    }
  }

  /// The line of a record, without its end.
  public static func text(of result: RecordedResult) -> String {
    text(
      of: result, ResultFields.byTraining[result.training] ?? [], as: result.training.rawValue)
  }

  /// The line of a run, without its end.
  static func text(of run: RunRecord) -> String {
    text(of: run, RunRecord.fields, as: RunRecord.name)
  }

  /// The beginning of the line of a run.
  static let runPrefix = Data(#"{"training":"\#(RunRecord.name)""#.utf8)

  /// The length of most lines, in bytes.
  private static let usualLength = 640

  private static func text<Record>(
    of record: Record, _ fields: [RecordField<Record>], as name: String
  ) -> String {
    var text = #"{"training":"\#(name)""#
    text.reserveCapacity(usualLength)
    for field in fields {
      guard let value = field.value(record) else { continue }
      text += ",\""
      text += field.name
      text += "\":"
      switch value {
      case .text(let string): text += quoted(string)
      case .integer(let number): text += number.description
      case .number(let number): text += shortest(number)
      case .flag(let flag): text += flag.description
      }
    }
    return text + "}"
  }

  /// The shortest number that reads as the same double. JSON has none for infinity or NaN; no
  /// database contains such a record.
  private static func shortest(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The text as a JSON string; a scale may have any name.
  fileprivate static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    if isPlain { return "\"" + text + "\"" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? #""""#
  }
}

private struct Decoded: Decodable {
  let content: ReadRow

  /// Throws ``RecordLineError``, or the decoder's own error for what is not an object.
  init(from decoder: any Decoder) throws {
    content = try ReadRow.read(
      from: Members(container: decoder.container(keyedBy: FieldKey.self)))
  }
}

private struct Members: FieldSource {
  let container: KeyedDecodingContainer<FieldKey>

  func find(_ key: FieldKey, _ kind: FieldValue.Kind) -> FoundValue {
    guard container.contains(key) else { return .nothing }
    do {
      switch kind {
      case .text: return .value(.text(try container.decode(String.self, forKey: key)))
      case .integer: return .value(.integer(try container.decode(Int.self, forKey: key)))
      case .number: return .value(.number(try container.decode(Double.self, forKey: key)))
      case .flag: return .value(.flag(try container.decode(Bool.self, forKey: key)))
      }
    } catch {
      return .unreadable
    }
  }

  /// A simple value as it was written.
  func text(of key: FieldKey) -> String {
    if let text = try? container.decode(String.self, forKey: key) { return text }
    if let flag = try? container.decode(Bool.self, forKey: key) { return "\(flag)" }
    if let number = try? container.decode(Int.self, forKey: key) { return "\(number)" }
    if let number = try? container.decode(Double.self, forKey: key) { return "\(number)" }
    return (try? container.decodeNil(forKey: key)) == true ? "null" : "…"
  }
}

/// The first line of a file of JSON lines.
struct JSONHeader: Decodable {
  private static let name = "peach-jack-export"

  /// The beginning of the line when Peach writes it.
  static let beginning = #"{"format":"\#(name)","version":"#

  let format: String
  let version: Int

  /// The path of the history to which the results belong, in a recovery file.
  let history: String?

  /// The line, without its end.
  static func line(history: String? = nil) -> String {
    let member = history.map { #","history":\#(RecordLine.quoted($0))"# } ?? ""
    return "\(beginning)\(FileFormat.ownVersions.upperBound)\(member)}"
  }

  /// Returns `nil` for any other line.
  init?(_ line: String) {
    guard let header = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)),
      header.format == Self.name
    else { return nil }
    self = header
  }
}
