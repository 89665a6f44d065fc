import Foundation

/// A file or a folder with SoundFonts, as a setting names it. Relative ones count from the settings file's
/// folder, on the command line from the working directory; a leading `~/` is the home directory.
public struct SoundFontPath: Hashable, Sendable {
  /// As it is written.
  public let text: String

  /// Anything but nothing and what a terminal could stumble over.
  public init?(_ text: String) {
    guard !text.isEmpty,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    self.text = text
  }

  private init(unchecked text: String) { self.text = text }

  /// The same, no longer dependent on the folder from which it has counted.
  func anchored(in folder: String) -> SoundFontPath {
    guard isRelative else { return self }
    return SoundFontPath(unchecked: URL(fileURLWithPath: "\(folder)/\(text)").standardized.path)
  }

  /// The path that is meant.
  ///
  /// - Parameter base: the folder from which relative paths count; `nil` leaves them relative.
  func path(from base: String?, home: String) -> String {
    if text == "~" { return home }
    if text.hasPrefix("~/") { return home + text.dropFirst() }
    guard isRelative, let base else { return text }
    return "\(base)/\(text)"
  }

  private var isRelative: Bool {
    !text.hasPrefix("/") && !text.hasPrefix("~/") && text != "~"
  }
}

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
