import Music

/// The sequel of a wrong answer, as spelt in the settings.
public nonisolated enum AfterWrongAnswer: String, CaseIterable, Sendable {
  /// Plays the notes once more, with the truth shown.
  case replay
  case next
}

/// The display of the pitch while the player's note sounds, as spelt in the settings.
public nonisolated enum LivePitch: String, CaseIterable, Sendable {
  case off
  case on
  /// Shown in fewer and fewer trials, so that the ear takes over.
  case fading

  /// The length of a session that has no end, for ``fading``.
  private static let usualLength = 40

  /// True if the pitch is shown in a trial. While it fades: in all trials of the first quarter of a
  /// session, in two of three of the second quarter, in one of three of the third, and in none of
  /// the last.
  ///
  /// - Parameters:
  ///   - place: the number of the trial's answer in the session, from 1.
  ///   - count: the number of answers of the session; `nil` if it has no end.
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

public nonisolated enum NextTrial: String, CaseIterable, Sendable {
  case auto
  case key
}

/// The settings for the course of a trial, copied when it was posed.
public nonisolated struct TrialFlow: Hashable, Sendable {
  /// The seconds between the end of one note and the start of the next.
  public var noteGap: Double
  public var afterWrongAnswer: AfterWrongAnswer
  public var nextTrial: NextTrial

  /// The time for which the verdict stands alone, before the truth or the next trial.
  public var feedbackTime: Duration

  /// True if an answer gets its verdict, and the truth can be heard.
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

  @MainActor
  public init(_ settings: any UserSettings) {
    self.init(
      noteGap: settings.noteGap, afterWrongAnswer: settings.afterWrongAnswer,
      nextTrial: settings.nextTrial, feedbackTime: .seconds(settings.feedbackTime))
  }
}

/// The reason why notes are heard once more after their answer, as spelt in JSON.
public nonisolated enum ReplayReason: String, Hashable, Sendable {
  case wrongAnswer

  /// The user asked for it.
  case asked
}

public nonisolated struct ReplayNote: Hashable, Sendable {
  /// The relation of the note to the answer.
  public enum Role: Hashable, Sendable {
    /// The first note, which was exact.
    case reference
    /// The second note as it was asked, or as the user tuned it.
    case given
    /// The second note as it should have been.
    case truth
  }

  public let role: Role?

  public let note: Passage.Note

  /// The longest note, in seconds: a longer one makes the comparison harder, not easier.
  static let longest = 0.8

  init(_ role: Role?, _ note: Passage.Note) {
    self.role = role
    self.note = note
  }
}
