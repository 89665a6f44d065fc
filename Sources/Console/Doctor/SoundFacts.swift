/// The built-in font, and the sound that is set.
public struct SoundFacts {
  /// `nil` where it is not there.
  public let builtInFont: String?
  public let source: String

  /// Why a sound is not to be had, in words; `nil` where all is well.
  public let problem: String?

  public init(builtInFont: String?, source: String, problem: String?) {
    self.builtInFont = builtInFont
    self.source = source
    self.problem = problem
  }
}
