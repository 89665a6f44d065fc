import Console
import Music
import Testing
import Training

@testable import Charts

@Suite("Playing on the stage")
@MainActor
struct PlayingStageTests {
  private func lines(
    _ moment: TrialStage.Moment, _ interval: DirectedInterval = .prime,
    in size: TerminalSize = StageFixture.wide, _ glyphs: Glyphs = .unicode
  ) -> [String] {
    let scene = TrialScene.trial(
      TrialStage(
        .playing, StageTask(reference: MIDINote(62), interval: interval, tuning: .justIntonation),
        moment))
    return scene.frame(of: StageFixture.place(of: scene, hasAnswer: true), in: size, glyphs: glyphs)
      .grid(in: size).lines.filter { !$0.isEmpty }
  }

  private func note(_ error: Double, curve: [Float]) -> PlayedNote {
    PlayedNote(
      error: error, uncertainty: 0.02, drift: 2.1, vibratoRate: 5.5, vibratoExtent: 30,
      length: 1, settleTime: 0.21, level: -20, curve: curve)
  }

  @Test("while it listens it shows the level, roughly the note, and what was missed; no figure")
  func listening() {
    let shown = lines(
      .listening(InputMeter(level: -30, note: MIDINote(69)), missed: "too short"))
    #expect(shown.contains { $0.contains("input ████████████············ -30 dB") })
    #expect(shown.contains { $0.hasSuffix("heard: A4") })
    #expect(shown.contains { $0.hasSuffix("too short") })
    #expect(shown.contains { $0.contains("Enter judge now   Space reference again") })
    #expect(!shown.contains { $0.contains("cents") })
  }

  @Test("the pitch stands on a row about the note, if the player is to see it")
  func livePitch() throws {
    func row(_ pitch: InputMeter.Pitch?, in size: TerminalSize = StageFixture.wide) -> String? {
      var meter = InputMeter(level: -30, note: MIDINote(69))
      meter.pitch = pitch
      return lines(.listening(meter), in: size).first { $0.contains("-50") }
        .map { String($0.drop { $0 == " " }) }
    }
    #expect(row(nil) == nil)
    let dots = String(repeating: "·", count: 20)
    #expect(row(.unheard) == "-50 \(dots)│\(dots) +50")
    #expect(row(.cents(0)) == "-50 \(dots)●\(dots) +50")
    #expect(row(.cents(1)) == row(.cents(0)))
    #expect(row(.cents(5)) == "-50 \(dots)│·●\(dots.dropLast(2)) +50")
    #expect(row(.cents(-50)) == "-50 ●\(dots.dropLast())│\(dots) +50")
    #expect(row(.cents(-180)) == row(.cents(-50)) && row(.cents(51)) == row(.cents(50)))
    let narrow = try #require(row(.cents(50), in: TerminalSize(columns: 30, rows: 12)))
    #expect(narrow.hasSuffix("● +50") && narrow.count <= 30)
  }

