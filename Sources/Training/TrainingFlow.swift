import Music

/// What follows a wrong answer, as spelt in the settings.
public nonisolated enum AfterWrongAnswer: String, CaseIterable, Sendable {
  /// The notes once more, with the truth shown.
  case replay
  /// The next trial.
  case next
}

/// Whether the player sees the pitch while it sounds, as spelt in the settings.
public nonisolated enum LivePitch: String, CaseIterable, Sendable {
  case off
  case on
  /// In fewer and fewer trials, so that the ear takes over.
  case fading

  /// The length of a session that has no end, for ``fading``.
  private static let usualLength = 40

  /// Whether it is seen in a trial. While it fades: in the first quarter of a session, in two of three trials of the
  /// next one, in one of three of the third, and then no more.
  ///
  /// - Parameters:
  ///   - place: which answer of the session the trial's own one will be, from 1.
  ///   - count: how many the session has; `nil` if it has no end.
  public func isSeen(place: Int, of count: Int?) -> Bool {
    guard self == .fading else { return self == .on }
    let count = max(count ?? Self.usualLength, 1)
    let passed = max(place - 1, 0)
    let quarter = 4 * passed / count
    let isThird = (passed - (quarter * count + 3) / 4) % 3 == 2
    return switch quarter {
    case 0: true
    case 1: !isThird
    case 2: isThird
    default: false
    }
  }
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
