import Music

/// What the user has set. Read live: a change counts from the next challenge on.
///
/// Main thread. Values are valid: whoever reads a file or a command line has checked them.
public protocol UserSettings: AnyObject {
  /// Takes over what has changed outside. A session calls it before each challenge; between two calls
  /// no value changes.
  func refresh()

  /// The reference notes of both trainings.
  var noteRange: NoteRange { get }

  /// How long each note of a comparison and the reference note of a matching sounds.
  var noteDuration: NoteDuration { get }

  /// The frequency of A4, 380…500 Hz.
  var referencePitch: Frequency { get }

  /// The preset that sounds.
  var soundSource: SoundSourceID { get }

  /// Whether notes of a sound that is out of tune are corrected.
  var correctIntonation: Bool { get }

  /// Whether the notes of an uneven sound are made equally loud, within a limit.
  var evenLoudness: Bool { get }

  /// 0 plays both notes at one level; v moves the second by up to v × 5 dB either way.
  var varyLoudness: UnitInterval { get }

  /// The intervals in rotation, never empty.
  var intervals: [DirectedInterval] { get }

  /// The tuning in which intervals are sized.
  var tuningSystem: TuningSystem { get }

  /// Which strategy chooses the next comparison.
  var strategy: StrategyName { get }

  /// How a wrong answer is signalled besides the words.
  var wrongAnswerSignal: WrongAnswerSignal { get }
}

/// The strategies that choose comparisons, as spelt in the settings.
public nonisolated enum StrategyName: String, CaseIterable, Sendable {
  /// A staircase; see ``KazezNoteStrategy``.
  case kazez
  /// Asks what the threshold map has most to learn from; see ``AdaptiveNoteStrategy``.
  case adaptive
}

/// How a wrong answer in comparison training is signalled besides the words.
public nonisolated enum WrongAnswerSignal: String, CaseIterable, Sendable {
  case none
  /// The terminal's bell.
  case bell
}
