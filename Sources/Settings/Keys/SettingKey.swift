/// Everything that a user can set. The raw value is the name in the file.
public enum SettingKey: String, CaseIterable, Hashable, Sendable {
  case noteRangeMin
  case noteRangeMax
  case noteDuration
  case referencePitch
  case soundSource
  case soundFonts
  case correctIntonation
  case evenLoudness
  case connect
  case varyLoudness
  case intervals
  case tuningSystem
  case strategy
  case wrongAnswerSignal
  case controller
  case midiChannel
  case slider
  case sliderTravel
  case sliderSlowStep
  case encoderStep
  case sliderSmoothing
  case wheel
  case wheelSpeed
  case higherButtons
  case lowerButtons
  case commitButtons
  case stopButtons
  case osc
  case sessionTraining

  /// The reference pitches that can be set, in hertz.
  public static let referencePitches: ClosedRange<Double> = 380...500

  /// The name in the file and in `peach settings`, such as `noteDuration`.
  public var name: String { rawValue }

  /// The command line's option, such as `--note-duration`.
  public var optionName: String {
    "--" + rawValue.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
  }

  /// What holds where nobody has set anything.
  public var defaultValue: SettingValue { EffectiveSettings()[self] }

  /// What sort of value this key takes.
  public var kind: SettingKind {
    switch self {
    case .noteRangeMin, .noteRangeMax, .midiChannel: .wholeNumber
    case .noteDuration, .referencePitch, .varyLoudness, .sliderTravel, .sliderSlowStep,
      .encoderStep, .sliderSmoothing, .wheelSpeed:
      .number
    case .soundSource, .tuningSystem, .strategy, .wrongAnswerSignal, .controller, .slider, .wheel,
      .osc, .sessionTraining:
      .name
    case .correctIntonation, .evenLoudness: .truth
    case .intervals, .higherButtons, .lowerButtons, .commitButtons, .stopButtons: .list
    case .connect: .name
    case .soundFonts: .paths
    }
  }

  /// Whether a controller's map may set this key.
  public var isOfController: Bool {
    switch self {
    case .midiChannel, .slider, .sliderTravel, .sliderSlowStep, .encoderStep, .sliderSmoothing,
      .wheel, .wheelSpeed, .higherButtons, .lowerButtons, .commitButtons, .stopButtons:
      true
    case .connect: false
    case .noteRangeMin, .noteRangeMax, .noteDuration, .referencePitch, .soundSource, .soundFonts,
      .correctIntonation, .evenLoudness, .varyLoudness, .intervals, .tuningSystem, .strategy,
      .wrongAnswerSignal, .controller, .osc, .sessionTraining:
      false
    }
  }

  /// The key that a user has named on the command line: `noteDuration` or `note-duration`.
  ///
  /// Throws ``SettingsError/unknownKey(_:name:)``.
  public static func named(_ name: String) throws(SettingsError) -> SettingKey {
    if let key = allCases.first(where: { $0.name == name || $0.optionName == "--" + name }) {
      return key
    }
    throw .unknownKey(.argument, name: name)
  }
}
