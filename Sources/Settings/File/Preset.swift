import Foundation

/// Settings that suit what somebody plays. A preset is a file with the format of the settings file.
public struct Preset: Hashable, Sendable {
  /// The name of its file without `.toml`: `strings`, `strings-cello`.
  public let name: String
  public let path: String

  /// In the order of the table, paths absolute. Those of the preset that it adds to are among them.
  public let values: [SettingValue]

  /// The name of the preset that one with this name adds to: `strings` of `strings-cello`; `nil` if its name
  /// has one part.
  public static func general(of name: String) -> String? {
    name.lastIndex(of: "-").map { String(name[..<$0]) }
  }
}

extension SettingsFile {
  /// The names of all presets, sorted.
  public var presetNames: [String] { presets.names }

  /// The folder of the user's own presets, whether it exists or not.
  public var ownPresets: String { presets.folders[0] }

  /// Reads a preset, with the one that it adds to. Throws ``SettingsError/missingPreset(name:known:)`` and
  /// the errors of a settings file.
  public func preset(_ name: String) throws(SettingsError) -> Preset {
    let known = presetNames
    guard known.contains(name), let (_, contents) = try presets.read(name) else {
      throw .missingPreset(name: name, known: known)
    }
    var values: [SettingKey: SettingValue] = [:]
    if let general = Preset.general(of: name), known.contains(general) {
      for value in try preset(general).values { values[value.key] = value }
    }
    for (key, entry) in contents.entries {
      values[key] = entry.value.anchored(in: contents.path.parentDirectory)
    }
    return Preset(
      name: name, path: contents.path, values: SettingKey.allCases.compactMap { values[$0] })
  }
}
