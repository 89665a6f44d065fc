import Console
import Language
import Settings

/// What the settings screen asks of the program.
enum SettingsAction: Hashable {
  /// Change a setting, named by its key, to a value as on the command line.
  case change(String, to: String)
  /// Restore the default of a setting.
  case restore(String)
  /// Take the last change back.
  case undo
  /// Play or try what a setting does.
  case hear(String)
  case open(SettingsPage)
  /// Change the output level of this run by so many decibels.
  case changeLevel(Double)
  /// Delete every record of training.
  case resetHistory
}

/// A page that belongs to the settings and has more than a value to choose.
enum SettingsPage: Hashable {
  case sounds, output, learn
}

/// The settings in the groups of a musician: groups at the left, the rows of one at its right, below them
/// the meaning of the selected row.
///
///       Task       Sound            Sine, built in     Enter
///     › Sound    › Length of notes  1.0 s              0.3–3
///       Tuning     Vary loudness    off
///     How long each note sounds.           noteDuration · default
///
/// A value: keys go in, actions come out. ``SettingEditor`` makes its contents from the table of settings.
struct SettingsScreen: StageScreen {
  /// What the rows are made of.
  enum Row: Hashable {
    case setting(EditableSetting)
    /// Peach listens to the controller.
    case learn
    /// Every record is deleted.
    case reset
  }

  private var place: SettingsPlace
  private let glyphs: Glyphs

  init(_ contents: SettingsOnStage, glyphs: Glyphs) {
    place = SettingsPlace(contents: contents)
    self.glyphs = glyphs
  }

  /// Shows the settings after a change. Typing ends.
  mutating func update(_ contents: SettingsOnStage) {
    place.contents = contents
    if case .typing = place.mode { place.mode = .list }
  }

  func stage(in size: TerminalSize) -> StageFrame { drawing.stage(in: size) }

  func spoken(in size: TerminalSize) -> [String] { drawing.spoken(in: size) }

  private var drawing: SettingsDrawing { SettingsDrawing(place: place, glyphs: glyphs) }

  private var setting: EditableSetting? { place.setting }

  // MARK: Keys

  mutating func handle(_ key: Key) -> ScreenReply<SettingsAction> {
    switch place.mode {
    case .list: handleInList(key)
    case .typing(let text): handleWhileTyping(key, text)
    case .members(let index): handleInMembers(key, index)
    case .confirming(let answer): handleWhileConfirming(key, answer)
    }
  }

  private mutating func handleInList(_ key: Key) -> ScreenReply<SettingsAction> {
    switch key {
    case .up, .character("k"): place.move(-1)
    case .down, .character("j"): place.move(1)
    case .tab: place.column = place.column == .rows ? .groups : .rows
    case .left, .character("h"): return step { before, _ in before }
    case .right, .character("l"): return step { _, after in after }
    case .enter: return choose()
    case .character(" "):
      guard let setting, setting.canBeHeard else { return .stay }
      return .perform(.hear(setting.key))
    case .character("d"), .character("D"), .backspace:
      return setting.map { .perform(.restore($0.key)) } ?? .stay
    case .character("u"), .character("U"): return .perform(.undo)
    case .character("o"), .character("O"): return .perform(.open(.output))
    case .character("+"), .character("="): return .perform(.changeLevel(1))
    case .character("-"): return .perform(.changeLevel(-1))
    case .character("?"): return .help
    case .character("q"), .character("Q"), .escape: return .back
    default: break
    }
    return .stay
  }

  private mutating func step(
    _ neighbour: (String?, String?) -> String?
  ) -> ScreenReply<SettingsAction> {
    guard place.column == .rows else {
      place.column = .rows
      return .stay
    }
    return setting.map { change($0, neighbour) } ?? .stay
  }

  private func change(
    _ setting: EditableSetting, _ neighbour: (String?, String?) -> String?
  ) -> ScreenReply<SettingsAction> {
    guard case .neighbours(let before, let after) = setting.choices else { return .stay }
    return neighbour(before, after).map { .perform(.change(setting.key, to: $0)) } ?? .stay
  }

