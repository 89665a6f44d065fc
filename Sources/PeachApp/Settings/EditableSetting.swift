/// A setting as it is shown and changed on the settings screen.
struct EditableSetting: Hashable {
  let row: SettingRow

  /// The value in the user's words, where they say more than it does itself: a note's name.
  let remark: String?

  let choices: Choices

  /// Whether there is something to hear or to try of it.
  let canBeHeard: Bool

  /// What can be chosen; texts are values as the user would type them.
  enum Choices: Hashable {
    /// What is to the left and to the right of the value.
    case neighbours(before: String?, after: String?)
    case members([Member])
    /// Typed only.
    case free
  }

  /// Something that a list may have in it.
  struct Member: Hashable {
    let word: String
    let meaning: String
    let isIn: Bool

    /// The list once this is put in or taken out; `nil` where that cannot be.
    let toggled: String?

    init(word: String, meaning: String, isIn: Bool, toggled: String?) {
      (self.word, self.meaning, self.isIn, self.toggled) = (word, meaning, isIn, toggled)
    }
  }

  init(row: SettingRow, remark: String? = nil, choices: Choices, canBeHeard: Bool) {
    self.row = row
    self.remark = remark
    self.choices = choices
    self.canBeHeard = canBeHeard
  }
}
