/// A key and all that `peach settings list` shows of it.
public struct SettingReport: Hashable, Sendable {
  public let key: SettingKey

  /// What holds for this run.
  public let value: SettingValue
  public let defaultValue: SettingValue
  public let source: SettingSource

  public var name: String { key.name }
}

extension SettingsLayers {
  /// Every key in the order of the documentation.
  var report: [SettingReport] {
    SettingKey.allCases.map { key in
      SettingReport(
        key: key, value: effective[key], defaultValue: defaults[key], source: source(of: key))
    }
  }
}
