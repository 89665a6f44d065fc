import Music
import Training

/// The default settings, for playing without a settings file.
final class FixedSettings: UserSettings {
  let noteRange: NoteRange
  let noteDuration = NoteDuration(seconds: 1)
  let noteGap = 0.0
  let referencePitch = TuningSystem.standardReferencePitch
  var soundSource = SoundSourceID.default
  var waitsForSound = false
  var correctIntonation = true
  var evenLoudness = true
  var reStrike = true
  var varyLoudness = UnitInterval(0)
  let intervals: [DirectedInterval] = [.prime]
  let presentation = Presentation.melodic
  let accompaniment: [DirectedInterval] = [.prime]
  let accompanimentLevel = Voicing.standardLevel
  let referenceNote: MIDINote? = nil
  let drone = false
  let tuningSystem = TuningSystem.equalTemperament
  let strategy = StrategyName.kazez
  let wrongAnswerSignal = WrongAnswerSignal.none
  let afterWrongAnswer = AfterWrongAnswer.next
  let nextTrial = NextTrial.auto
  let feedbackTime = 0.4
  var outputLevel = AmplitudeDB(0)

  init() {
    guard let range = NoteRange(lowest: 36, highest: 84) else {
      preconditionFailure("the default range is valid")
    }
    noteRange = range
  }

  func refresh() {}
}
