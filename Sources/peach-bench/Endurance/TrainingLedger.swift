import Foundation

/// Keeps account of what is typed into a training and of what it tells, and of what does not fit together.
///
/// Each line that is typed is followed by the command `help`, whose notice `commands` says that the line has
/// been dealt with.
nonisolated struct TrainingLedger {
  private struct Typed {
    let kind: Keystroke.Kind
    let resultsBefore: Int
    var isIgnored = false
  }

  private(set) var challenges = 0
  private(set) var results = 0

  /// The ids of the results, of those that were stored later as well.
  private(set) var ids: [String] = []

  /// How often each notice came, and each error.
  private(set) var notices: [String: Int] = [:]
  private(set) var errors: [String: Int] = [:]

  private(set) var xruns = 0

  private(set) var typedLines = 0
  private(set) var ignoredLines = 0

  /// Answers that were typed and taken.
  private(set) var acceptedAnswers = 0

  /// Answers that were typed and taken, and no result came of them before the next challenge.
  private(set) var unansweredAnswers = 0

  /// Challenges and results that came out of their order, and lines that are no events.
  private(set) var contradictions = 0

  /// The longest time without a new challenge, in seconds.
  private(set) var longestWait = 0.0

  private(set) var stopReason: String?
  private(set) var isReady = false

  private var typed: [Typed] = []
  private var owedResults = 0
  private var index = 0
  private var isAnswered = true
  private var lastChallenge: Double?

  /// Lines of which nobody knows what became of them.
  var unheededLines: Int { typed.count }

  mutating func noteTyped(_ kind: Keystroke.Kind) {
    typedLines += 1
    typed.append(Typed(kind: kind, resultsBefore: results))
  }

  mutating func noteNonsense() { contradictions += 1 }

  /// - Parameter time: when it came, in seconds.
  mutating func take(_ event: PeachEvent, at time: Double) {
    switch event.event {
    case "ready":
      isReady = true
      noteWait(until: time)
    case "trial": takeChallenge(event, at: time)
    case "state": break
    case "result": takeResult(event)
    case "notice": takeNotice(event)
    case "error": errors[event.code ?? "", default: 0] += 1
    case "stopped":
      noteWait(until: time)
      settleAnswers()
      stopReason = event.reason
      if event.trials != results { contradictions += 1 }
    default: contradictions += 1
    }
  }

  /// Counts the time that a training lets somebody wait for whom no challenge comes any more.
  mutating func noteWait(until time: Double) {
    if let lastChallenge { longestWait = max(longestWait, time - lastChallenge) }
    lastChallenge = time
  }

  private mutating func takeChallenge(_ event: PeachEvent, at time: Double) {
    noteWait(until: time)
    settleAnswers()
    // One that an interruption ended comes again with its number.
    if event.index != index + 1, event.index != index || isAnswered { contradictions += 1 }
    index = event.index ?? index
    isAnswered = false
    challenges += 1
  }

  private mutating func takeResult(_ event: PeachEvent) {
    if isAnswered || event.index != index { contradictions += 1 }
    isAnswered = true
    results += 1
    owedResults = max(0, owedResults - 1)
    if let id = event.id { ids.append(id) }
  }

  private mutating func takeNotice(_ event: PeachEvent) {
    notices[event.code ?? "", default: 0] += 1
    switch event.code {
    case "xrun": xruns += event.count ?? 1
    case "saved": ids += event.ids ?? []
    case "ignored":
      if typed.isEmpty { contradictions += 1 } else { typed[0].isIgnored = true }
    case "commands":
      guard !typed.isEmpty else {
        contradictions += 1
        return
      }
      settle(typed.removeFirst())
    default: break
    }
  }

  private mutating func settle(_ line: Typed) {
    if line.isIgnored {
      ignoredLines += 1
    } else if line.kind == .answer {
      acceptedAnswers += 1
      if results == line.resultsBefore { owedResults += 1 }
    }
  }

  private mutating func settleAnswers() {
    unansweredAnswers += owedResults
    owedResults = 0
  }
}

/// A line of Peach's JSON mode, as far as it matters here.
nonisolated struct PeachEvent: Decodable, Hashable {
  let event: String
  var client: String?
  var audioPorts: [String]?
  var index: Int?
  var state: String?
  var id: String?
  var ids: [String]?
  var code: String?
  var count: Int?
  var reason: String?
  var trials: Int?

  /// - Returns: `nil` for what is no event.
  static func reading(_ line: String) -> PeachEvent? {
    try? JSONDecoder().decode(PeachEvent.self, from: Data(line.utf8))
  }
}
