import Foundation
import Music
import Testing

@testable import Console
@testable import Intonation
@testable import PeachApp

@Suite("What is shown of a sound's tuning")
@MainActor
struct SoundCheckTextTests {
  private func note(
    _ key: Int, _ verdict: ToneVerdict = .steady, cents: Double? = 0, octaves: Int = 0,
    vibrato: Double = 0, uncertainty: Double = 0.1, apart: Double = 0,
    wander: Double = 0, scatter: Double = 0, change: ToneMeasurement.Change? = nil
  ) -> KeyIntonation {
    var tone = ToneMeasurement(verdict)
    tone.deviation = cents
    tone.uncertainty = cents.map { _ in uncertainty }
    tone.octaves = octaves
    tone.channelDifference = apart
    tone.change = change
    tone.wander = wander
    tone.scatter = scatter
    tone.vibratoExtent = vibrato
    tone.vibratoRate = vibrato > 0 ? 5.5 : 0
    tone.level = verdict == .silent ? nil : IntonationTable.commonLevel - 1.3
    tone.peak = tone.level.map { $0 + 6 }
    return KeyIntonation(key: key, tone: tone)
  }

  /// The findings about these notes.
  private func findings(
    _ notes: [KeyIntonation], isExact: Bool = false, isOn: Bool = true,
    range: NoteRange? = nil
  ) throws -> SoundFindings {
    let range = try #require(range ?? NoteRange(lowest: 60, highest: 72))
    return SoundFindings(
      sound: "big:0:40", font: "/fonts/big.sf2", isExact: isExact,
      table: IntonationTable(notes), isCorrected: isOn, isEvened: isOn,
      noteRange: range)
  }

  private func lines(
    _ findings: SoundFindings, columns: Int = 80, glyphs: Glyphs = .unicode
  ) -> [String] {
    SoundCheckText.text(findings, columns: columns, glyphs: glyphs)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("a line for each note, its numbers under each other")
  func table() throws {
    let lines = lines(
      try findings([note(60, cents: 3.25), note(61, .vibrato, cents: -12.3, vibrato: 8)]))
    #expect(lines[0] == "Sound big:0:40 of /fonts/big.sf2")
    #expect(lines[2] == "note  cents     ±  tone                         dB  level change")
    #expect(lines[3] == "C4    +3.25  0.10  steady                    -19.5          +1.3")
    #expect(lines[4] == "C♯4   -12.3  0.10  vibrato ±8, 5.5 a second  -19.5          +1.3")
  }

  @Test("the other pitch of a loop is named with its time")
  func change() throws {
    let lines = lines(
      try findings([
        note(70, cents: 0.02, change: ToneMeasurement.Change(seconds: 2.14, deviation: 5.65))
      ]))
    #expect(lines[3].hasPrefix("B♭4   +0.02  0.10  steady; +5.65 from 2.1 s on  "))
    #expect(lines.contains { $0.contains("at most by 5.65") })
  }

  @Test("what cannot be mended is named with its reason")
  func unmendable() throws {
    let lines = lines(
      try findings([
        note(60),
        note(61, .octaveError, cents: 1, octaves: -1),
        note(62, .unpitched, cents: nil),
        note(63, .tooShort, cents: nil),
        note(64, .vibrato, cents: 1, vibrato: 31),
        note(65, .wavering, cents: 1, uncertainty: 5),
        note(66, .wavering, cents: 1, apart: 1.1),
        note(67, cents: 1, wander: 1.1),
        note(68, .vibrato, cents: 1, vibrato: 8, wander: 1.1),
        note(69, cents: 1, uncertainty: 3.4, scatter: 3.3),
      ]))
    let start = lines.firstIndex(of: "These notes cannot be corrected:") ?? 0
    #expect(
      lines.dropFirst(start + 1).prefix(8) == [
        "  whole octaves off: C♯4", "  no pitch near their key: D4", "  too short: E♭4",
        "  vibrato wider than ±25 cents: E4",
        "  another pitch on the left than on the right: F♯4",
        "  a pitch that changes too much while they are held: G4",
        "  overtones that contradict each other by more than 2 cents: A4",
        "  a pitch uncertain by more than 2 cents: F4",
      ])
    #expect(lines.contains { $0.contains("an octave too low") })
  }

  @Test("whether training corrects it is said")
  func settings() throws {
    #expect(lines(try findings([note(60)])).contains("Peach corrects this in training."))
    let off = lines(try findings([note(60)], isOn: false))
    #expect(
      off.contains("Peach does not correct this in training, because correctIntonation is false."))
    #expect(
      off.contains(
        "Peach does not even out the loudness in training, because evenLoudness is false."))
    #expect(off.contains("Every note can be corrected."))
  }

  @Test("an exact sound needs no table")
  func exact() throws {
    let lines = lines(try findings([], isExact: true))
    #expect(lines.count == 2)
    #expect(lines[1].hasPrefix("Exact"))
  }

  @Test("the plot has sharp notes above the middle, flat ones below, crosses for the unmendable")
  func plot() {
    let notes = [
      note(60, cents: 4), note(61, cents: -4), note(62, cents: 0),
      note(63, cents: 2, uncertainty: 5),
    ]
    #expect(
      DeviationPlot(notes: notes, glyphs: .unicode).lines(columns: 40) == [
        "   +4 ┤●   ", "      │    ", "   +2 ┤   ✗", "      │    ", "    0 ┤──●─", "      │    ",
        "   -2 ┤    ", "      │    ", "   -4 ┤ ●  ", "       ░█░█", "       C4",
      ])
    let ascii = DeviationPlot(notes: notes, glyphs: .ascii).lines(columns: 40).joined()
    #expect(ascii.utf8.count == ascii.count)
  }

  @Test("no line of the plot is wider than the terminal")
  func narrow() {
    let notes = (21...108).map { note($0, cents: Double($0 % 7)) }
    for line in DeviationPlot(notes: notes, glyphs: .unicode).lines(columns: 40) {
      #expect(line.count <= 40)
    }
  }

  @Test(
    "silent notes are named too, runs of them by their ends; what is left of the range is counted")
  func silent() throws {
    let notes = (60...72).map { key in
      [61, 63, 64, 68, 69, 70].contains(key) ? note(key, .silent, cents: nil) : note(key)
    }
    let some = lines(try findings(notes))
    #expect(some.contains("  silent: C♯4 E♭4 E4 G♯4…B♭4"))
    #expect(some.contains("Training uses 7 of the 13 notes from C4 to C5."))
    #expect(some.last?.hasPrefix("For more notes, ") == true)
    let all = lines(try findings((60...72).map { note($0) }))
    #expect(all.last == "Training uses every note from C4 to C5.")
  }

  @Test("uncorrected, only silent notes are left out")
  func uncorrected() throws {
    let notes = (60...72).map {
      $0 == 60 ? note($0, .silent, cents: nil) : note($0, uncertainty: 5)
    }
    #expect(try findings(notes).usableNotes.isEmpty)
    #expect(try findings(notes, isOn: false).usableNotes == Array(61...72))
  }

  @Test("JSON has every number as it is, and null where there is none")
  func json() throws {
    let text = try findings([note(60, cents: 1.0 / 3), note(61, .silent, cents: nil)]).json
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let notes = try #require(object["notes"] as? [[String: Any]])
    #expect(notes[0]["deviation"] as? Double == 1.0 / 3)
    #expect(notes[1]["deviation"] is NSNull)
    #expect(object["isExact"] as? Bool == false)
  }
}
