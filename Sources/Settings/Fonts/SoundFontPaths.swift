/// The files and folders with SoundFonts that the settings name. Those of the option do not replace those
/// of the file: they are looked at first.
public struct SoundFontPaths: Hashable, Sendable {
  /// What the option of this run names.
  public let option: [String]

  /// What the settings file names.
  public let file: [String]

  /// None.
  public init() {
    option = []
    file = []
  }

  init(file: SettingsContents, overrides: SettingsOverrides, home: String) {
    func paths(_ value: SettingValue?, from place: SettingPlace) -> [String] {
      guard case .soundFonts(let paths) = value else { return [] }
      return paths.map { $0.path(from: place.folder, home: home) }
    }
    option = paths(overrides.values[.soundFonts], from: .option)
    let entry = file.entries[.soundFonts]
    self.file = paths(entry?.value, from: .file(path: file.path, line: entry?.line ?? 1))
  }
}
