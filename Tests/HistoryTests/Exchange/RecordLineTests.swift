import Foundation
import Music
import Testing
import Training

@testable import History

@Suite("Records as lines of JSON")
struct RecordLineTests {
  private let id = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
  private var comparison: String {
    #"{"training":"comparison","id":"\#(id)","timestamp":"2026-11-21T10:00:00.123Z","#
      + #""referenceNote":60,"targetNote":67,"interval":"P5","tuningSystem":"equal","#
      + #""centOffset":-12.5,"isCorrect":true}"#
  }
  private var matching: String {
    #"{"training":"matching","id":"\#(id)","timestamp":"2026-11-21T10:00:00.123Z","#
      + #""referenceNote":60,"targetNote":57,"interval":"m3-","tuningSystem":"just","#
      + #""initialCentOffset":41.7,"userCentError":-3.2}"#
  }

  private func fault(_ line: String) -> RecordLineError? {
    do {
      _ = try RecordLine(Data(line.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test("a comparison is read and written, its members in their order")
  func comparisonBothWays() throws {
    let line = try RecordLine(Data(comparison.utf8))
    let record = RecordedResult(
      makeComparison(
        id: try #require(UUID(uuidString: id)), interval: DirectedInterval(.perfectFifth)))
    #expect(line.result == record)
    #expect(line.hasID)
    #expect(RecordLine.text(of: line.result) == comparison)
  }

  @Test("a pitch matching is read and written; its interval may go down")
  func matchingBothWays() throws {
    let line = try RecordLine(Data(matching.utf8))
    #expect(RecordLine.text(of: line.result) == matching)
    #expect(line.result.interval.description == "m3-")
  }

  @Test("a line without an id is a result of a new one each time")
  func withoutID() throws {
    let text = comparison.replacing(#""id":"\#(id)","#, with: "")
    let first = try RecordLine(Data(text.utf8))
    #expect(!first.hasID)
    #expect(try RecordLine(Data(text.utf8)).result.id != first.result.id)
  }

  @Test("unknown members, another order and white space do not matter")
  func lenient() throws {
    let text =
      #"  { "isCorrect": false, "note": {"a": [1, 2]}, "#
      + comparison.dropFirst().replacing(#","isCorrect":true"#, with: "") + "\r"
    let record = try RecordLine(Data(text.utf8)).result
    #expect(record.measures.isCorrect == false)
  }

  @Test("every double comes back as it was, whole ones without a point")
  func numbers() throws {
    let values: [Double] = [
      0, 100, -1200, 0.1 + 0.2, 1e-17, -41.70000000000001, .ulpOfOne, .leastNonzeroMagnitude,
    ]
    for value in values {
      let record = RecordedResult(makeComparison(centOffset: Cents(value)))
      let text = RecordLine.text(of: record)
      #expect(try RecordLine(Data(text.utf8)).result == record)
      if value == 100 { #expect(text.contains(#""centOffset":100,"#)) }
    }
  }

  @Test(
    "a scale's name may hold anything that can be seen; the rest is replaced",
    arguments: [#"scala:a "b" \c"#, "scala:Gehör/ñ 🎵", "scala:a\tb\u{7F}\u{1}"])
  func names(tuning: String) throws {
    let record = try #require(
      RecordedResult(
        comparison: UUID(), referenceNote: MIDINote(60), interval: .prime, tuningSystem: tuning,
        timestamp: tenOClock, centOffset: 1, isCorrect: true))
    let text = RecordLine.text(of: record)
    #expect(!text.contains { $0.isNewline })
    #expect(
      try RecordLine(Data(text.utf8)).result.tuningSystem == record.tuningSystem.printable)
  }

  @Test(
    "a time is whole milliseconds from 1970 to 9999",
    arguments: [
      ("1970-01-01T00:00:00.000Z", 0), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
      ("2024-02-29T12:00:00.007Z", 1_709_208_000_007),
    ])
  func times(text: String, milliseconds: Int64) throws {
    let line = try RecordLine(
      Data(comparison.replacing("2026-11-21T10:00:00.123Z", with: text).utf8))
    #expect(line.result.timestamp.millisecondsSince1970 == milliseconds)
    #expect(RecordLine.text(of: line.result).contains(text))
  }

  @Test("a time may be in whole seconds, or finer than milliseconds")
  func otherFractions() throws {
    for (text, expected) in [
      ("2026-11-21T10:00:00Z", "10:00:00.000Z"), ("2026-11-21T10:00:00.9999Z", "10:00:01.000Z"),
    ] {
      let line = try RecordLine(
        Data(comparison.replacing("2026-11-21T10:00:00.123Z", with: text).utf8))
      #expect(RecordLine.text(of: line.result).contains(expected))
    }
  }

  @Test(
    "a value that cannot be names its member",
    arguments: [
      ("comparison\",\"id", "rhythm\",\"id", "training", .training, "rhythm"),
      ("6f9619ff-", "6f96", "id", .id, "6f968b86-d011-b42d-00c04fc964ff"),
      ("2026-11-21T10:00:00.123Z", "2026-02-30T10:00:00.123Z", "timestamp", .time, nil),
      ("2026-11-21T10:00:00.123Z", "2026-11-21T25:00:00.123Z", "timestamp", .time, nil),
      ("2026-11-21T10:00:00.123Z", "2026-11-21T10:00:00.123", "timestamp", .time, nil),
      ("2026-11-21T10:00:00.123Z", "2026-11-21T10:00:00.123+02:00", "timestamp", .time, nil),
      ("2026-11-21T10:00:00.123Z", "2026-11-21T10:00:00.Z", "timestamp", .time, nil),
      ("2026-11-21T10:00:00.123Z", "1969-12-31T23:59:59.999Z", "timestamp", .time, nil),
      ("2026-11-21T10:00:00.123Z", "yesterday", "timestamp", .time, "yesterday"),
      (":60", ":128", "referenceNote", .note, "128"), (":60", ":-1", "referenceNote", .note, "-1"),
      (":60", ":60.5", "referenceNote", .note, "60.5"),
      (":60", ":\"C4\"", "referenceNote", .note, "C4"),
      (":67", ":true", "targetNote", .note, "true"), (":67", ":[]", "targetNote", .note, "…"),
      ("P5", "p5", "interval", .interval, "p5"), ("P5", "P1-", "interval", .interval, "P1-"),
      ("\"equal\"", "\"\"", "tuningSystem", .tuning, ""),
      ("\"equal\"", "null", "tuningSystem", .tuning, "null"),
      ("\"equal\"", "\"a\\u0000b\"", "tuningSystem", .tuning, "a b"),
      (":-12.5", ":1200.1", "centOffset", .cents, "1200.1"),
      (":-12.5", ":\"-12\"", "centOffset", .cents, "-12"),
      (":true", ":1", "isCorrect", .flag, "1"),
    ] as [(String, String, String, FieldDomain, String?)])
  func badValues(
    old: String, new: String, member: String, domain: FieldDomain, value: String?
  ) {
    let line = comparison.replacing(old, with: new)
    #expect(line != comparison)
    let shown = value ?? new
    #expect(fault(line) == .notAllowed(member, value: shown, domain))
  }

  @Test("a number beyond all doubles is no cent")
  func infinite() {
    guard
      case .notAllowed("centOffset", _, .cents) = fault(
        comparison.replacing("-12.5", with: "1e999"))
    else {
      Issue.record("accepted")
      return
    }
  }

  @Test("a member that is missing is named, whichever it is")
  func missing() throws {
    for (text, required) in [
      (comparison, ResultFields.byTraining[.comparison]?.filter(\.isRequired).map(\.name) ?? []),
      (matching, ResultFields.byTraining[.matching]?.filter(\.isRequired).map(\.name) ?? []),
    ] {
      #expect(required.count == 7)
      for member in ["training"] + required {
        let without = text.replacing("\"\(member)\"", with: "\"other\"")
        #expect(fault(without) == .missing(member))
      }
    }
  }

  @Test("a target that does not lie at the interval is refused")
  func disagreement() {
    #expect(
      fault(comparison.replacing(":67", with: ":66"))
        == .targetDisagrees(interval: "P5", expected: 67, found: 66))
    #expect(
      fault(comparison.replacing(":60", with: ":127"))
        == .targetDisagrees(interval: "P5", expected: nil, found: 67))
  }

  @Test(
    "what is no object is refused",
    arguments: ["", "null", "[]", "42", "{", "{}}", "\u{FEFF}x", "{\"training\":\"comparison\""])
  func noObject(text: String) { #expect(fault(text) == .notAnObject) }

  @Test("a line cut off anywhere is refused")
  func cutOff() {
    for length in 0..<comparison.utf8.count {
      #expect(fault(String(comparison.prefix(length))) != nil)
    }
  }

  @Test("bytes that are no text are refused")
  func noText() {
    var bytes = Data(comparison.utf8)
    bytes[20] = 0xFF
    #expect(throws: RecordLineError.self) { try RecordLine(bytes) }
  }
}
