import Foundation
import Music
import Testing
import Training

@testable import Charts

@Suite("The profile in words and in JSON")
struct ProfileTextTests {
  private var hearing = HearingModel()
  private let date = Date(timeIntervalSince1970: 0)

  private func snapshot() throws -> ProfileSnapshot {
    let range = try #require(NoteRange(lowest: 60, highest: 72))
    return ProfileSnapshot(hearing, noteRange: range)
  }

  private mutating func train() {
    for offset in [10.0, -20] {
      let note = MIDINote(40)
      hearing.addComparison(
        note: note, centOffset: Cents(offset), isCorrect: true, interval: .prime, date: date)
    }
    hearing.addComparison(
      note: MIDINote(62), centOffset: Cents(7), isCorrect: false,
      interval: DirectedInterval(.perfectFifth), date: date)
  }

  @Test("JSON lists the note range and every trained note, and null where nothing is known")
  mutating func json() throws {
    train()
    let text = ProfileJSON.text(try snapshot())
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [String: [String: Any]]])
    let unison = try #require(object["comparison"]?["unison"])
    #expect(unison["trials"] as? Int == 2)
    #expect(unison["overallMean"] as? Double == 15)
    #expect(unison["overallStdDev"] is NSNull)
    #expect(unison["halvesTrend"] is NSNull)
    let notes = try #require(unison["notes"] as? [[String: Any]])
    #expect(notes.compactMap { $0["note"] as? Int } == [40] + Array(60...72))
    #expect(notes[0]["count"] as? Int == 2)
    #expect(notes[0]["mean"] as? Double == 15)
    #expect(abs((notes[0]["stdDev"] as? Double ?? 0) - 50.0.squareRoot()) < 1e-12)
    #expect(notes[1]["mean"] is NSNull)
    for note in notes {
      let low = try #require(note["low"] as? Double)
      let threshold = try #require(note["threshold"] as? Double)
      #expect(try low < threshold && threshold < #require(note["high"] as? Double))
    }
    #expect(unison["trend"] is NSNull)
    let interval = try #require(object["comparison"]?["interval"])
    #expect(interval["trials"] as? Int == 1)
    #expect(object["matching"]?["unison"]?["count"] as? Int == 0)
    #expect(object["matching"]?["unison"]?["bias"] is NSNull)
    #expect(object["matching"]?["unison"]?["trend"] is NSNull)
  }

  @Test("JSON has no threshold before the first trial")
  func untrainedJSON() throws {
    let text = ProfileJSON.text(try snapshot())
    #expect(text.contains(#""threshold":null,"low":null,"high":null"#))
    #expect(!text.contains(#""threshold":1"#))
  }

  @Test("JSON has the tested trends, with their sizes and uncertainties")
  mutating func trendsInJSON() throws {
    for index in 0..<40 {
      hearing.addComparison(
        note: MIDINote(60), centOffset: 10, isCorrect: !index.isMultiple(of: 4), interval: .prime,
        date: date)
      hearing.addMatching(
        note: MIDINote(60), centError: Cents(Double(index % 5)), interval: .prime, date: date)
    }
    let text = ProfileJSON.text(try snapshot())
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [String: [String: Any]]])
    let trend = try #require(object["comparison"]?["unison"]?["trend"] as? [String: Any])
    #expect(trend["trend"] as? String == "noClearChange")
    #expect(trend["trials"] as? Int == 40)
    for member in ["changePer1000Trials", "low", "high"] { #expect(trend[member] is Double) }
    let matching = try #require(
      object["matching"]?["unison"]?["trend"] as? [String: [String: Any]])
    #expect(matching["accuracy"]?["centsPer1000Trials"] is Double)
    #expect(matching["precision"]?["changePer1000Trials"] is Double)
  }

  @Test("the table has a line for each trained note")
  mutating func table() throws {
    train()
    let lines = ProfileText.text(try snapshot()).split(separator: "\n").map(String.init)
    #expect(lines.contains("Comparison, unison"))
    #expect(lines.contains("  mean difference asked        15.0 cents"))
    let row = try #require(lines.first { $0.hasPrefix("  E2 ") })
    #expect(row.hasSuffix("            2      15.0      7.07"))
    #expect(row.split(separator: " ").count == 7)
    #expect(lines.contains { $0.hasPrefix("  trend                        too few results yet") })
    #expect(lines.contains("Pitch matching, intervals"))
  }

  @Test("an untrained ear gets a plain word")
  func untrained() throws {
    #expect(ProfileText.text(try snapshot()).contains("Comparison, unison\n  not trained yet\n"))
  }
}
