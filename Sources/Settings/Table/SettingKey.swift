import Music
import Training

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

extension SettingKey {
  /// The words that the key takes, one or, for a list, several of them; empty where there is no end to
  /// what it takes. The names of controllers' maps are found by ``SettingsFile/controllerNames``.
  public var words: [String] {
    switch self {
    case .intervals: DirectedInterval.all.map(\.description)
    case .tuningSystem: TuningSystem.builtIn.map(\.identifier)
    case .strategy: StrategyName.allCases.map(\.rawValue)
    case .wrongAnswerSignal: WrongAnswerSignal.allCases.map(\.rawValue)
    case .connect: [OutputChoice.off, .physical].map(\.text)
    case .wheel: WheelUse.allCases.map(\.rawValue)
    case .correctIntonation, .evenLoudness: ["true", "false"]
    case .soundSource: BuiltInSound.allCases.map(\.source.description)
    case .sessionTraining: SessionTraining.allCases.map(\.rawValue)
    default: []
    }
  }
}

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

/// The sorts of values that settings take.
public enum SettingKind: Hashable, Sendable {
  case wholeNumber

  /// A number with or without decimals.
  case number

  /// A string.
  case name

  /// Yes or no: `true` or `false`.
  case truth

  /// An array of strings; on the command line they stand between commas.
  case list

  /// An array of files and folders; on the command line they stand between colons.
  case paths

  /// What stands between the elements on the command line; `nil` for what is no list.
  var separator: Character? {
    switch self {
    case .list: ","
    case .paths: ":"
    case .wholeNumber, .number, .name, .truth: nil
    }
  }
}
