import Foundation
import Intonation
import Music
import Sound
import TestSupport
import Testing

@testable import Console
@testable import PeachApp

@Suite("The tuner's screen and words")
@MainActor
struct TunerScreenTests {
  private static let scale = TunerScale(
    tuning: .equalTemperament, referencePitch: Frequency(hertz: 440), root: MIDINote(57))

  private func model(
    _ frequency: Double?, measured: Double? = nil, uncertainty: Double = 0.02,
    isSilent: Bool = false, _ exclusion: PitchFrame.Exclusion? = nil
  ) -> TunerModel {
    var model = TunerModel(Self.scale)
    let frames = (0..<500).map {
      PitchFrame(
        time: Double($0) / 50, frequency: frequency, exclusion: exclusion, clarity: 1, level: -20)
    }
    model.receive(frames, InputHealth(peak: -18, isSilent: isSilent))
    if let measured {
      model.receive(
        HeldTone(
          time: 9.7,
          tone: PlayedNote(
            error: 0, uncertainty: uncertainty, length: 0.5, level: -20, frequency: measured)))
    }
    return model
  }

  private func rows(
    _ model: TunerModel, sources: [String]? = ["system:capture_1"], drone: MIDINote? = nil,
    in size: (Int, Int) = (80, 24), glyphs: Glyphs = .unicode
  ) -> [String] {
    let size = TerminalSize(columns: size.0, rows: size.1)
    return TunerScreen(model: model, sources: sources, drone: drone, glyphs: glyphs)
      .stage(in: size).grid(in: size).lines
  }

  private let sharp = 440 * exp2(7 / 1200.0)

  @Test("a held note has its name, cents, uncertainty and direction, above the last ten seconds")
  func held() {
    let rows = rows(model(sharp, measured: sharp), drone: MIDINote(57))
    #expect(rows[0].contains("Tuner"))
    #expect(rows.contains { $0.contains("A4   +7.0 ± 0.1 cents   sharp") })
    #expect(rows.contains { $0.contains("441.78 Hz") })
    #expect(rows.contains { $0.contains("+50 ┤") })
    #expect(rows.contains { $0.contains("-50 ┤") })
    #expect(rows.contains { $0.contains("·●") })
    #expect(rows.contains { $0.contains("-10 s") && $0.contains("now") })
    #expect(rows.contains { $0.contains("input ███████████····· -18 dB") })
    #expect(rows.contains { $0.contains("A 440 · equal temperament · ← system 1 · drone A3") })
    #expect(rows.last?.contains("d drone off") == true)
  }

  @Test("what is not measured has no figures but about ten cents")
  func about() {
    let rows = rows(model(440 * exp2(-23 / 1200.0)))
    #expect(rows.contains { $0.contains("about A4 -20") })
    #expect(!rows.contains { $0.contains("±") || $0.contains("Hz") })
  }

