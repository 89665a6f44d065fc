import Console
import Language
import Program
import Settings

/// A request of the settings screen to the program. Settings are named by their keys.
enum SettingsAction: Hashable {
  /// Changes a setting to a value as on the command line.
  case change(String, to: String)
  /// Restores the default of a setting.
  case restore(String)
  case undo
  /// Plays or tries a setting.
  case hear(String)
  case open(SettingsPage)
  /// Changes the output level of this run, in decibels.
  case changeLevel(Double)
  /// Deletes every record of training.
  case resetHistory
}

/// A page of the settings with more than a value to choose.
enum SettingsPage: Hashable {
  case player, sounds, output, learn
}

/// The settings in groups:
///
///       Task       Sound            Sine, built in     Enter
///     › Sound    › Length of notes  1.0 s              0.3–3
///       Tuning     Vary loudness    off
///     How long each note sounds.           noteDuration · default
///
/// ``SettingEditor`` makes the contents from the table of settings.
struct SettingsScreen: @MainActor StageScreen {
  enum Row: Hashable {
    case setting(EditableSetting)
    /// A page without a setting: presets, or MIDI learn.
    case page(SettingsPage)
    /// The deletion of every record.
    case reset
  }

  private var state: SettingsState
  private let glyphs: Glyphs

  /// - Parameter group: the group that is open.
  init(_ contents: SettingsOnStage, at group: SettingGroup = .task, glyphs: Glyphs) {
    state = SettingsState(contents: contents, at: group)
    self.glyphs = glyphs
  }

  /// Shows new contents without disturbing the user.
  mutating func show(_ contents: SettingsOnStage) { state.contents = contents }

  /// Shows the settings after a change. Typing ends.
  mutating func update(_ contents: SettingsOnStage) {
    show(contents)
    if case .typing = state.mode { state.mode = .list }
  }

  func stage(in size: TerminalSize) -> StageFrame { drawing.stage(in: size) }

  func spoken(in _: TerminalSize) -> [String] { drawing.spoken }

  private var drawing: SettingsDrawing { SettingsDrawing(state: state, glyphs: glyphs) }

  private var setting: EditableSetting? { state.setting }

  var group: SettingGroup { state.group }

  var isTyping: Bool { if case .typing = state.mode { true } else { false } }

  /// The help for the present mode.
  var page: KeyTable.Page { if case .members = state.mode { .members } else { .settings } }

  // MARK: Keys

  mutating func handle(_ key: Key) -> ScreenReply<SettingsAction> {
    switch state.mode {
    case .list: handleInList(key)
    case .typing(let text): handleWhileTyping(key, text)
    case .members(let index): handleInMembers(key, index)
    case .confirming(let answer): handleWhileConfirming(key, answer)
    }
  }

  private mutating func handleInList(_ key: Key) -> ScreenReply<SettingsAction> {
    switch key.command {
    case .up, .character("k"): state.move(-1)
    case .down, .character("j"): state.move(1)
    case .tab: state.column = state.column == .rows ? .groups : .rows
    case .left, .character("h"): return step { before, _ in before }
    case .right, .character("l"): return step { _, after in after }
    case .enter: return choose()
    case .character(" "):
      guard let setting, setting.canBeHeard else { return .stay }
      return .perform(.hear(setting.key))
    case .character("d"), .backspace:
      return setting.map { .perform(.restore($0.key)) } ?? .stay
    case .character("q"), .escape: return .back
    case .character(let character): return handleEverywhere(character, key)
    default: break
    }
    return .stay
  }

  private mutating func step(
    _ neighbour: (String?, String?) -> String?
  ) -> ScreenReply<SettingsAction> {
    guard state.column == .rows else {
      state.column = .rows
      return .stay
    }
    return setting.map { change($0, neighbour) } ?? .stay
  }

  private func change(
    _ setting: EditableSetting, _ neighbour: (String?, String?) -> String?
  ) -> ScreenReply<SettingsAction> {
    guard case .neighbours(let before, let after) = setting.choices else { return .stay }
    // Both arrows turn a yes into a no.
    let other = ["true", "false"].contains(setting.value) ? before ?? after : nil
    return (neighbour(before, after) ?? other).map { .perform(.change(setting.key, to: $0)) }
      ?? .stay
  }

  /// Opens a page or a list, or begins to type. A value that can only be typed begins with its
  /// present text, because users often change only a part.
  private mutating func choose() -> ScreenReply<SettingsAction> {
    guard state.column == .rows else {
      state.column = .rows
      return .stay
    }
    switch state.row {
    case .page(let page): return .perform(.open(page))
    case .reset: state.mode = .confirming("")
    case .setting(let setting):
      if let page = setting.page { return .perform(.open(page)) }
      switch setting.choices {
      case .neighbours: state.mode = .typing("")
      case .members: state.mode = .members(0)
      case .free: state.mode = .typing(setting.value)
      }
    case nil: break
    }
    return .stay
  }