  /// Opens a page or a list, or starts typing. A value that can only be typed starts with its present
  /// text, because users often change only a part.
  private mutating func choose() -> ScreenReply<SettingsAction> {
    guard place.column == .rows else {
      place.column = .rows
      return .stay
    }
    switch place.row {
    case .learn: return .perform(.open(.learn))
    case .reset: place.mode = .confirming("")
    case .setting(let setting):
      if let page = setting.page { return .perform(.open(page)) }
      switch setting.choices {
      case .neighbours: place.mode = .typing("")
      case .members: place.mode = .members(0)
      case .free: place.mode = .typing(setting.value)
      }
    case nil: break
    }
    return .stay
  }

  private mutating func handleWhileTyping(
    _ key: Key, _ text: String
  ) -> ScreenReply<SettingsAction> {
    switch key {
    case .character(let character): place.mode = .typing(text + String(character))
    case .backspace: place.mode = .typing(String(text.dropLast()))
    case .enter: if let setting { return .perform(.change(setting.key, to: text)) }
    case .escape: place.mode = .list
    default: break
    }
    return .stay
  }

  private mutating func handleInMembers(_ key: Key, _ index: Int) -> ScreenReply<SettingsAction> {
    switch key {
    case .up, .character("k"): place.mode = .members(max(index - 1, 0))
    case .down, .character("j"): place.mode = .members(min(index + 1, place.members.count - 1))
    case .character(" "):
      guard let setting, place.members.indices.contains(index),
        let list = place.members[index].toggled
      else { return .stay }
      return .perform(.change(setting.key, to: list))
    case .character("u"), .character("U"): return .perform(.undo)
    case .character("?"): return .help
    case .enter, .escape, .tab, .character("q"), .character("Q"): place.mode = .list
    default: break
    }
    return .stay
  }

  /// Anything but a yes leaves everything as it is.
  private mutating func handleWhileConfirming(
    _ key: Key, _ answer: String
  ) -> ScreenReply<SettingsAction> {
    switch key {
    case .character(let character): place.mode = .confirming(answer + String(character))
    case .backspace: place.mode = .confirming(String(answer.dropLast()))
    case .enter:
      place.mode = .list
      return DataWords.isYes(answer) ? .perform(.resetHistory) : .stay
    case .escape: place.mode = .list
    default: break
    }
    return .stay
  }
}

/// What the settings screen shows at a moment: the settings, the selected row, and what is done with it.
struct SettingsPlace: Hashable {
  enum Mode: Hashable {
    case list
    /// The user types a value.
    case typing(String)
    /// The members of a list with the selected one.
    case members(Int)
    /// The user is asked whether every record should be deleted, and types the answer.
    case confirming(String)
  }

  /// What the arrows move in.
  enum Column: Hashable { case groups, rows }

  var contents: SettingsOnStage
  var column = Column.rows
  var mode = Mode.list
  private(set) var group = SettingGroup.task

  /// The selected row of each group in which one was selected.
  private var selections: [SettingGroup: Int] = [:]

  init(contents: SettingsOnStage) { self.contents = contents }

  var rows: [SettingsScreen.Row] { contents.rows(of: group) }

  /// The place of the selected row in its group.
  var selection: Int { min(selections[group] ?? 0, max(rows.count - 1, 0)) }

  var row: SettingsScreen.Row? { rows.indices.contains(selection) ? rows[selection] : nil }

  var setting: EditableSetting? {
    if case .setting(let setting) = row { setting } else { nil }
  }

  /// Of the selected setting, if it is a list.
  var members: [EditableSetting.Member] { setting?.members ?? [] }

  /// Moves the selection. Beyond the last row of a group the next one follows.
  mutating func move(_ step: Int) {
    let groups = SettingGroup.allCases
    guard let place = groups.firstIndex(of: group) else { return }
    let next = column == .groups ? nil : selection + step
    if let next, rows.indices.contains(next) {
      selections[group] = next
    } else if groups.indices.contains(place + step) {
      group = groups[place + step]
      if column == .rows { selections[group] = step > 0 ? 0 : rows.count - 1 }
    }
  }
}
