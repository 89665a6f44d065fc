import Testing

@testable import peach_bench

@Suite("What an endurance run keeps account of")
struct TrainingLedgerTests {
  private var ledger = TrainingLedger()

  /// Takes lines, one a second.
  private mutating func handle(_ lines: String..., from time: Double = 0) throws {
    for (index, line) in lines.enumerated() {
      ledger.handle(try #require(PeachEvent.reading(line)), at: time + Double(index))
    }
  }

  private let ready = #"{"event":"ready","audioPorts":["peach:out_1","peach:out_2"]}"#
  private let commands = #"{"event":"notice","code":"commands","message":""}"#
  private let ignored = #"{"event":"notice","code":"ignored","message":""}"#

  private func trial(_ index: Int) -> String { #"{"event":"trial","index":\#(index)}"# }
  private func result(_ index: Int, _ id: String? = nil) -> String {
    let id = id.map { #""\#($0)""# } ?? "null"
    return #"{"event":"result","index":\#(index),"id":\#(id)}"#
  }

  @Test("a training as it should be leaves nothing open")
  mutating func sound() throws {
    try handle(ready, trial(1))
    ledger.recordTyped(.answer)
    try handle(#"{"event":"state","state":"showingFeedback"}"#, result(1, "a"), commands, from: 3)
    try handle(trial(2), from: 5)
    ledger.recordTyped(.answer)
    try handle(result(2, "b"), ignored, commands, from: 6)
    try handle(#"{"event":"notice","code":"xrun","count":4}"#, from: 9)
    try handle(#"{"event":"stopped","reason":"quit","trials":2}"#, from: 10)
    #expect(ledger.isReady)
    #expect(ledger.challenges == 2)
    #expect(ledger.results == 2)
    #expect(ledger.ids == ["a", "b"])
    #expect(ledger.typedLines == 2)
    #expect(ledger.ignoredLines == 1)
    #expect(ledger.acceptedAnswers == 1)
    #expect(ledger.unansweredAnswers == 0)
    #expect(ledger.unheededLines == 0)
    #expect(ledger.contradictions == 0)
    #expect(ledger.xruns == 4)
    #expect(ledger.notices == ["commands": 2, "ignored": 1, "xrun": 1])
    #expect(ledger.errors.isEmpty)
    #expect(ledger.stopReason == "quit")
    #expect(ledger.longestWait == 5)
  }

  @Test("an answer that was taken and has no result when the next challenge comes is counted")
  mutating func unanswered() throws {
    try handle(ready, trial(1))
    ledger.recordTyped(.answer)
    try handle(commands, from: 2)
    #expect(ledger.unansweredAnswers == 0)
    try handle(trial(2), from: 3)
    #expect(ledger.unansweredAnswers == 1)
  }

  @Test("an answer whose result comes a moment later is not missed")
  mutating func laterResult() throws {
    try handle(ready, trial(1))
    ledger.recordTyped(.answer)
    try handle(commands, result(1, "a"), trial(2), from: 2)
    #expect(ledger.unansweredAnswers == 0)
  }

  @Test("a line that moves the slider wants no result, and one that nobody dealt with is told")
  mutating func moves() throws {
    try handle(ready, trial(1))
    ledger.recordTyped(.move)
    ledger.recordTyped(.move)
    try handle(commands, #"{"event":"stopped","reason":"quit","trials":0}"#, from: 2)
    #expect(ledger.unansweredAnswers == 0)
    #expect(ledger.unheededLines == 1)
  }

  @Test(
    "results twice or without a challenge, challenges left out and wrong sums are contradictions",
    arguments: [
      [1, 1], [1, 3],
    ])
  mutating func contradictions(_ indices: [Int]) throws {
    try handle(ready, trial(indices[0]), result(indices[0], "a"), trial(indices[1]))
    #expect(ledger.contradictions == 1)
    try handle(result(indices[1], "b"), result(indices[1], "b"), from: 10)
    #expect(ledger.contradictions == 2)
    try handle(#"{"event":"stopped","reason":"quit","trials":2}"#, from: 20)
    #expect(ledger.contradictions == 3)
    ledger.recordNonsense()
    try handle(ignored, from: 30)
    #expect(ledger.contradictions == 5)
  }

  @Test("a challenge that an interruption ended comes again with its number")
  mutating func interruption() throws {
    try handle(ready, trial(1), #"{"event":"error","code":"jackServerGone"}"#, ready, trial(1))
    #expect(ledger.contradictions == 0)
    #expect(ledger.errors == ["jackServerGone": 1])
  }

  @Test("a result that was stored later has its id from the notice")
  mutating func storedLater() throws {
    try handle(ready, trial(1), result(1), #"{"event":"notice","code":"saved","ids":["a"]}"#)
    #expect(ledger.results == 1)
    #expect(ledger.ids == ["a"])
  }

  @Test("waiting in vain counts until the end")
  mutating func stall() throws {
    try handle(ready, trial(1))
    ledger.recordWait(until: 31)
    #expect(ledger.longestWait == 30)
  }
}
