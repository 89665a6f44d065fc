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
    let silent = DiagnosticText("")
    #expect(silent.sanitizerReports == nil)
    #expect(silent.lateCommands == nil)
    #expect(silent.lostEvents == nil)
    #expect(silent.periodsWithLostMIDI == nil)
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
    #expect(missed([result()]).isEmpty)
    #expect(
      missed([result { $0.missingConnections = 1 }]) == ["connections that did not come back"])
    #expect(
      missed([result(errors: Self.counters + "ERROR: RealtimeSanitizer\n")])
        == ["reports of RealtimeSanitizer"])
    #expect(
      missed([result(errors: Self.counters + "lost events: 1\n")])
        == ["events that the callback lost"])
    #expect(
      missed([result(memory: samples(growth: 100))])
        == ["growth of memory without 8 bytes a result"])
    let whole = EnduranceReport(results: [result()], hasItsPeriod: true).report
    #expect(whole.rows.allSatisfy { $0.count == whole.columns.count })
  }

  @Test("what was not measured, even of one training alone, is a missed goal")
  func missingFigures() {
    #expect(missed([result(), result()]).isEmpty)
    #expect(
      missed([result(), result(memory: [])]) == ["growth of memory without 8 bytes a result"])
    #expect(missed([result(errors: ""), result()]) == ["events that the callback lost"])
  }

  private static let counters = "late commands: 0, lost events: 0, periods with lost MIDI: 3\n"

  /// - Parameter growth: in kibibytes a second.
  private func samples(growth: Int) -> [MemoryTrend.Sample] {
    (0..<40).map {
      MemoryTrend.Sample(seconds: Double($0), kibibytes: 20_000 + growth * $0, results: 1)
    }
  }

  /// Of a training with one trial, in which all is well but what is changed.
  private func result(
    errors: String = counters, memory: [MemoryTrend.Sample]? = nil,
    _ change: (inout DisturbanceCounts) -> Void = { _ in }
  ) -> EnduranceResult {
    var ledger = TrainingLedger()
    ledger.handle(PeachEvent(event: "trial", index: 1), at: 0)
    ledger.handle(PeachEvent(event: "result", index: 1, id: "a"), at: 1)
    var disturbances = DisturbanceCounts()
    change(&disturbances)
    return EnduranceResult(
      training: "compare", minutes: 1, ledger: ledger, disturbances: disturbances,
      diagnostics: DiagnosticText(errors), memory: memory ?? samples(growth: 0),
      history: HistoryComparison(stored: ["a"], told: ["a"]), isEndingRight: true)
  }

  private func missed(_ results: [EnduranceResult]) -> [String] {
    EnduranceReport(results: results, hasItsPeriod: true).report.goals
      .filter { !$0.isMet }.map(\.name)
  }
}
