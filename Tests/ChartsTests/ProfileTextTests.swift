import Foundation
import Music
import TestSupport
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

  @Test("JSON has the same members of purity as of the comparison of intervals")
  mutating func purityJSON() throws {
    train()
    for offset in [4.0, -8] {
      hearing.add(
        ChoiceAnswer(
          .purity,
          note: MIDINote(61), interval: .prime, centOffset: Cents(offset), isCorrect: true,
          date: date))
    }
    let text = ProfileJSON.text(try snapshot())
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [String: [String: Any]]])
    let compared = try #require(object["comparison"]?["interval"])
    let (unison, interval) = (
      try #require(object["purity"]?["unison"]), try #require(object["purity"]?["interval"])
    )
    #expect(Set(unison.keys) == Set(compared.keys) && Set(interval.keys) == Set(compared.keys))
    #expect(unison["trials"] as? Int == 2 && interval["trials"] as? Int == 0)
    #expect(unison["overallMean"] as? Double == 6 && interval["overallMean"] is NSNull)
    let notes = try #require(unison["notes"] as? [[String: Any]])
    #expect(notes.compactMap { $0["note"] as? Int } == Array(60...72))
    #expect(notes[1]["count"] as? Int == 2 && notes[1]["mean"] as? Double == 6)
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
    #expect(unison["state"] as? String == "early")
    let level = try #require(unison["level"] as? Double)
    #expect(try #require(unison["low"] as? Double) < level)
    #expect(try level < #require(unison["high"] as? Double))
    #expect((0...0.2).contains(try #require(unison["lapseRate"] as? Double)))
    for note in notes {
      #expect(note["state"] as? String == "early")
      let low = try #require(note["low"] as? Double)
      let threshold = try #require(note["threshold"] as? Double)
      #expect(try low < threshold && threshold < #require(note["high"] as? Double))
    }
    #expect(unison["trend"] is NSNull)
    let interval = try #require(object["comparison"]?["interval"])
    #expect(interval["trials"] as? Int == 1)
    #expect(interval["state"] as? String == "early")
    let fifth = try #require((interval["intervals"] as? [[String: Any]])?.first)
    #expect(fifth["interval"] as? String == "P5")
    #expect(fifth["count"] as? Int == 1)
    #expect(fifth["state"] as? String == "early")
    for member in ["shift", "shiftLow", "shiftHigh", "threshold", "low", "high"] {
      #expect(fifth[member] is Double, "\(member)")
    }
    #expect(object["matching"]?["unison"]?["count"] as? Int == 0)
    #expect(object["matching"]?["unison"]?["bias"] is NSNull)
    #expect(object["matching"]?["unison"]?["trend"] is NSNull)
  }

  @Test("JSON says before the first trial that it is too early")
  func untrainedJSON() throws {
    let text = ProfileJSON.text(try snapshot())
    #expect(text.contains(#""unison":{"trials":0,"state":"early","level":1"#))
    #expect(text.contains(#""interval":{"trials":0,"state":"early","#))
    #expect(text.contains(#""intervals":[]"#))
    #expect(!text.contains("shown"))
  }

  @Test("JSON has the tested trends and the plain ones, and the fit of matching with its intervals")
  mutating func trendsInJSON() throws {
    for index in 0..<400 {
      let day = date.addingTimeInterval(Double(index / 40) * 86_400)
      hearing.addComparison(
        note: MIDINote(60), centOffset: [4, 12, 40, 90][index % 4],
        isCorrect: index % 4 > 1 || !(index / 4).isMultiple(of: index % 4 == 1 ? 4 : 2),
        interval: .prime, date: day)
      hearing.add(
        PitchAnswer(
          .matching,
          note: MIDINote(60), interval: .prime, centError: Cents(Double(index % 5)),
          initialCentOffset: Cents(Double(index % 11) * 10 - 50), date: day, presentation: nil))
    }
    let text = ProfileJSON.text(try snapshot())
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [String: [String: Any]]])
    let unison = try #require(object["comparison"]?["unison"])
    let trend = try #require(unison["trend"] as? [String: Any])
    #expect(["noClearChange", "finer", "coarser"].contains(trend["trend"] as? String))
    #expect(trend["days"] as? Int == 10)
    for member in ["changePerMonth", "low", "high", "probability"] {
      #expect(trend[member] is Double, "\(member)")
    }
    #expect((unison["halvesTrend"] as? [String: Any])?["trend"] as? String == "stable")
    let matching = try #require(object["matching"]?["unison"])
    for name in ["bias", "spread", "pull"] {
      let value = try #require(matching[name] as? Double)
      #expect(try #require(matching["\(name)Low"] as? Double) <= value)
      #expect(try value <= #require(matching["\(name)High"] as? Double))
    }
    #expect((matching["trend"] as? [String: Any])?["trend"] as? String == "noClearChange")
    #expect(matching["halvesTrend"] is [String: Any])
  }

  @Test("the text says what may be said, and the table has a line for each note")
  mutating func table() throws {
    train()
    let lines = ProfileText.text(try snapshot()).split(separator: "\n").map(String.init)
    #expect(lines.contains("Comparison, unison"))
    #expect(lines.contains("  comparisons: 2"))
    #expect(
      lines.contains {
        $0.hasPrefix("  It is too early to say: there are 2 comparisons, and it takes about 20")
      })
    #expect(
      lines.contains {
        $0.hasPrefix("  perfect fifth: It is too early to say: there is 1 comparison, and it takes")
      })
    let row = try #require(lines.first { $0.hasPrefix("  E2 ") })
    #expect(row.split(separator: " ") == ["E2", "-", "-", "-", "2"], "no figure this early")
    #expect(lines.contains("Matching, intervals"))
    #expect(!lines.joined().contains("mean difference"))
  }

  @Test("an untrained ear gets a plain word")
  func untrained() throws {
    #expect(ProfileText.text(try snapshot()).contains("Comparison, unison\n  not trained yet\n"))
  }
}
