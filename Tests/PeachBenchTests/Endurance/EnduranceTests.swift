import Testing

@testable import peach_bench

@Suite("The parts of an endurance run")
@MainActor
struct EnduranceTests {
  @Test(
    "the period changes when its time has come, over and over, and not to what it is")
  func periods() {
    var plan = DisturbancePlan(secondsPerPeriod: 30, periods: [64, 256])
    #expect(plan.nextPeriod(after: 29.9, current: 128) == nil)
    #expect(plan.nextPeriod(after: 30, current: 128) == 64)
    #expect(plan.nextPeriod(after: 30.1, current: 64) == nil)
    #expect(plan.nextPeriod(after: 61, current: 64) == 256)
    #expect(plan.nextPeriod(after: 90, current: 64) == nil)
    plan.begin()
    #expect(plan.nextPeriod(after: 29, current: 64) == nil)
    #expect(plan.nextPeriod(after: 31, current: 64) == 256)
  }

  @Test("results are lost, doubled or untold by their ids")
  func history() {
    let whole = HistoryComparison(stored: ["a", "b"], told: ["b", "a"])
    #expect(whole.stored == 2 && whole.lost == 0 && whole.doubled == 0 && whole.untold == 0)
    let broken = HistoryComparison(stored: ["a", "a", "c"], told: ["a", "b", "b"])
    #expect(broken.lost == 1)
    #expect(broken.doubled == 2)
    #expect(broken.untold == 1)
  }

  @Test("standard error tells reports of RealtimeSanitizer, where it is there, and counters")
  func diagnostics() {
    let log = "2026-11-21T10:00:00+0000 debug peach.audio: [peach] "
    let guarded = DiagnosticText(
      """
      ==1==ERROR: RealtimeSanitizer: unsafe-library-call
      \(log)late commands: 2, lost events: 0, periods with lost MIDI: 31
      ==1==ERROR: RealtimeSanitizer: unsafe-library-call
      \(log)late commands: 1, lost events: 4, periods with lost MIDI: 0
      RealtimeSanitizer exit stats:
      """)
    #expect(guarded.sanitizerReports == 2)
    #expect(guarded.lateCommands == 3)
    #expect(guarded.lostEvents == 4)
    #expect(guarded.periodsWithLostMIDI == 31)
    #expect(DiagnosticText("RealtimeSanitizer exit stats:\n").sanitizerReports == 0)
    #expect(DiagnosticText("").sanitizerReports == nil)
  }

  @Test("an end is right with its own reason and status 0")
  func endings() {
    #expect(EnduranceEnding.quit.isRight(reason: "quit", status: 0))
    #expect(EnduranceEnding.endOfInput.isRight(reason: "endOfInput", status: 0))
    #expect(!EnduranceEnding.quit.isRight(reason: "endOfInput", status: 0))
    #expect(!EnduranceEnding.quit.isRight(reason: "quit", status: 134))
    #expect(!EnduranceEnding.quit.isRight(reason: nil, status: 0))
  }

  @Test("every challenge is answered in its training's words, and in no other's")
  func typing() throws {
    var typist = Typist(seed: 1)
    func event(_ state: String) throws -> PeachEvent {
      try #require(PeachEvent.reading(#"{"event":"state","state":"\#(state)"}"#))
    }
    let (awaiting, tunable) = try (event("awaitingAnswer"), event("playingTunable"))
    for _ in 0..<50 {
      let answers = typist.keystrokes(after: awaiting)
      #expect(answers.count == 1)
      #expect(answers.allSatisfy { $0.kind == .answer && ["higher", "lower"].contains($0.line) })
      let moves = typist.keystrokes(after: tunable)
      #expect(moves.last?.line == "commit" && moves.last?.kind == .answer)
      #expect(moves.dropLast().allSatisfy { $0.kind == .move })
      #expect(moves.map(\.delay) == moves.map(\.delay).sorted())
    }
    #expect(typist.keystrokes(after: try event("idle")).isEmpty)
    let waiting = try #require(PeachEvent.reading(#"{"event":"notice","code":"waitingForStart"}"#))
    #expect(typist.keystrokes(after: waiting).map(\.line) == ["start"])
  }

  @Test("what had to be so and is not is a missed goal")
  func goals() {
    func report(_ change: (inout DisturbanceCounts) -> Void, errors: String = "") -> Report {
      var ledger = TrainingLedger()
      ledger.take(PeachEvent(event: "trial", index: 1), at: 0)
      ledger.take(PeachEvent(event: "result", index: 1, id: "a"), at: 1)
      var disturbances = DisturbanceCounts()
      change(&disturbances)
      let result = EnduranceResult(
        training: "compare", minutes: 1, ledger: ledger, disturbances: disturbances,
        diagnostics: DiagnosticText(errors), memory: [],
        history: HistoryComparison(stored: ["a"], told: ["a"]), isEndingRight: true)
      return EnduranceReport(results: [result], hasItsPeriod: true).report
    }
    func missed(_ report: Report) -> [String] { report.goals.filter { !$0.isMet }.map(\.name) }
    #expect(missed(report { _ in }).isEmpty)
    #expect(
      missed(report { $0.missingConnections = 1 }) == ["connections that did not come back"])
    #expect(
      missed(report({ _ in }, errors: "ERROR: RealtimeSanitizer\n"))
        == ["reports of RealtimeSanitizer"])
    let whole = report { _ in }
    #expect(whole.rows.allSatisfy { $0.count == whole.columns.count })
  }
}
