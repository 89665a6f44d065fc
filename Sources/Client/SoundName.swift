import Language
import Music
import Settings
import SoundFonts

extension SoundSourceID {
  /// The sound as musicians call it: `Sine`, `Cello`. Its tag if there is nothing better.
  ///
  /// - Parameter library: where the sounds of other fonts are looked up; `nil` if the fonts have not been
  ///   searched yet, which takes a while.
  package func name(in library: SoundFontLibrary?) -> String {
    builtInName ?? library?.sound(of: self)?.preset.name ?? description
  }

  /// The same as far as it is known without a search for fonts.
  package func knownName(in library: SoundFontLibrary) -> String {
    builtInName ?? library.knownSound(of: self)?.preset.name ?? description
  }

  /// The name of a built-in sound in the user's language; `nil` of another one.
  package var builtInName: String? {
    BuiltInSound(self).map { $0.name.prefix(1).uppercased() + $0.name.dropFirst() }
  }
}
