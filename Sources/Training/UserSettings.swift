import Music

/// The user's settings. Read live: a change counts from the next challenge on.
///
/// Main thread. Values are valid: the readers of files and command lines have checked them.
public protocol UserSettings: AnyObject {
  /// Loads changes made outside. A session calls this before each trial; between two calls no value
  /// changes.
  func refresh()

  /// The reference notes of all trainings.
  var noteRange: NoteRange { get }

  /// The length of each note of a comparison, and of the reference note of a matching.
  var noteDuration: NoteDuration { get }

  /// The seconds between the end of the first note of a trial and the start of the second, 0…2.
  var noteGap: Double { get }

  var referencePitch: Frequency { get }

  var soundSource: SoundSourceID { get }

  /// True if a trial waits until its sound is loaded, however long that takes: a plan determines
  /// its sound.
  var waitsForSound: Bool { get }

  /// True if notes of a sound that is out of tune are corrected.
  var correctIntonation: Bool { get }

  /// True if the notes of all sounds are made equally loud, within a limit.
  var evenLoudness: Bool { get }

  /// True if a held note that dies away is struck again.
  var reStrike: Bool { get }

  /// 0 plays both notes at one level; v moves the second by up to v × 5 dB either way.
  var varyLoudness: UnitInterval { get }

  /// The intervals in rotation, never empty.
  var intervals: [DirectedInterval] { get }

  var tuningSystem: TuningSystem { get }

  var presentation: Presentation { get }

  /// The voices that sound from the reference on, measured from it; 1…``Voicing/mostVoices``, none
  /// twice.
  var accompaniment: [DirectedInterval] { get }

  /// The level of the voices relative to the note that joins them; −24…0 dB.
  var accompanimentLevel: AmplitudeDB { get }

  /// The only reference note; `nil` for any of the range.
  var referenceNote: MIDINote? { get }

  /// True if the accompaniment of notes together sounds through the whole session, if there is only
  /// one reference note.
  var drone: Bool { get }

  var strategy: StrategyName { get }

  var wrongAnswerSignal: WrongAnswerSignal { get }

  var afterWrongAnswer: AfterWrongAnswer { get }

  var nextTrial: NextTrial { get }

  /// The seconds for which a verdict stands alone, before the truth or the next trial; 0.4…5.
  var feedbackTime: Double { get }

  /// The level of everything that sounds; −60…0 dB.
  var outputLevel: AmplitudeDB { get }
}

/// The strategies that choose comparisons, as spelt in the settings.
public nonisolated enum StrategyName: String, CaseIterable, Sendable {
  /// Asks what teaches the profile most; see ``AdaptiveNoteStrategy``.
  case adaptive
  /// A staircase; see ``KazezNoteStrategy``.
  case kazez
}

/// The signal of a wrong answer in comparison training besides the words.
public nonisolated enum WrongAnswerSignal: String, CaseIterable, Sendable {
  case none
  /// The terminal's bell.
  case bell
}
