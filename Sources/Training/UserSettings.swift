import Music

/// What the user has set. Read live: a change counts from the next challenge on.
///
/// Main thread. Values are valid: whoever reads a file or a command line has checked them.
public protocol UserSettings: AnyObject {
  /// Loads changes made outside. A session calls this before each trial; between two calls no value
  /// changes.
  func refresh()

  /// The reference notes of all trainings.
  var noteRange: NoteRange { get }

  /// How long each note of a comparison and the reference note of a matching sounds.
  var noteDuration: NoteDuration { get }

  /// The seconds between the end of the first note of a trial and the start of the second, 0…2.
  var noteGap: Double { get }

  /// The frequency of A4, 380…500 Hz.
  var referencePitch: Frequency { get }

  /// The preset that sounds.
  var soundSource: SoundSourceID { get }

  /// Whether a trial waits until its sound is loaded, however long that takes: a plan says which sound it has.
  var waitsForSound: Bool { get }

  /// Whether notes of a sound that is out of tune are corrected.
  var correctIntonation: Bool { get }

  /// Whether the notes of all sounds are made equally loud, within a limit.
  var evenLoudness: Bool { get }

  /// Whether a held note that dies away is struck again.
  var reStrike: Bool { get }

  /// 0 plays both notes at one level; v moves the second by up to v × 5 dB either way.
  var varyLoudness: UnitInterval { get }

  /// The intervals in rotation, never empty.
  var intervals: [DirectedInterval] { get }

  /// The tuning in which intervals are sized.
  var tuningSystem: TuningSystem { get }

  /// How the notes of a trial follow each other.
  var presentation: Presentation { get }

  /// The voices that sound from the reference on, measured from it; 1…``Voicing/mostVoices``, none
  /// twice.
  var accompaniment: [DirectedInterval] { get }

  /// Their level against the note that joins them; −24…0 dB.
  var accompanimentLevel: AmplitudeDB { get }

  /// The only reference note; `nil` for any of the range.
  var referenceNote: MIDINote? { get }

  /// Whether the accompaniment of notes together sounds through the whole session, if there is only one
  /// reference note.
  var drone: Bool { get }

  /// Which strategy chooses the next comparison.
  var strategy: StrategyName { get }

  /// How a wrong answer is signalled besides the words.
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
  /// Asks what the profile has most to learn from; see ``AdaptiveNoteStrategy``.
  case adaptive
  /// A staircase; see ``KazezNoteStrategy``.
  case kazez
}

/// How a wrong answer in comparison training is signalled besides the words.
public nonisolated enum WrongAnswerSignal: String, CaseIterable, Sendable {
  case none
  /// The terminal's bell.
  case bell
}

/// The settings of one challenge: a copy, so that nothing moves while it sounds.
public nonisolated struct TrainingSettings: Hashable, Sendable {
  public var noteRange: NoteRange
  public var noteDuration: NoteDuration
  public var referencePitch: Frequency
  public var varyLoudness: UnitInterval

  /// How the notes of a trial follow each other. Each way is a hearing of its own.
  public var presentation: Presentation

  /// The least and the greatest |offset| of a comparison, in cents.
  public var centDifference: ClosedRange<Double>

  /// The limits of the offset, in cents.
  public static let standardCentDifference: ClosedRange<Double> = 0.1...100

  public init(
    noteRange: NoteRange, noteDuration: NoteDuration, referencePitch: Frequency,
    varyLoudness: UnitInterval, presentation: Presentation = .melodic,
    centDifference: ClosedRange<Double> = TrainingSettings.standardCentDifference
  ) {
    self.noteRange = noteRange
    self.noteDuration = noteDuration
    self.referencePitch = referencePitch
    self.varyLoudness = varyLoudness
    self.presentation = presentation
    self.centDifference = centDifference
  }

  /// What the user has set at this moment.
  @MainActor
  public init(_ settings: any UserSettings) {
    self.init(
      noteRange: settings.noteRange, noteDuration: settings.noteDuration,
      referencePitch: settings.referencePitch, varyLoudness: settings.varyLoudness,
      presentation: settings.presentation)
  }
}
