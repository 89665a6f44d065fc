import Charts
import Console
import Language
import Music
import Settings

/// All settings with their meanings. The chosen one can be changed and tried.
struct SettingsScreen: Screen {
  private var settings: [EditableSetting]
  private let glyphs: Glyphs
  private var chosen = 0
  private var mode = Mode.list

  private enum Mode: Hashable {
    case list
    /// The user types a value.
    case typing(String)
    /// The members of a list with the chosen one.
    case members(Int)
    /// The user is asked whether every record should be deleted, and types the answer.
    case confirming(String)
  }

  private let records: String?

  /// - Parameter records: how many records of training there are, in words; `nil` if they cannot be
  ///   deleted.
  init(settings: [EditableSetting], records: String? = nil, glyphs: Glyphs) {
    precondition(!settings.isEmpty)
    self.settings = settings
    self.records = records
    self.glyphs = glyphs
  }

  /// Shows the settings after a change. Typing ends.
  mutating func update(_ settings: [EditableSetting]) {
    self.settings = settings
    chosen = min(chosen, settings.count - 1)
    if case .typing = mode { mode = .list }
  }

  /// Whether keys are letters of a value.
  var isTyping: Bool {
    switch mode {
    case .typing, .confirming: true
    case .list, .members: false
    }
  }

  private var setting: EditableSetting { settings[chosen] }
  private var members: [SettingChoices.Member] {
    if case .members(let members) = setting.choices { members } else { [] }
  }

  var help: [String] { isTyping ? [] : SettingsScreenText.help(glyphs) }

  // MARK: Keys

  mutating func handle(_ key: Key) -> ScreenReply<ScreenAction> {
    switch mode {
    case .list: handleInList(key)
    case .typing(let text): handleWhileTyping(key, text)
    case .members(let index): handleInMembers(key, index)
    case .confirming(let answer): handleWhileConfirming(key, answer)
    }
  }

  private mutating func handleInList(_ key: Key) -> ScreenReply<ScreenAction> {
    switch key {
    case .up, .character("k"): chosen = max(chosen - 1, 0)
    case .down, .character("j"): chosen = min(chosen + 1, settings.count - 1)
    case .left, .character("h"): return step { before, _ in before }
    case .right, .character("l"): return step { _, after in after }
    case .enter: open()
    case .character(" "): return setting.canBeHeard ? .perform(.hear(setting.row.name)) : .stay
    case .character("d"), .character("D"), .backspace: return .perform(.restore(setting.row.name))
    case .character("R"): if records != nil { mode = .confirming("") }
    case .character("q"), .character("Q"), .escape: return .back
    default: break
    }
    return .stay
  }

  /// Anything but a yes leaves everything as it is.
  private mutating func handleWhileConfirming(
    _ key: Key, _ answer: String
  ) -> ScreenReply<ScreenAction> {
    switch key {
    case .character(let character): mode = .confirming(answer + String(character))
    case .backspace: mode = .confirming(String(answer.dropLast()))
    case .enter:
      mode = .list
      return DataWords.isYes(answer) ? .perform(.resetHistory) : .stay
    case .escape: mode = .list
    default: break
    }
    return .stay
  }

  private mutating func step(
    _ neighbour: (String?, String?) -> String?
  ) -> ScreenReply<ScreenAction> {
    guard case .neighbours(let before, let after) = setting.choices else {
      open()
      return .stay
    }
    return neighbour(before, after).map { .perform(.change(setting.row.name, to: $0)) } ?? .stay
  }

  /// Starts typing, or shows the list. A value that can only be typed starts with its present text,
  /// because users often change only a part.
  private mutating func open() {
    switch setting.choices {
    case .neighbours: mode = .typing("")
    case .members: mode = .members(0)
    case .free: mode = .typing(setting.row.value)
    }
  }

  private mutating func handleWhileTyping(_ key: Key, _ text: String) -> ScreenReply<ScreenAction> {
    switch key {
    case .character(let character): mode = .typing(text + String(character))
    case .backspace: mode = .typing(String(text.dropLast()))
    case .enter: return .perform(.change(setting.row.name, to: text))
    case .escape: mode = .list
    default: break
    }
    return .stay
  }

  private mutating func handleInMembers(_ key: Key, _ index: Int) -> ScreenReply<ScreenAction> {
    switch key {
    case .up, .character("k"): mode = .members(max(index - 1, 0))
    case .down, .character("j"): mode = .members(min(index + 1, members.count - 1))
    case .character(" "):
      guard index < members.count, let list = members[index].toggled else { return .stay }
      return .perform(.change(setting.row.name, to: list))
    case .enter, .escape, .left, .character("q"), .character("Q"): mode = .list
    default: break
    }
    return .stay
  }

  // MARK: Drawing

