import Music

/// What follows a wrong answer, as spelt in the settings.
public nonisolated enum AfterWrongAnswer: String, CaseIterable, Sendable {
  /// The notes once more, with the truth shown.
  case replay
  /// The next trial.
  case next
}

/// How the next trial begins, as spelt in the settings.
public nonisolated enum NextTrial: String, CaseIterable, Sendable {
  /// By itself.
  case auto
  /// When the user asks for it.
  case key
}

/// How a trial goes on: a copy of the settings as they were when it was posed.
public nonisolated struct TrialFlow: Hashable, Sendable {
  /// The seconds between the end of one note and the start of the next.
  public var noteGap: Double
  public var afterWrongAnswer: AfterWrongAnswer
  public var nextTrial: NextTrial

  /// How long the verdict stands alone, before the truth or the next trial.
  public var feedbackTime: Duration

  /// Whether an answer gets its verdict, and the truth can be heard.
  public var hasFeedback = true

  public init(
    noteGap: Double = 0, afterWrongAnswer: AfterWrongAnswer = .next, nextTrial: NextTrial = .auto,
    feedbackTime: Duration = .feedback
  ) {
    self.noteGap = noteGap
    self.afterWrongAnswer = afterWrongAnswer
    self.nextTrial = nextTrial
    self.feedbackTime = feedbackTime
  }

  /// What the user has set at this moment.
  @MainActor
  public init(_ settings: any UserSettings) {
    self.init(
      noteGap: settings.noteGap, afterWrongAnswer: settings.afterWrongAnswer,
      nextTrial: settings.nextTrial, feedbackTime: .seconds(settings.feedbackTime))
  }
}

/// Why notes are heard once more after their answer, as spelt in JSON.
public nonisolated enum ReplayReason: String, Hashable, Sendable {
  case wrongAnswer

  /// The user wants to hear them.
  case asked
}

/// A note that is heard once more, with the truth shown.
public nonisolated struct ReplayNote: Hashable, Sendable {
  /// What the note is to the answer.
  public enum Role: Hashable, Sendable {
    /// The first note, which was exact.
    case reference
    /// The second note as it was: as it was asked, or as the user tuned it.
    case given
    /// The second note as it should have been.
    case truth
  }

  /// `nil` for a note that only accompanies another one.
  public let role: Role?

  /// It has a length.
  public let note: Passage.Note

  /// A longer note makes the comparison harder, not easier. In seconds.
  static let longest = 0.8

  init(_ role: Role?, _ note: Passage.Note) {
    self.role = role
    self.note = note
  }
}
