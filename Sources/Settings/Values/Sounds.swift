import Foundation
import Language
import Music

/// A file or a folder with SoundFonts, as a setting names it. A relative path starts at the
/// settings file's folder, on the command line at the working directory; a leading `~/` is the home
/// directory.
public struct SoundFontPath: Hashable, Sendable {
  public let text: String

  /// `nil` for an empty text and for control characters.
  public init?(_ text: String) {
    guard !text.isEmpty,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    self.text = text
  }

  private init(unchecked text: String) { self.text = text }

  /// Makes a relative path independent of the folder from which it counts.
  func anchored(in folder: String) -> SoundFontPath {
    guard isRelative else { return self }
    return SoundFontPath(unchecked: URL(fileURLWithPath: "\(folder)/\(text)").standardized.path)
  }

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

/// The files and folders with SoundFonts that the settings name.
public struct SoundFontPaths: Hashable, Sendable {
  /// The paths of this run's option, which Peach searches first.
  public let option: [String]

  /// The paths of the settings file, or else of the site.
  public let file: [String]

  public init() {
    option = []
    file = []
  }

  init(
    file: SettingsContents, overrides: SettingsOverrides, over site: SiteSettings, home: String
  ) {
    func paths(_ value: SettingValue?, from place: SettingOrigin) -> [String] {
      (value?[\.soundFonts] ?? []).map { $0.path(from: place.folder, home: home) }
    }
    option = paths(overrides.values[.soundFonts], from: .option)
    if let entry = file.entries[.soundFonts] {
      self.file = paths(entry.value, from: .file(path: file.path, line: entry.line))
    } else {
      self.file = site[.soundFonts].map { paths($0.value, from: $0.place) } ?? []
    }
  }
}