  func lines(in size: TerminalSize) -> [String] {
    let width = max(size.columns - 1, 1)
    let foot = self.foot.flatMap { WrappedText.lines($0, width: width) }
    // The words have the same room for every setting, so that the list does not move. In a small
    // window a longer text takes some of the list's room.
    let words = Self.words(of: setting.row, width: width)
    let most = settings.map { Self.words(of: $0.row, width: width).count }.max() ?? 0
    let room = max(min(most, size.rows / 3), words.count)
    let list = size.rows - 3 - room - foot.count
    guard list >= 3 else {
      let rows = Array(rows[place...].prefix(max(size.rows - foot.count, 1)))
      return Array((rows + foot).prefix(size.rows))
    }
    let first = min(max(place - list / 2, 0), max(rows.count - list, 0))
    let rows = rows[first...].prefix(list)
    let title =
      members.isEmpty || mode == .list
      ? SettingsScreenText.title(chosen + 1, of: settings.count) : setting.row.name
    return [title] + rows + [""] + words
      + Array(repeating: "", count: max(room - words.count, 0)) + [""] + foot
  }

  func spoken(in size: TerminalSize) -> [String] {
    let width = max(size.columns - 1, 1)
    let words = mode == .list ? Self.words(of: setting.row, width: width) : []
    return [rows[place]] + words + foot.flatMap { WrappedText.lines($0, width: width) }
  }

  private var foot: [String] {
    switch mode {
    case .list: SettingsScreenText.keys(glyphs, of: setting, .list)
    case .typing: SettingsScreenText.keys(glyphs, of: setting, .typing)
    case .members: SettingsScreenText.keys(glyphs, of: setting, .members)
    case .confirming(let answer): SettingsScreenText.question(records ?? "", answer: answer)
    }
  }

  /// The row with the pointer.
  private var place: Int { if case .members(let index) = mode { index } else { chosen } }

  private var rows: [String] {
    if case .members(let chosen) = mode {
      return members.enumerated().map { index, member in
        let pointer = index == chosen ? glyphs.pointer : " "
        return "\(pointer) [\(member.isIn ? "x" : " ")] \(member.word.rightPadded(to: 5))"
          + (DirectedInterval(member.word).map { NoteName.text($0) } ?? "")
      }
    }
    let width = settings.map(\.row.name.count).max() ?? 0
    return settings.enumerated().map { index, setting in
      let pointer = index == chosen ? glyphs.pointer : " "
      let remark = setting.remark.map { "  \($0)" } ?? ""
      return "\(pointer) \(setting.row.name.rightPadded(to: width + 2))"
        + "\(index == chosen ? chosenValue : "  \(setting.row.value)")\(remark)"
    }
  }

  /// The value between the directions in which it can change, or the text being typed.
  private var chosenValue: String {
    if case .typing(let text) = mode { return ": \(text)_" }
    guard case .neighbours(let before, let after) = setting.choices else {
      return "  \(setting.row.value)"
    }
    return "\(before == nil ? " " : "<") \(setting.row.value)\(after == nil ? "" : " >")"
  }

  private static func words(of row: ListedSetting, width: Int) -> [String] {
    [row.meaning, "\(SettingsText.allowed(row)) \(SettingsText.origin(of: row))"]
      .flatMap { WrappedText.lines($0, width: width) }
  }
}

/// A setting on the settings screen.
struct EditableSetting: Hashable {
  let row: ListedSetting

  /// An explanation of the value: a note's name, a unit.
  var remark: String?

  /// Texts are values as the user would type them.
  let choices: SettingChoices

  /// Whether the setting has a preview.
  let canBeHeard: Bool
}

/// The words of the settings screen.
enum SettingsScreenText {
  enum Mode {
    case list, typing, members
  }

  static func title(_ number: Int, of count: Int) -> String {
    localized("Settings (%d of %d)", number, count)
  }

  /// What the keys do now.
  static func keys(_ glyphs: Glyphs, of setting: EditableSetting, _ mode: Mode) -> [String] {
    switch mode {
    case .typing: return [localized("type a value; Enter saves it, Esc cancels")]
    case .members:
      return [localized("Space adds or removes an item, Enter returns to the settings")]
    case .list: break
    }
    let change =
      switch setting.choices {
      case .neighbours: localized("%@ %@ change, Enter to type", glyphs.left, glyphs.right)
      case .members: localized("Enter opens the list")
      case .free: localized("Enter to type")
      }
    let others =
      setting.canBeHeard
      ? localized("Space plays an example, d sets the default, q goes back")
      : localized("d sets the default, q goes back")
    return ["\(change); \(others)"]
  }

  /// Asks whether every record should be deleted.
  static func question(_ records: String, answer: String) -> [String] {
    [
      localized(
        """
        Delete %@? A backup is made beside the history. Type yes and press Enter to delete; Esc keeps \
        everything.
        """, records),
      ": \(answer)_",
    ]
  }

  /// The help for `?`.
  static func help(_ glyphs: Glyphs) -> [String] {
    [
      localized("%@ %@ choose a setting.", glyphs.up, glyphs.down),
      localized(
        "%@ %@ change it; values that conflict with other settings are skipped.", glyphs.left,
        glyphs.right),
      localized("Enter lets you type a value or opens a list."),
      localized("Space plays what the setting does, or lets you try your MIDI control."),
      localized("d restores the default."),
      localized(
        "A change is written to the settings file at once and counts from the next note on."),
      localized("R deletes every record of training, after a backup; it asks first."),
      localized("q goes back to the start screen."),
    ]
  }
}
