extension SettingKey {
  /// How far one step goes where a number is chosen rather than typed, in the key's own unit; `nil` for
  /// what is no number.
  var step: Double? {
    switch self {
    case .noteRangeMin, .noteRangeMax, .midiChannel, .referencePitch: 1
    case .noteDuration, .varyLoudness, .encoderStep: 0.1
    case .sliderSlowStep: 0.05
    case .sliderSmoothing: 0.01
    case .sliderTravel, .wheelSpeed: 10
    case .connect: nil
    case .soundSource, .soundFonts, .correctIntonation, .evenLoudness, .intervals, .tuningSystem,
      .strategy, .wrongAnswerSignal, .controller, .slider, .wheel, .higherButtons, .lowerButtons,
      .commitButtons, .stopButtons, .osc, .sessionTraining:
      nil
    }
  }
}
