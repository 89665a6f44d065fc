/// The built-in font, and the sound that is set.
struct SoundFacts {
  /// `nil` where it is not there.
  let builtInFont: String?
  let source: String

  /// Why a sound is not to be had, in words; `nil` where all is well.
  let problem: String?

  /// How many SoundFonts there are besides the built-in one.
  let otherFonts: Int

  /// Files that should be SoundFonts, and why they are none that can be read, in words.
  let skipped: [(path: String, reason: String)]

  init(
    builtInFont: String?, source: String, problem: String?, otherFonts: Int = 0,
    skipped: [(path: String, reason: String)] = []
  ) {
    self.otherFonts = otherFonts
    self.skipped = skipped
    self.builtInFont = builtInFont
    self.source = source
    self.problem = problem
  }
}