  @Test("hum and what is too high are named, on the screen, in lines and in JSON")
  func excluded() {
    let hum = "Only the hum of the mains is heard: 50 Hz"
    let high = "This pitch is above the tuner's range, which ends at 4500 Hz."
    for (exclusion, text, member) in [
      (PitchFrame.Exclusion.hum(hertz: 50), hum, #""hum":50"#),
      (.aboveRange, high, #""aboveRange":true"#),
    ] {
      let model = model(nil, exclusion)
      let words = rows(model).joined(separator: " ").split(separator: " ").joined(separator: " ")
      #expect(words.contains(text))
      #expect(rows(model).contains { $0.contains("Play or sing a note.") })
      let output = TextRecorder()
      let lines = TunerLines(output: output, messages: output, glyphs: .unicode)
      for _ in 0..<3 { lines.show(model) }
      #expect(output.lines == [text])
      let json = TextRecorder()
      TunerJSON(output: json).show(model)
      #expect(json.lines.count == 1 && json.lines.allSatisfy { $0.contains(member) })
    }
    let json = TextRecorder()
    TunerJSON(output: json).show(model(440))
    #expect(
      json.lines.allSatisfy { $0.contains(#""hum":null"#) && $0.contains(#""aboveRange":false"#) })
  }

  @Test("what keeps Peach from hearing is said with what to do")
  func advice() {
    let none = rows(model(nil), sources: [])
    #expect(none.contains { $0.contains("Nothing is connected to in_1.") })
    #expect(none.contains { $0.contains("Press o to choose a microphone") })
    let silent = rows(model(nil, isSilent: true))
    #expect(silent.contains { $0.contains("No sound comes in from system 1.") })
    #expect(silent.contains { $0.contains("Check its cable, gain and mute") })
    #expect(rows(model(nil)).contains { $0.contains("Play or sing a note.") })
  }

  @Test(
    "it fits any terminal, with ASCII alone where there is no more",
    arguments: [(80, 24), (40, 12), (30, 8), (20, 5), (200, 60)])
  func sizes(columns: Int, height: Int) {
    for glyphs in [Glyphs.unicode, .ascii] {
      for model in [model(nil), model(sharp), model(sharp, measured: sharp)] {
        let rows = rows(model, in: (columns, height), glyphs: glyphs)
        #expect(rows.count <= height && rows.allSatisfy { $0.columns <= columns })
        guard glyphs.dash == "-" else { continue }
        let body = TunerScreen(
          model: model, sources: ["system:capture_1"], drone: nil, glyphs: glyphs
        ).stage(in: TerminalSize(columns: columns, rows: height)).body
        #expect(body.allSatisfy { $0.plain.allSatisfy(\.isASCII) })
      }
    }
    let held = rows(model(sharp, measured: sharp), in: (columns, height), glyphs: .ascii)
    #expect(held.contains { $0.contains("A4") && $0.contains("+7.0") })
  }

  @Test("a small terminal still has a strip")
  func small() {
    let rows = rows(model(sharp, measured: sharp), in: (40, 12))
    #expect(rows.contains { $0.contains(" 0 ┤") } && rows.contains { $0.contains("input ") })
  }

  @Test("no more is claimed than is known, and 0 has no direction")
  func words() throws {
    func line(_ cents: Double, _ uncertainty: Double) throws -> String {
      var model = TunerModel(Self.scale)
      let tone = PlayedNote(
        error: 0, uncertainty: uncertainty / 2, length: 0.5, level: -20,
        frequency: 440 * exp2(cents / 1200))
      let reading = model.receive(HeldTone(time: 1, tone: tone))
      return TunerWords.line(try #require(reading))
    }
    #expect(try line(7, 0.02) == "A4: 7.0 cents sharp, to within 0.1")
    #expect(try line(-12.34, 0.21) == "A4: 12.3 cents flat, to within 0.3")
    #expect(try line(0.04, 0.1) == "A4: in tune, to within 0.1 cents")
    #expect(try line(-3.4, 1.2) == "A4: 3 cents flat, to within 2")
  }

  @Test("lines: one for a note, another one when it has been tuned, and one for it played again")
  func lines() throws {
    let output = TextRecorder()
    let lines = TunerLines(output: output, messages: output, glyphs: .unicode)
    var model = model(440)
    func hear(_ cents: Double, at time: Double) throws {
      let tone = HeldTone(
        time: time,
        tone: PlayedNote(
          error: 0, uncertainty: 0.02, length: 0.5, level: -20,
          frequency: 440 * exp2(cents / 1200)))
      let reading = model.receive(tone)
      lines.show(try #require(reading), in: model)
    }
    try hear(-9, at: 9.0)
    try hear(-8.8, at: 9.2)
    try hear(-4, at: 9.4)
    try hear(-2, at: 11)
    #expect(
      output.lines == [
        "A4: 9.0 cents flat, to within 0.1", "A4: 2.0 cents flat, to within 0.1",
      ])
    model.receive(
      (0..<100).map {
        PitchFrame(time: 12 + Double($0) / 50, frequency: nil, clarity: 0, level: -80)
      },
      InputHealth(peak: -70))
    lines.show(model)
    try hear(-2, at: 13.8)
    #expect(output.lines.count == 3)
  }

  @Test("keys and words ask for the same")
  func commands() {
    #expect(TunerCommands.command(for: .character("d")) == .drone)
    #expect(TunerCommands.command(for: .escape) == .quit)
    #expect(TunerCommands.command(in: "drone") == .drone)
    #expect(TunerCommands.command(in: " Drone  a3 ") == .droneAt(MIDINote(57)))
    #expect(TunerCommands.command(in: "drone 60") == .droneAt(MIDINote(60)))
    #expect(TunerCommands.command(in: "drone off") == .droneOff)
    #expect(TunerCommands.command(in: "level -20") == .level(.to(-20)))
    for line in ["drone any", "drone H9", "level 3", "level", "tune", "quit now please"] {
      #expect(TunerCommands.command(in: line) == nil)
    }
  }
}