  @Test("no signal, clipping and a missing connection are said instead of a note")
  func faults() {
    func words(_ meter: InputMeter) -> String { meter.words }
    #expect(words(InputMeter(isSilent: true)) == "no sound arrives")
    #expect(
      words(InputMeter(note: MIDINote(69), isClipping: true))
        == "too loud: turn the input down")
    #expect(words(InputMeter(isSilent: true, fault: "nothing connected")) == "nothing connected")
  }

  @Test(
    "after the judgement the course stands about the target on a scale of 10, 15, 30 or 100 cents")
  func curve() {
    let fine = lines(.answered(.playing(note(1.2, curve: [0, 0, 9.9, 9.9]))))
    #expect(fine.contains { $0.contains("+10 ┤") && $0.contains("●") })
    #expect(fine.contains { $0.contains(" 0 ┤●") })
    #expect(fine.contains { $0.contains("1.2 cents sharp · D4") })
    #expect(
      fine.contains {
        $0.contains("rising by 2.1 cents · vibrato 5.5 Hz, ±30 cents")
      })
    let coarse = lines(.answered(.playing(note(-120, curve: [-120, -120]))))
    #expect(coarse.contains { $0.contains("-100 ┤●●●") })
    #expect(coarse.contains { $0.contains("120.0 cents flat") })
  }

  @Test(
    "a pitch is on a line only if it is there",
    arguments: [
      (0.4, "+10", 0), (0.6, "+10", 1), (-3, "+10", -1), (9, "+10", 2), (9.8, "+10", 3),
      (12, "+15", 2), (-12, "+15", -2), (16, "+30", 2), (29, "+30", 2), (31, "+100", 1),
      (140, "+100", 3),
    ])
  func places(cents: Double, top: String, row: Int) throws {
    for size in [StageFixture.wide, StageFixture.large] {
      let shown = lines(.answered(.playing(note(cents, curve: [Float(cents)]))), in: size)
      let first = try #require(shown.firstIndex { $0.contains("\(top) ┤") })
      let drawn = try #require(shown.firstIndex { $0.contains("●") })
      #expect(first + 3 - row == drawn)
    }
    let small = lines(
      .answered(.playing(note(cents, curve: [Float(cents)]))), in: StageFixture.small)
    guard let first = small.firstIndex(where: { $0.contains("\(top) ┤") }),
      let drawn = small.firstIndex(where: { $0.contains("●") })
    else { return }
    #expect(abs(first + 2 - drawn) == (row == 0 ? 0 : abs(row) == 3 ? 2 : 1))
  }

  @Test("the plot of the note before stays, dim, below the next trial, where there is room for it")
  func lastPlot() {
    let last = StageFixture.played(14.2)
    for moment in [TrialStage.Moment.first, .listening(InputMeter(level: -18))] {
      for interval in [DirectedInterval.prime, StageFixture.fifth] {
        let scene = StageFixture.playing(moment, interval)
        var place = StageFixture.place(of: scene, hasAnswer: true)
        place.last = last
        let frame = scene.frame(of: place, in: StageFixture.wide, glyphs: .unicode)
        let plot = frame.body.filter { $0.plain.contains("┤") }
        #expect(plot.count == 3)
        #expect(
          plot.flatMap(\.runs).allSatisfy {
            $0.text.allSatisfy { $0 == " " } || $0.style.weight == .dim
          })
        let shown = frame.grid(in: StageFixture.wide).lines
        #expect(shown[20].hasSuffix("last 14.2 cents sharp · D4"))
        #expect(shown.filter { $0.contains("┤") }.count == 3)
        let small = scene.frame(of: place, in: StageFixture.small, glyphs: .unicode)
        #expect(
          small.grid(in: StageFixture.small).lines[1].contains(interval == .prime ? "●" : "perfect")
            || moment != .first)
      }
    }
  }

  @Test("an interval has its name, and what became of it")
  func interval() {
    let shown = lines(
      .answered(.playing(note(8.3, curve: [8.3]), replay: .sounding(.given))), StageFixture.fifth)
    #expect(shown.contains { $0.contains("perfect fifth up") })
    #expect(shown.contains { $0.contains("the fifth was wide") })
    #expect(shown.contains { $0.contains("A4") && $0.contains("♪ yours") == false })
    #expect(shown.contains { $0.contains("♪ yours   ♪ true") && $0.contains("Enter skips") })
  }

  @Test("everything fits into 40 × 12, and into ASCII")
  func small() {
    for moment in [
      .first,
      .listening(InputMeter(level: -12, note: MIDINote(70)), missed: "no note was heard"),
      .answered(.playing(note(12, curve: [10, 12, 14]), replay: .follows)),
    ] as [TrialStage.Moment] {
      for interval in [DirectedInterval.prime, StageFixture.fifth] {
        let shown = lines(moment, interval, in: StageFixture.small)
        #expect(shown.count <= 12 && shown.allSatisfy { $0.count <= 40 })
        let ascii = lines(moment, in: StageFixture.small, .ascii)
        #expect(!ascii.joined().contains { "●█┤○┄♪".contains($0) })
      }
    }
  }

  @Test("the line that is read out begins with the verdict")
  func spoken() {
    let scene = TrialScene.trial(
      TrialStage(
        .playing,
        StageTask(reference: MIDINote(62), interval: StageFixture.fifth, tuning: .justIntonation),
        .answered(.playing(note(8.3, curve: []), replay: .follows))))
    #expect(
      scene.spokenAnswer(place: 3)
        == """
        3 8.3 cents sharp, the fifth was wide, A4, rising by 2.1 cents, vibrato 5.5 Hz, ±30 cents, \
        settled in 0.21 s. Yours, then true:
        """)
  }

  @Test("why a note was not judged, and what to do")
  func missed() {
    #expect(
      TrialWords.missed(.wrongNote(frequency: 440, cents: 0), note: MIDINote(69), isRinging: true)
        == "that was A4, not the note asked for")
    #expect(
      TrialWords.missed(.unsteady(wobble: 81.6), note: nil, isRinging: true)
        == "not steady: the pitch moved by 82 cents")
    for miss in [PlayedNoteOutcome.tooShort(seconds: 0.1), .noPitch, .inseparable] {
      #expect(!TrialWords.missed(miss, note: nil, isRinging: false).isEmpty)
    }
  }
}
