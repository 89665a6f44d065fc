import Foundation
import Music

/// Knows where the SoundFonts are.
public struct SoundFontLibrary: Sendable {
  /// The built-in font's file name.
  private static let builtInName = "Peach.sf2"

  /// The built-in font's path.
  public let builtInFont: String

  /// - Throws: ``SoundError/builtInFontMissing(tried:)``
  public init() throws {
    let tried = Self.places
    guard let found = tried.first(where: { FileManager.default.isReadableFile(atPath: $0) }) else {
      throw SoundError.builtInFontMissing(tried: tried)
    }
    builtInFont = found
  }

  /// Makes a sound ready and lets go of it again.
  ///
  /// - Throws: ``SoundError`` where it cannot be had.
  public func tryOut(_ source: SoundSourceID) throws {
    guard let preset = location(of: source) else {
      throw SoundError.unreadableFont(path: source.font ?? builtInFont)
    }
    _ = try Synthesizer(preset: preset, sampleRate: 48_000)
  }

  /// Where a preset is to be found; `nil` where its font is not known.
  func location(of source: SoundSourceID) -> PresetLocation? {
    // A font may be named by its file.
    if let path = source.font, path.hasPrefix("/") {
      return PresetLocation(path: path, bank: source.bank, program: source.program)
    }
    let name = URL(fileURLWithPath: builtInFont).deletingPathExtension().lastPathComponent
    guard source.font == nil || source.font == name else { return nil }
    return PresetLocation(path: builtInFont, bank: source.bank, program: source.program)
  }

  /// Where the built-in font may be: beside an installed program (`PREFIX/share/peach/soundfonts`),
  /// else in the sources that this program was built from, wherever it was built to.
  private static var places: [String] {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
    var sources = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { sources.deleteLastPathComponent() }
    return [
      prefix.appending(path: "share/peach/soundfonts"), sources.appending(path: "soundfonts"),
    ].map { $0.appending(path: builtInName).path }
  }
}
