/// A setting as it is shown and changed on the settings screen.
public struct EditableSetting: Hashable {
  public let row: SettingRow

  /// The value in the user's words, where they say more than it does itself: a note's name.
  public let remark: String?

  public let choices: Choices

  /// Whether there is something to hear or to try of it.
  public let canBeHeard: Bool

  /// What can be chosen; texts are values as the user would type them.
  public enum Choices: Hashable {
    /// What is to the left and to the right of the value.
    case neighbours(before: String?, after: String?)
    case members([Member])
    /// Typed only.
    case free
  }

  /// Something that a list may have in it.
  public struct Member: Hashable {
    public let word: String
    public let meaning: String
    public let isIn: Bool

    /// The list once this is put in or taken out; `nil` where that cannot be.
    public let toggled: String?

    public init(word: String, meaning: String, isIn: Bool, toggled: String?) {
      (self.word, self.meaning, self.isIn, self.toggled) = (word, meaning, isIn, toggled)
    }
  }

  public init(row: SettingRow, remark: String? = nil, choices: Choices, canBeHeard: Bool) {
    self.row = row
    self.remark = remark
    self.choices = choices
    self.canBeHeard = canBeHeard
  }
}