  private mutating func handleWhileTyping(
    _ key: Key, _ text: String
  ) -> ScreenReply<SettingsAction> {
    switch key {
    case .enter: if let setting { return .perform(.change(setting.key, to: text)) }
    case .escape: state.mode = .list
    default: state.mode = .typing(key.edited(text))
    }
    return .stay
  }

  private mutating func handleInMembers(_ key: Key, _ index: Int) -> ScreenReply<SettingsAction> {
    switch key.command {
    case .up, .character("k"): state.mode = .members(max(index - 1, 0))
    case .down, .character("j"): state.mode = .members(min(index + 1, state.members.count - 1))
    case .character(" "):
      guard let setting, state.members.indices.contains(index),
        let list = state.members[index].toggled
      else { return .stay }
      return .perform(.change(setting.key, to: list))
    case .enter, .escape, .tab, .character("q"): state.mode = .list
    case .character(let character): return handleEverywhere(character, key)
    default: break
    }
    return .stay
  }

  /// Handles the keys that mean the same in the list of settings and in that of a setting's
  /// members.
  private mutating func handleEverywhere(
    _ character: Character, _ key: Key
  ) -> ScreenReply<SettingsAction> {
    switch character {
    case "u": .perform(.undo)
    case "o": .perform(.open(.output))
    case "+", "=": .perform(.changeLevel(1))
    case "-": .perform(.changeLevel(-1))
    case "?": .help
    default: handleNumber(state.menu.choice(key))
    }
  }

  /// Handles a number, which is like Enter for its item, or puts a member of a list in or out.
  private mutating func handleNumber(
    _ choice: NumberedMenu.Choice?
  ) -> ScreenReply<SettingsAction> {
    guard let choice else { return .stay }
    state.select(choice.place)
    guard case .item = choice else { return .stay }
    if case .members(let index) = state.mode { return handleInMembers(.character(" "), index) }
    return choose()
  }

  /// Deletes nothing unless the answer is a yes.
  private mutating func handleWhileConfirming(
    _ key: Key, _ answer: String
  ) -> ScreenReply<SettingsAction> {
    switch key {
    case .enter:
      state.mode = .list
      return DataWords.isYes(answer) ? .perform(.resetHistory) : .stay
    case .escape: state.mode = .list
    default: state.mode = .confirming(key.edited(answer))
    }
    return .stay
  }
}

/// The state of the settings screen: the settings, the selected row, and its use.
struct SettingsState: Hashable {
  enum Mode: Hashable {
    case list
    /// The user has typed this part of a value.
    case typing(String)
    /// The members of a list are shown, with the selected one.
    case members(Int)
    /// The user has typed this part of the answer to whether every record should be deleted.
    case confirming(String)
  }

  /// The column in which the arrows move.
  enum Column: Hashable { case groups, rows }

  var contents: SettingsOnStage
  var column = Column.rows
  var mode = Mode.list
  private(set) var group = SettingGroup.task

  /// The selected row of each group.
  private var selections: [SettingGroup: Int] = [:]

  /// - Parameter group: the group that is open.
  init(contents: SettingsOnStage, at group: SettingGroup = .task) {
    self.contents = contents
    self.group = group
  }

  var rows: [SettingsScreen.Row] { contents.rows(of: group) }

  /// The place of the selected row in its group.
  var selection: Int { min(selections[group] ?? 0, max(rows.count - 1, 0)) }

  var row: SettingsScreen.Row? { rows.indices.contains(selection) ? rows[selection] : nil }

  var setting: EditableSetting? {
    if case .setting(let setting) = row { setting } else { nil }
  }

  /// The members of the selected setting, if it is a list.
  var members: [EditableSetting.Member] { setting?.members ?? [] }

  /// Moves the selection, among the groups or within one.
  mutating func move(_ step: Int) {
    switch column {
    case .rows:
      if rows.indices.contains(selection + step) { selections[group] = selection + step }
    case .groups:
      let groups = SettingGroup.allCases
      guard let place = groups.firstIndex(of: group), groups.indices.contains(place + step) else {
        return
      }
      group = groups[place + step]
    }
  }

  /// The shown items as a menu with numbers.
  var menu: NumberedMenu {
    if case .members(let index) = mode {
      return NumberedMenu(count: members.count, selection: index)
    }
    return column == .groups
      ? NumberedMenu(
        count: SettingGroup.allCases.count,
        selection: SettingGroup.allCases.firstIndex(of: group) ?? 0)
      : NumberedMenu(count: rows.count, selection: selection)
  }

  /// Selects the item in a place of ``menu``.
  mutating func select(_ place: Int) {
    if case .members = mode {
      mode = .members(place)
    } else if column == .groups {
      group = SettingGroup.allCases[place]
    } else {
      selections[group] = place
    }
  }
}
