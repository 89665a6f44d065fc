import Music
import Training

/// One value for each setting. A new one has the defaults, which are written here.
public struct SettingValues: Hashable, Sendable {
  /// MIDI note numbers; 60 is middle C.
  var lowestNote = 36
  var highestNote = 84
  public internal(set) var noteDuration = NoteDuration(seconds: 1)

  /// The seconds between the two notes of a trial.
  public internal(set) var noteGap = 0.0
  public internal(set) var referencePitch = TuningSystem.standardReferencePitch
  public internal(set) var soundSource = SoundSourceID.default
  var soundFonts: [SoundFontPath] = []
  public internal(set) var correctIntonation = true
  public internal(set) var evenLoudness = true
  public internal(set) var reStrike = true
  var connect = OutputChoice.physical
  var connectInput = OutputChoice.physical
  var keepInput = false
  var trigger = false
  var inputDelay = InputDelay.none
  public internal(set) var outputLevel = AmplitudeDB(-12)
  public internal(set) var varyLoudness = UnitInterval(0)

  /// Never empty, none twice.
  public internal(set) var intervals = [DirectedInterval.prime]

  /// How the notes of a trial follow each other, and what sounds beside the second one.
  public internal(set) var presentation = Presentation.melodic
  public internal(set) var accompaniment = [DirectedInterval.prime]
  public internal(set) var accompanimentLevel = Voicing.standardLevel
  public internal(set) var referenceNote = ReferenceNote.any
  public internal(set) var drone = false
  var tuning = TuningChoice.builtIn(.equalTemperament)
  public internal(set) var strategy = StrategyName.adaptive
  public internal(set) var wrongAnswerSignal = WrongAnswerSignal.none

  // These are for somebody at a terminal. What else holds if nobody has set them depends on the
  // ``Attendance``.
  var afterWrongAnswer = AfterWrongAnswer.replay
  var nextTrial = NextTrial.auto
  var livePitch = LivePitch.off

  /// The seconds for which a verdict stands alone.
  public internal(set) var feedbackTime = 0.4

  /// The comparisons of a session; 0 is no end.
  var sessionTrials = 40

  /// 0 is never.
  var breakMinutes = 15
  var discardOnXrun = true

  /// What the plan of a day goes by. Whether intervals and a tuning are set is not here.
  var coach = CoachSettings()

  var controller = ControllerName.none

  /// Which MIDI controls do what.
  public internal(set) var midi = MIDISettings()

  /// Where Peach listens for Open Sound Control.
  public internal(set) var osc = OSCListening.off

  /// What Peach trains if a session manager has started it without a terminal.
  public internal(set) var sessionTraining = TrainingName.comparison

  /// The seconds that can lie between two notes.
  static let noteGaps: ClosedRange<Double> = 0...2

  /// The frequencies that A4 can have, in hertz.
  static let referencePitches: ClosedRange<Double> = 380...500

  /// The seconds for which a verdict can stand alone.
  static let feedbackTimes: ClosedRange<Double> = 0.4...5

  /// How many comparisons a session can have.
  static let sessionLengths = 0...1000

  /// After how many minutes a break can be suggested.
  static let breakLimits = 0...240

  /// The levels that can be set, in dB.
  public static let outputLevels: ClosedRange<Double> = -60...0

  subscript(key: SettingKey) -> SettingValue { key.row.value(in: self) }
}
