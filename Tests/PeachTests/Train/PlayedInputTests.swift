import Charts
import Foundation
import Intonation
import Music
import Realtime
import Sound
import TestSupport
import Testing
import Training

@testable import Client
@testable import PeachApp
@testable import Program

@Suite("Listening to what is played")
@MainActor
struct PlayedInputTests {
  /// A judge that is told what to find.
  private final class MockJudge: NoteJudge {
    private(set) var rules: [PlayedNoteRules] = []
    private(set) var (commits, cancels) = (0, 0)

    func judge(_ rules: PlayedNoteRules) { self.rules.append(rules) }
    func commit() { commits += 1 }
    func cancel() { cancels += 1 }
  }

  private let judge = MockJudge()
  private let clock = ManualClock()
  private let input: PlayedInput
  private let target = Frequency(hertz: 440)

  init() {
    input = PlayedInput(
      sampleRate: 48_000, referencePitch: { Frequency(hertz: 440) }, clock: clock)
    input.begin(with: judge)
  }

  private func frames(
    _ level: Double, from start: Int = 0, count: Int = 1, hertz: Double? = 440
  ) -> [PitchFrame] {
    (0..<count).map {
      PitchFrame(
        time: Double(start + $0) / 50, frequency: level > -50 ? hertz : nil, clarity: 1,
        level: level)
    }
  }

  private func hear(
    _ level: Double, from start: Int = 0, count: Int = 1, hertz: Double? = 440
  ) {
    for index in 0..<count {
      input.receive(
        frames(level, from: start + index, hertz: hertz),
        InputHealth(peak: level, time: Double(start + index) / 50))
    }
  }

  @Test("what is judged reaches the training once, with the moment at which the note began")
  func judged() {
    var outcomes: [(PlayedNoteOutcome, SoundTime?)] = []
    input.listen(PlayedNoteRules(target: target)) { outcomes.append(($0, $1)) }
    #expect(judge.rules.map(\.target) == [target])
    let note = PlayedNote(
      error: 3, uncertainty: 0.01, length: 0.75, settleTime: 0.25, level: -20, curve: [3, 3],
      frequency: 441)
    input.receive(.judged(note), at: FrameTime(96_000))
    input.receive(.noPitch, at: FrameTime(97_000))
    #expect(outcomes.count == 1)
    guard case .judged(let heard)? = outcomes.first?.0 else {
      Issue.record("not judged")
      return
    }
    #expect(heard.error == 3 && heard.curve == [3, 3])
    #expect(outcomes.first?.1 == SoundTime(frame: 48_000, rate: 48_000))
  }

  @Test("the pitch is followed and shown at once, for a note whose pitch the player is to see")
  func livePitch() {
    var isShown = true
    let input = PlayedInput(
      sampleRate: 48_000, referencePitch: { Frequency(hertz: 440) }, showsPitch: { isShown },
      clock: clock)
    input.begin(with: judge)
    var shown: [InputMeter.Pitch?] = []
    input.onMeter = { shown.append($0.pitch) }
    input.receive(heard: 3)
    input.listen(PlayedNoteRules(target: target)) { _, _ in }
    shown = []
    for cents in [3.2, 3.4, -7.6, nil] { input.receive(heard: cents) }
    #expect(shown == [.cents(3), .cents(-8), .unheard])
    isShown = false
    input.listen(PlayedNoteRules(target: target)) { _, _ in }
    shown = []
    input.receive(heard: 3)
    #expect(shown.isEmpty)
    #expect(judge.rules.map(\.followsPitch) == [true, false])
  }

  @Test(
    "a judged note has ended when it has faded for a moment, or when only another sound is left")
  func toneEnd() {
    var ends = 0
    func judge() {
      input.listen(PlayedNoteRules(target: target)) { _, _ in }
      let note = PlayedNote(
        error: 3, uncertainty: 0.01, length: 0.75, settleTime: 0.25, level: -20, frequency: 441)
      input.receive(.judged(note), at: FrameTime(96_000))
      input.awaitToneEnd { ends += 1 }
    }
    judge()
    hear(-20, count: 100)
    #expect(ends == 0)
    hear(-40, from: 100, count: 9)
    #expect(ends == 0, "too short a gap")
    hear(-22, from: 109, count: 20)
    hear(-40, from: 129, count: 12)
    #expect(ends == 1)
    judge()
    hear(-20, from: 150, count: 30)
    input.cancel()
    hear(-70, from: 180, count: 60)
    #expect(ends == 1, "nobody waits")
    input.awaitToneEnd { ends += 1 }
    #expect(ends == 2, "nothing is held")
  }

