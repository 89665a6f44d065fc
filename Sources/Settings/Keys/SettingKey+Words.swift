import Music
import Training

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
