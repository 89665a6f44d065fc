import Music
import Training

/// One value for each key. Without further ado, the defaults: this is where they stand.
struct EffectiveSettings: Hashable, Sendable {
  private(set) var lowestNote = 36
  private(set) var highestNote = 84
  private(set) var noteDuration = NoteDuration(seconds: 1)
  private(set) var referencePitch = TuningSystem.standardReferencePitch
  private(set) var soundSource = SoundSourceID.default
  private(set) var soundFonts: [SoundFontPath] = []
  private(set) var correctIntonation = true
  private(set) var evenLoudness = true
  private(set) var connect = OutputChoice.physical
  private(set) var varyLoudness = UnitInterval(0)
  private(set) var intervals = [DirectedInterval.prime]
  private(set) var tuning = TuningChoice.builtIn(.equalTemperament)
  private(set) var strategy = StrategyName.kazez
  private(set) var wrongAnswerSignal = WrongAnswerSignal.none
  private(set) var controller = ControllerName.none
  private(set) var midi = MIDISettings()
  private(set) var osc = OSCListening.off
  private(set) var sessionTraining = SessionTraining.comparison

  subscript(key: SettingKey) -> SettingValue {
    switch key {
    case .noteRangeMin: .noteRangeMin(lowestNote)
    case .noteRangeMax: .noteRangeMax(highestNote)
    case .noteDuration: .noteDuration(noteDuration)
    case .referencePitch: .referencePitch(referencePitch)
    case .soundSource: .soundSource(soundSource)
    case .soundFonts: .soundFonts(soundFonts)
    case .correctIntonation: .correctIntonation(correctIntonation)
    case .evenLoudness: .evenLoudness(evenLoudness)
    case .connect: .connect(connect)
    case .varyLoudness: .varyLoudness(varyLoudness)
    case .intervals: .intervals(intervals)
    case .tuningSystem: .tuningSystem(tuning)
    case .strategy: .strategy(strategy)
    case .wrongAnswerSignal: .wrongAnswerSignal(wrongAnswerSignal)
    case .controller: .controller(controller)
    case .midiChannel: .midiChannel(midi.channel)
    case .slider: .slider(midi.slider)
    case .sliderTravel: .sliderTravel(midi.sliderTravel)
    case .sliderSlowStep: .sliderSlowStep(midi.sliderSlowStep)
    case .encoderStep: .encoderStep(midi.encoderStep)
    case .sliderSmoothing: .sliderSmoothing(midi.sliderSmoothing)
    case .wheel: .wheel(midi.wheel)
    case .wheelSpeed: .wheelSpeed(midi.wheelSpeed)
    case .higherButtons: .higherButtons(midi.higher)
    case .lowerButtons: .lowerButtons(midi.lower)
    case .commitButtons: .commitButtons(midi.commit)
    case .stopButtons: .stopButtons(midi.stop)
    case .osc: .osc(osc)
    case .sessionTraining: .sessionTraining(sessionTraining)
    }
  }

  mutating func apply(_ value: SettingValue) {
    switch value {
    case .noteRangeMin(let note): lowestNote = note
    case .noteRangeMax(let note): highestNote = note
    case .noteDuration(let duration): noteDuration = duration
    case .referencePitch(let pitch): referencePitch = pitch
    case .soundSource(let source): soundSource = source
    case .soundFonts(let paths): soundFonts = paths
    case .correctIntonation(let isOn): correctIntonation = isOn
    case .evenLoudness(let isOn): evenLoudness = isOn
    case .connect(let choice): connect = choice
    case .varyLoudness(let share): varyLoudness = share
    case .intervals(let intervals): self.intervals = intervals
    case .tuningSystem(let tuning): self.tuning = tuning
    case .strategy(let strategy): self.strategy = strategy
    case .wrongAnswerSignal(let signal): wrongAnswerSignal = signal
    case .controller(let name): controller = name
    case .midiChannel(let channel): midi.channel = channel
    case .slider(let control): midi.slider = control
    case .sliderTravel(let cents): midi.sliderTravel = cents
    case .sliderSlowStep(let share): midi.sliderSlowStep = share
    case .encoderStep(let cents): midi.encoderStep = cents
    case .sliderSmoothing(let seconds): midi.sliderSmoothing = seconds
    case .wheel(let use): midi.wheel = use
    case .wheelSpeed(let cents): midi.wheelSpeed = cents
    case .higherButtons(let buttons): midi.higher = buttons
    case .lowerButtons(let buttons): midi.lower = buttons
    case .commitButtons(let buttons): midi.commit = buttons
    case .stopButtons(let buttons): midi.stop = buttons
    case .osc(let listening): osc = listening
    case .sessionTraining(let training): sessionTraining = training
    }
  }
}
