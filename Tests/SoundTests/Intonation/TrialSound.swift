import FontWriter
import Foundation
import Intonation
import Music
import SoundFonts

@testable import Sound

/// A font that is out of tune by known amounts, and a cache, in a folder of their own.
final class TrialSound {
  private let folder: URL
  private let font: URL

  let cache: IntonationCache
  let library: SoundFontLibrary
  let source: SoundSourceID
  let preset: PresetLocation

  convenience init(_ tones: [TrialFont.Tone]) throws {
    let folder = try Self.makeFolder()
    let font = folder.appending(path: "trial.sf2")
    try TrialFont(program: 40, tones: tones).write(to: font)
    try self.init(
      font, in: folder, cache: IntonationCache(folder: folder.appending(path: "cache").path))
  }

  private init(_ font: URL, in folder: URL, cache: IntonationCache) throws {
    self.folder = folder
    self.font = font
    self.cache = cache
    library = try SoundFontLibrary(
      SoundFontSearch(places: [SoundFontLocation(.option, font.path)]))
    source = SoundSourceID(font: "trial", bank: 0, program: 40)
    preset = PresetLocation(path: font.path, bank: 0, program: 40)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "trial-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// The same font in another folder, with the same cache, which goes with this sound.
  func copied() throws -> TrialSound {
    let folder = try Self.makeFolder()
    let copy = folder.appending(path: "trial.sf2")
    try FileManager.default.copyItem(at: font, to: copy)
    return try TrialSound(copy, in: folder, cache: cache)
  }

  /// Puts another font in the place of this one.
  func replace(with tones: [TrialFont.Tone]) throws {
    try TrialFont(program: 40, tones: tones).write(to: font)
  }

  /// Keys that are off by very different amounts.
  static func detuned() throws -> TrialSound {
    try TrialSound(
      [(57, -27.0), (60, 4.25), (61, -3.5), (69, 21)].map { key, cents in
        var tone = TrialFont.Tone(key: key)
        tone.cents = cents
        return tone
      })
  }
}
