import Music
import Training

/// One value for each key. Without further ado, the defaults: this is where they stand.
struct EffectiveSettings: Hashable, Sendable {
  private(set) var lowestNote = 36
  private(set) var highestNote = 84
  private(set) var noteDuration = NoteDuration(seconds: 1)
  private(set) var referencePitch = TuningSystem.standardReferencePitch
  private(set) var soundSource = SoundSourceID.default
  private(set) var varyLoudness = UnitInterval(0)
  private(set) var intervals = [DirectedInterval.prime]
  private(set) var tuning = TuningChoice.builtIn(.equalTemperament)
  private(set) var strategy = StrategyName.kazez
  private(set) var wrongAnswerSignal = WrongAnswerSignal.none

  subscript(key: SettingKey) -> SettingValue {
    switch key {
    case .noteRangeMin: .noteRangeMin(lowestNote)
    case .noteRangeMax: .noteRangeMax(highestNote)
    case .noteDuration: .noteDuration(noteDuration)
    case .referencePitch: .referencePitch(referencePitch)
    case .soundSource: .soundSource(soundSource)
    case .varyLoudness: .varyLoudness(varyLoudness)
    case .intervals: .intervals(intervals)
    case .tuningSystem: .tuningSystem(tuning)
    case .strategy: .strategy(strategy)
    case .wrongAnswerSignal: .wrongAnswerSignal(wrongAnswerSignal)
    }
  }

  mutating func apply(_ value: SettingValue) {
    switch value {
    case .noteRangeMin(let note): lowestNote = note
    case .noteRangeMax(let note): highestNote = note
    case .noteDuration(let duration): noteDuration = duration
    case .referencePitch(let pitch): referencePitch = pitch
    case .soundSource(let source): soundSource = source
    case .varyLoudness(let share): varyLoudness = share
    case .intervals(let intervals): self.intervals = intervals
    case .tuningSystem(let tuning): self.tuning = tuning
    case .strategy(let strategy): self.strategy = strategy
    case .wrongAnswerSignal(let signal): wrongAnswerSignal = signal
    }
  }
}
