import Charts
import Console
import Foundation
import Music
import Realtime
import Testing
import Training

@testable import PeachApp
@testable import Program

@Suite("Playing as the user sees it")
@MainActor
struct PlayingFaceTests {
  private let face = PlayingFace()

  private func trial(_ interval: DirectedInterval = DirectedInterval(.perfectFifth)) -> PosedTrial {
    PosedTrial(
      .playing,
      Challenge(referenceNote: MIDINote(60), interval: interval),
      TrialConditions(
        index: 3, tuningSystem: .justIntonation, referencePitch: Frequency(hertz: 440),
        noteDuration: NoteDuration(seconds: 1)))
  }

  private func completed(_ trial: PosedTrial) -> CompletedTrial {
    CompletedTrial(
      id: UUID(), challenge: trial.challenge,
      played: PlayedNote(
        error: -8.1, length: 0.6, settleTime: 0.1, curve: [-8, -8], octaves: 1),
      tuningSystem: trial.tuningSystem, timestamp: Date(timeIntervalSince1970: 0))
  }

  @Test("why a note gave no result can be read before another one has its words")
  func missed() {
    let start = ContinuousClock.now
    var heard = HeardInput()
    heard.say("that was G♯5", at: start)
    heard.say("too short", at: start + .milliseconds(900))
    #expect(heard.missed == "that was G♯5")
    heard.say("not steady", at: start + .seconds(2))
    #expect(heard.missed == "not steady")
    // Who asks for a judgement gets it.
    heard.endReading()
    heard.say("too short", at: start + .milliseconds(2100))
    #expect(heard.missed == "too short")
  }

  @Test("Enter and the word commit let a note be judged; a pedal needs no note of ours")
  func commands() {
    #expect(face.command(for: .enter) == .commit)
    #expect(LineCommands.parse("commit", for: .playing) == .intent(.commit))
    #expect(LineCommands.parse("higher", for: .playing) == .unfitting("higher"))
    #expect(face.controls.intents == [ControlIntent.done] && !face.controls.movesSlider)
  }

  @Test("--keep-audio takes a directory, and no option in its place")
  func keepAudio() throws {
    #expect(try PlayCommand.parse(["--keep-audio", "sounds", "--json"]).keepAudio == "sounds")
    #expect(try PlayCommand.parse(["--keep-audio=-sounds"]).keepAudio == "-sounds")
    #expect(throws: (any Error).self) { try PlayCommand.parse(["--keep-audio", "--json"]) }
  }

  @Test("a result in a line, with the octave; in JSON with every measure and the curve")
  func result() {
    let trial = trial()
    let result = face.shown(completed(trial), of: trial)
    #expect(
      result.line
        == "3 8.1 cents flat, the fifth was narrow, G4, 1 octave higher, settled in 0.10 s")
    let names = result.fields.map(\.name)
    #expect(
      names.starts(with: [
        "index", "userCentError", "id", "outcome", "uncertainty", "drift", "vibratoRate",
        "vibratoExtent", "steadiness", "playedLength", "settleTime", "inputLevel", "octaves",
        "curve", "timestamp", "tuningSystem",
      ]))
    #expect(result.fields.contains(ShownField("curve", .numbers([-8, -8]))))
  }

  @Test("a wrong note is named; every miss says its outcome in JSON")
  func misses() throws {
    let trial = trial()
    let wrong = face.shown(.wrongNote(frequency: 441, cents: 0), of: trial)
    #expect(wrong.line == "that was A4, not the note asked for")
    #expect(wrong.fields.contains(ShownField("note", .figure(69))))
    for miss in [
      PlayedNoteOutcome.tooShort(seconds: 0.2), .unsteady(wobble: 90), .noPitch, .inseparable,
      .lost,
    ] {
      let shown = face.shown(miss, of: trial)
      #expect(shown.fields.contains(ShownField("outcome", .text(miss.name), isSent: true)))
    }
  }

  @Test("while it listens the stage follows the input; before and after it does not")
  func scenes() {
    let heard = HeardInput(meter: InputMeter(level: -20))
    for phase in TrialPhase.allCases {
      let scene = face.scene(of: trial(), phase, heard)
      #expect((scene != nil) == [.listening, .judging].contains(phase))
    }
  }

  @Test("a pause because nothing was heard says so")
  func idle() {
    #expect(face.shown(.idleHand).line?.contains("nothing was heard") == true)
    #expect(MatchingFace().shown(.idleHand).line?.contains("nothing was tuned") == true)
  }
}
