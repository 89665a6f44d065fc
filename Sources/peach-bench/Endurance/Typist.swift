import Training

/// Decides which lines are sent in each of Peach's states: answers early, late and out of place.
nonisolated struct Typist {
  private var random: SeededGenerator
  private let isPrompt: Bool

  /// - Parameter isPrompt: answers every trial at once and does nothing else, so that there are many.
  init(seed: UInt64, isPrompt: Bool = false) {
    random = SeededGenerator(seed: seed)
    self.isPrompt = isPrompt
  }

  /// The lines after an event, in the order of time.
  mutating func keystrokes(after event: PeachEvent) -> [Keystroke] {
    if event.event == "notice", event.code == "waitingForStart" {
      return [Keystroke(kind: .move, line: "start")]
    }
    if isPrompt { return promptAnswer(in: event.state) }
    switch event.state {
    // Out of place: neither note can be answered yet.
    case "playingNote1": return oneIn(10) ? [comparison(within: 0...0.2)] : []
    case "playingReference":
      return oneIn(10) ? [Keystroke(kind: .answer, line: "commit", delay: 0.1)] : []
    // Cuts the second note short.
    case "playingNote2": return oneIn(3) ? [comparison(within: 0...0.2)] : []
    case "awaitingAnswer": return [comparison(within: 0.05...0.8)]
    case "playingTunable": return matching()
    default: return []
    }
  }

  private mutating func promptAnswer(in state: String?) -> [Keystroke] {
    switch state {
    case "playingNote2": [comparison(within: 0...0)]
    case "playingTunable": [Keystroke(kind: .answer, line: "commit")]
    case "playingSecond":
      [Keystroke(kind: .answer, line: Bool.random(using: &random) ? "first" : "second")]
    default: []
    }
  }

  private mutating func oneIn(_ number: Int) -> Bool {
    Int.random(in: 0..<number, using: &random) == 0
  }

  private mutating func comparison(within delay: ClosedRange<Double>) -> Keystroke {
    Keystroke(
      kind: .answer, line: Bool.random(using: &random) ? "higher" : "lower",
      delay: .random(in: delay, using: &random))
  }

  private mutating func matching() -> [Keystroke] {
    var delay = 0.0
    var strokes: [Keystroke] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      delay += .random(in: 0...0.2, using: &random)
      let isNudge = Bool.random(using: &random)
      let value = Double.random(in: isNudge ? -50...50 : -1...1, using: &random)
      strokes.append(
        Keystroke(kind: .move, line: "\(isNudge ? "nudge" : "slider") \(value)", delay: delay))
    }
    delay += .random(in: 0.05...0.5, using: &random)
    return strokes + [Keystroke(kind: .answer, line: "commit", delay: delay)]
  }
}

/// A line that is sent to a training.
nonisolated struct Keystroke: Hashable {
  enum Kind: Hashable {
    /// The line leads to a result if an answer is possible.
    case answer
    /// The line leads to no result.
    case move
  }

  let kind: Kind
  let line: String

  /// The delay after the event, in seconds.
  var delay = 0.0
}
