/// Everything that a user can set. The raw value is the name in the file.
public enum SettingKey: String, CaseIterable, Hashable, Sendable {
  case noteRangeMin
  case noteRangeMax
  case noteDuration
  case referencePitch
  case soundSource
  case varyLoudness
  case intervals
  case tuningSystem
  case strategy
  case wrongAnswerSignal

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
    case .noteRangeMin, .noteRangeMax: .wholeNumber
    case .noteDuration, .referencePitch, .varyLoudness: .number
    case .soundSource, .tuningSystem, .strategy, .wrongAnswerSignal: .name
    case .intervals: .list
    }
  }

  /// The key that a user has named on the command line: `noteDuration` or `note-duration`.
  ///
  /// Throws ``SettingsError/unknownKey(_:name:suggestion:)``.
  public static func named(_ name: String) throws(SettingsError) -> SettingKey {
    if let key = allCases.first(where: { $0.name == name || $0.optionName == "--" + name }) {
      return key
    }
    throw .unknownKey(.argument, name: name, suggestion: SettingKey(nearestTo: name))
  }
}