  @Test("whoever never lets go is not waited for for ever")
  func endlessTone() async throws {
    var ended = false
    input.listen(PlayedNoteRules(target: target)) { _, _ in }
    let note = PlayedNote(
      error: 3, uncertainty: 0.01, length: 0.75, settleTime: 0.25, level: -20, frequency: 441)
    input.receive(.judged(note), at: FrameTime(96_000))
    input.awaitToneEnd { ended = true }
    try await wait(for: "the timer") { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(10))
    try await wait(for: "the end") { ended }
  }

  @Test("the time that the sound takes through the loop is taken off the beginning of the note")
  func loopDelay() {
    let late = PlayedInput(
      sampleRate: 48_000, referencePitch: { Frequency(hertz: 440) }, inputDelay: { 0.01 },
      clock: clock)
    late.begin(with: judge)
    var onset: SoundTime?
    late.listen(PlayedNoteRules(target: target)) { onset = $1 }
    let note = PlayedNote(
      error: 3, uncertainty: 0.01, length: 0.75, settleTime: 0.25, level: -20, frequency: 441)
    late.receive(.judged(note), at: FrameTime(96_000))
    #expect(onset == SoundTime(frame: 48_000 - 480, rate: 48_000))
  }

  @Test("a wrong note keeps its frequency; what is no frequency is no note")
  func wrongNotes() {
    var outcomes: [PlayedNoteOutcome] = []
    let wrong = PlayedNoteOutcome.wrongNote(frequency: 220, cents: -1200)
    for outcome in [wrong, .wrongNote(frequency: .nan, cents: 0), .inseparable] {
      input.listen(PlayedNoteRules(target: target)) { outcome, _ in outcomes.append(outcome) }
      input.receive(outcome, at: FrameTime(0))
    }
    #expect(outcomes == [wrong, .noPitch, .inseparable])
  }

  @Test("what the input hears of a reference that has ended may ring on, also after a miss")
  func leak() {
    let reference = Frequency(hertz: 330)
    hear(-70, count: 100)
    hear(-20, from: 100, count: 40, hertz: 165.3)
    input.listen(PlayedNoteRules(target: target, ringing: [reference])) { _, _ in }
    #expect(judge.rules.last?.ringing == [reference] && judge.rules.last?.continues == false)
    #expect(judge.rules.last?.ringingLevel == -20)
    hear(-70, from: 140, count: 100)
    input.listen(PlayedNoteRules(target: target, ringing: [reference], continues: true)) { _, _ in }
    #expect(judge.rules.last?.ringing == [reference] && judge.rules.last?.continues == true)
  }

  @Test("nothing rings on of what was heard in headphones alone")
  func noLeak() {
    hear(-70, count: 150)
    input.listen(PlayedNoteRules(target: target, ringing: [target])) { _, _ in }
    #expect(judge.rules.count == 1 && judge.rules.last?.ringing == [])
  }

  @Test("who hums the note before the reference has ended is no leak", arguments: [0.3, 1, 3])
  func earlyPlayer(seconds: Double) {
    let early = Int(seconds * 50 * 0.4)
    hear(-70, count: 250 - early)
    hear(-20, from: 250 - early, count: early)
    input.listen(
      PlayedNoteRules(target: target, ringing: [target], soundedSeconds: seconds)
    ) { _, _ in }
    #expect(judge.rules.last?.ringing == [] && judge.rules.last?.ringingLevel == nil)
  }

  @Test("a knock, or another note that is hummed, is no reference", arguments: [nil, 392.0])
  func noReference(hertz: Double?) {
    hear(-70, count: 100)
    hear(-20, from: 100, count: 40, hertz: hertz)
    input.listen(PlayedNoteRules(target: target, ringing: [target])) { _, _ in }
    #expect(judge.rules.last?.ringing == [])
  }

  @Test("a note that was cut is told, and listening goes on")
  func cut() {
    var outcomes: [PlayedNoteOutcome] = []
    var notices: [Notice.Code] = []
    input.onNotice = { notices.append($0.code) }
    input.listen(PlayedNoteRules(target: target)) { outcome, _ in outcomes.append(outcome) }
    input.receive(frames(-20), InputHealth(peak: -20, cuts: 1))
    #expect(outcomes.isEmpty && notices == [.inputLost] && judge.cancels == 0)
  }

