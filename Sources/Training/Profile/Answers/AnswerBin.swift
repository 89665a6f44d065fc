import Music

/// The answers to differences of about one size.
public nonisolated struct AnswerBin: Hashable, Sendable {
  public private(set) var answers = 0
  public private(set) var correct = 0
  private var offsets = Welford()

  /// The mean |offset| of these answers.
  public var offset: Cents { Cents(offsets.mean ?? 0) }

  /// How many of the answers were right, as a share.
  public var shareCorrect: Double { answers > 0 ? Double(correct) / Double(answers) : 0 }

  mutating func add(_ offset: Double, isCorrect: Bool) {
    answers += 1
    if isCorrect { correct += 1 }
    offsets.add(offset)
  }

  /// The bin that holds the answers of some bins.
  init(_ parts: some Sequence<AnswerBin> = []) {
    for part in parts where part.answers > 0 {
      answers += part.answers
      correct += part.correct
      offsets = offsets.joined(with: part.offsets)
    }
  }
}
