import Foundation
import Music
import Testing
import Training

@testable import Console

@Suite("The profile in words and in JSON")
struct ProfileTextTests {
  private let profile = PerceptualProfile()
  private let trends = TrendAnalyzer()

  private func snapshot() throws -> ProfileSnapshot {
    let range = try #require(NoteRange(lowest: 60, highest: 72))
    return ProfileSnapshot(profile: profile, trends: trends, noteRange: range)
  }

  private func train() {
    for offset in [10.0, -20] {
      profile.update(note: MIDINote(40), centOffset: Cents(offset), interval: .prime)
      trends.update(centOffset: Cents(offset), interval: .prime)
    }
    profile.update(
      note: MIDINote(62), centOffset: Cents(7), interval: DirectedInterval(.perfectFifth))
  }

  @Test("JSON lists the note range and every trained note, and null where nothing is known")
  func json() throws {
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
    #expect(notes[1]["mean"] is NSNull && notes[1]["threshold"] is NSNull)
    let interval = try #require(object["comparison"]?["interval"])
    #expect(interval["trials"] as? Int == 1)
    #expect(object["matching"]?["unison"]?["count"] as? Int == 0)
    #expect(object["matching"]?["unison"]?["bias"] is NSNull)
  }

  @Test("the table has a line for each trained note")
  func table() throws {
    train()
    let lines = ProfileText.text(try snapshot()).split(separator: "\n").map(String.init)
    #expect(lines.contains("Comparison, unison"))
    #expect(lines.contains("  mean difference          15.0 cents"))
    #expect(lines.contains("  E2               2              15.0     7.07"))
    #expect(lines.contains("Pitch matching, intervals"))
  }

  @Test("an untrained ear gets a plain word")
  func untrained() throws {
    #expect(ProfileText.text(try snapshot()).contains("Comparison, unison\n  not trained yet\n"))
  }
}