  @Test("a commit judges what is there, and ends without a judge, too")
  func commit() async throws {
    var outcomes: [PlayedNoteOutcome] = []
    input.commit()
    #expect(judge.commits == 0)
    input.listen(PlayedNoteRules(target: target)) { outcome, _ in outcomes.append(outcome) }
    input.commit()
    #expect(judge.commits == 1 && outcomes.isEmpty)
    try await wait(for: "the wait for a judgement") { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(2))
    try await wait(for: "the end of a judgement") { !outcomes.isEmpty }
    #expect(outcomes == [.noPitch])
  }

  @Test("lost input breaks what is listened for, and is said; nobody listens after a cancel")
  func lost() {
    var outcomes: [PlayedNoteOutcome] = []
    var notices: [Notice.Code] = []
    input.onNotice = { notices.append($0.code) }
    input.listen(PlayedNoteRules(target: target)) { outcome, _ in outcomes.append(outcome) }
    // Who has not played yet has nothing to play again.
    input.receive([], InputHealth(peak: -80, overruns: 1, time: 0.5))
    #expect(
      outcomes.isEmpty && judge.cancels == 1 && judge.rules.map(\.continues) == [false, true])
    // After a loss the coarse analysis begins anew, and has nothing to say for a while.
    input.receive([], InputHealth(peak: -20, overruns: 1, losesNote: true, time: 1))
    #expect(outcomes == [.lost] && notices == [.inputLost] && judge.cancels == 2)
    input.listen(PlayedNoteRules(target: target)) { outcome, _ in outcomes.append(outcome) }
    input.cancel()
    input.receive(.noPitch, at: FrameTime(0))
    #expect(outcomes == [.lost])
  }

  @Test(
    "it is being found out what is heard of an accompaniment until that is known, also after a loss"
  )
  func learning() {
    var meter = InputMeter()
    input.onMeter = { meter = $0 }
    input.listen(PlayedNoteRules(target: target, accompaniment: [target])) { _, _ in }
    #expect(meter.isLearning, "at once")
    hear(-20, from: 50, count: 15)
    #expect(meter.isLearning)
    input.receive([], InputHealth(peak: -20, overruns: 1, time: 1.3))
    #expect(judge.rules.map(\.continues) == [false, false])
    hear(-20, from: 66, count: 18)
    #expect(meter.isLearning, "anew")
    hear(-20, from: 84, count: 12)
    #expect(!meter.isLearning)
    input.listen(
      PlayedNoteRules(target: target, accompaniment: [target], continues: true)
    ) { _, _ in }
    #expect(!meter.isLearning)
    input.listen(PlayedNoteRules(target: target)) { _, _ in }
    #expect(!meter.isLearning, "there is nothing to find out")
  }

  @Test("what is lost while nobody listens is not told, neither then nor later")
  func lostUnheard() {
    var notices: [Notice.Code] = []
    input.onNotice = { notices.append($0.code) }
    input.receive(frames(-20), InputHealth(peak: -20, overruns: 1, cuts: 2))
    input.listen(PlayedNoteRules(target: target)) { _, _ in }
    input.receive(frames(-20), InputHealth(peak: -20))
    #expect(notices.isEmpty)
  }

  @Test("the meter shows level, note, silence and clipping, ten times a second at most")
  func meter() {
    var meters: [InputMeter] = []
    input.onMeter = { meters.append($0) }
    hear(-20, count: 50)
    #expect((8...11).contains(meters.count))
    #expect(meters.last?.note == MIDINote(69) && meters.last?.level == -20)
    input.receive(
      frames(-90, from: 60),
      InputHealth(peak: -.infinity, isSilent: true, isClipping: true, time: 1.2))
    #expect(meters.last?.isSilent == true && meters.last?.isClipping == true)
    #expect(meters.last?.level == nil && meters.last?.note == nil)
  }

  @Test("an input without a connection says what to do, once")
  func unconnected() {
    var notices: [Notice.Code] = []
    var meters: [InputMeter] = []
    input.onNotice = { notices.append($0.code) }
    input.onMeter = { meters.append($0) }
    input.receive(sources: [], fault: .noInput(.physical))
    input.receive(sources: [], fault: .noInput(.physical))
    #expect(notices == [.noInput] && meters.last?.fault != nil)
    input.receive(sources: ["system:capture_1"], fault: .noInput(.physical))
    #expect(meters.last?.fault == nil)
  }
}
