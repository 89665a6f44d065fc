import Music
import Settings
import SoundFonts

extension SoundSourceID {
  /// The sound as musicians call it: `Sine`, `Cello`. Its tag if there is nothing better.
  ///
  /// - Parameter library: where the sounds of other fonts are looked up; `nil` if the fonts have not been
  ///   searched yet, which takes a while.
  func name(in library: SoundFontLibrary?) -> String {
    if font == nil, bank == BuiltInSound.bank, let sound = BuiltInSound(rawValue: program) {
      return sound.name.prefix(1).uppercased() + sound.name.dropFirst()
    }
    return library?.sound(of: self)?.preset.name ?? description
  }
}
