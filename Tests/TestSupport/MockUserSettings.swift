import Music
import Training

/// Settings that a test changes at will; they begin with the defaults.
public final class MockUserSettings: UserSettings {
  public var noteRange: NoteRange
  public var noteDuration = NoteDuration(seconds: 1)
  public var noteGap = 0.0
  public var referencePitch = TuningSystem.standardReferencePitch
  public var soundSource = SoundSourceID.default
  public var waitsForSound = false
  public var correctIntonation = true
  public var evenLoudness = true
  public var reStrike = true
  public var varyLoudness = UnitInterval(0)
  public var intervals: [DirectedInterval] = [.prime]
  public var presentation = Presentation.melodic
  public var accompaniment: [DirectedInterval] = [.prime]
  public var accompanimentLevel = Voicing.standardLevel
  public var referenceNote: MIDINote?
  public var drone = false
  public var tuningSystem = TuningSystem.equalTemperament
  public var strategy = StrategyName.adaptive
  public var wrongAnswerSignal = WrongAnswerSignal.none
  public var afterWrongAnswer = AfterWrongAnswer.next
  public var nextTrial = NextTrial.auto
  public var feedbackTime = 0.4
  public var outputLevel = AmplitudeDB(0)

  public private(set) var refreshCount = 0

  public func refresh() { refreshCount += 1 }

  public init() {
    guard let range = NoteRange(lowest: 36, highest: 84) else {
      preconditionFailure("the default range is valid")
    }
    noteRange = range
  }
}
