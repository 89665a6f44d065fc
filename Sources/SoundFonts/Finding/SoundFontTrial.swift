/// A path that was tried, and what came of it.
public struct SoundFontTrial: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    /// A font, by its tag.
    case font(tag: String)
    /// A folder, which was looked through.
    case folder
    /// Nothing is there.
    case absent
    /// The file, by another name.
    case sameFile(as: String)
    /// Another file with the same bytes.
    case sameContent(as: String)
    /// Not a SoundFont that can be read.
    case refused(SoundFontError)
    /// A folder so deep within others, or behind so many files, that it was not looked into.
    case notLookedInto
  }

  public let place: SoundFontPlace
  public let path: String
  public let outcome: Outcome

  /// Why a file is no font that calls itself one or that the user has named as one.
  public var refusal: SoundFontError? {
    if case .refused(let error) = outcome { error } else { nil }
  }
}
