/// What a SoundFont says of itself (SoundFont 2.04, section 5). Texts are clean and may be empty.
public struct SoundFontInformation: Hashable, Sendable {
  public internal(set) var name = ""
  public internal(set) var author = ""
  public internal(set) var copyright = ""
  public internal(set) var comment = ""
  public internal(set) var product = ""
  public internal(set) var date = ""
  public internal(set) var software = ""

  /// The edition of the format, as `2.04`; empty where the file does not say.
  public internal(set) var edition = ""

  public init() {}
}
