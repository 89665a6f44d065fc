/// What can be chosen for a key instead of what is set, all else left as it is. Texts are in the form of
/// the command line.
public enum SettingChoices: Hashable, Sendable {
  /// An order of values: the one before and the one after, where there is one.
  case neighbours(before: String?, after: String?)

  /// A set: each of the words that may be in it.
  case members([Member])

  /// Nothing to choose from; any allowed text can be typed.
  case free

  /// A word of a list.
  public struct Member: Hashable, Sendable {
    public let word: String
    public let isIn: Bool

    /// What the list is once the word is put in or taken out; `nil` where that cannot be.
    public let toggled: String?
  }
}
