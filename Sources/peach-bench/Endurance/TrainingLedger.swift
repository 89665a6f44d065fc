import Foundation

/// Records the lines that are sent to a training and the events that it prints, and counts contradictions.
///
/// The command `help` follows each line; its notice `commands` shows that the line has been handled.
nonisolated struct TrainingLedger {
  private struct Typed {
    let kind: Keystroke.Kind
    let resultsBefore: Int
    var isIgnored = false
  }

  private(set) var challenges = 0
  private(set) var results = 0

  /// The ids of the results, including those that were stored later.
  private(set) var ids: [String] = []

  /// The counts of each notice and each error.
  private(set) var notices: [String: Int] = [:]
  private(set) var errors: [String: Int] = [:]

  private(set) var xruns = 0

  private(set) var typedLines = 0
  private(set) var ignoredLines = 0

  /// Answers that were sent and accepted.
  private(set) var acceptedAnswers = 0

  /// Answers that were sent and accepted but had no result before the next challenge.
  private(set) var unansweredAnswers = 0

  /// Challenges and results out of order, and lines that are not events.
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

  /// Lines that were neither handled nor ignored.
  var unheededLines: Int { typed.count }

  mutating func recordTyped(_ kind: Keystroke.Kind) {
    typedLines += 1
    typed.append(Typed(kind: kind, resultsBefore: results))
  }

  mutating func recordNonsense() { contradictions += 1 }

  /// - Parameter time: the time of the event, in seconds.
  mutating func handle(_ event: PeachEvent, at time: Double) {
    switch event.event {
    case "ready":
      isReady = true
      recordWait(until: time)
    case "trial": recordChallenge(event, at: time)
    case "state", "missed": break
    case "result": recordResult(event)
    case "notice": recordNotice(event)
    case "error": errors[event.code ?? "", default: 0] += 1
    case "stopped":
      recordWait(until: time)
      closeAnswers()
      stopReason = event.reason
      if event.trials != results { contradictions += 1 }
    default: contradictions += 1
    }
  }

  /// Counts the time since the last challenge as a wait.
  mutating func recordWait(until time: Double) {
    if let lastChallenge { longestWait = max(longestWait, time - lastChallenge) }
    lastChallenge = time
  }

  private mutating func recordChallenge(_ event: PeachEvent, at time: Double) {
    recordWait(until: time)
    closeAnswers()
    // A challenge that was interrupted comes again with its number.
    if event.index != index + 1, event.index != index || isAnswered { contradictions += 1 }
    index = event.index ?? index
    isAnswered = false
    challenges += 1
  }

  private mutating func recordResult(_ event: PeachEvent) {
    if isAnswered || event.index != index { contradictions += 1 }
    isAnswered = true
    results += 1
    owedResults = max(0, owedResults - 1)
    if let id = event.id { ids.append(id) }
  }

  private mutating func recordNotice(_ event: PeachEvent) {
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
      close(typed.removeFirst())
    default: break
    }
  }

  private mutating func close(_ line: Typed) {
    if line.isIgnored {
      ignoredLines += 1
    } else if line.kind == .answer {
      acceptedAnswers += 1
      if results == line.resultsBefore { owedResults += 1 }
    }
  }

  private mutating func closeAnswers() {
    unansweredAnswers += owedResults
    owedResults = 0
  }
}

/// A line of Peach's JSON mode with the members that the benchmark needs.
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

  /// - Returns: `nil` if the line is not an event.
  static func reading(_ line: String) -> PeachEvent? {
    try? JSONDecoder().decode(PeachEvent.self, from: Data(line.utf8))
  }
}
