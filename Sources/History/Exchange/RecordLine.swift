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
