import BuiltInFont
import Foundation
import Intonation
import Music
import SoundFonts

@testable import Sound

/// A font that is out of tune by known amounts, and a cache, in a folder of their own.
final class TrialSound {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "trial-\(UUID().uuidString)")

  let cache: IntonationCache
  let library: SoundFontLibrary
  let source: SoundSourceID
  let preset: PresetLocation

  init(_ tones: [TrialFont.Tone]) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let font = folder.appending(path: "trial.sf2")
    try TrialFont(program: 40, tones: tones).write(to: font)
    cache = IntonationCache(folder: folder.appending(path: "cache").path)
    library = try SoundFontLibrary(SoundFontSearch(places: [SoundFontPlace(.option, font.path)]))
    source = SoundSourceID(font: "trial", bank: 0, program: 40)
    preset = PresetLocation(path: font.path, bank: 0, program: 40)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

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
