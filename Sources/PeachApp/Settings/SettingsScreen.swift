import Console
import Language
import Program
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
  case player, sounds, output, learn
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
struct SettingsScreen: @MainActor StageScreen {
  /// What the rows are made of.
  enum Row: Hashable {
    case setting(EditableSetting)
    /// A page without a setting: what is played, or MIDI learn.
    case page(SettingsPage)
    /// Every record is deleted.
    case reset
  }

  private var place: SettingsState
  private let glyphs: Glyphs

  /// - Parameter group: the group that is open.
  init(_ contents: SettingsOnStage, at group: SettingGroup = .task, glyphs: Glyphs) {
    place = SettingsState(contents: contents, at: group)
    self.glyphs = glyphs
  }

  /// Shows what has become known meanwhile, whatever the user is doing.
  mutating func show(_ contents: SettingsOnStage) { place.contents = contents }

  /// Shows the settings after a change. Typing ends.
  mutating func update(_ contents: SettingsOnStage) {
    show(contents)
    if case .typing = place.mode { place.mode = .list }
  }

  func stage(in size: TerminalSize) -> StageFrame { drawing.stage(in: size) }

  func spoken(in _: TerminalSize) -> [String] { SettingsReading(drawing: drawing).lines }

  private var drawing: SettingsDrawing { SettingsDrawing(place: place, glyphs: glyphs) }

  private var setting: EditableSetting? { place.setting }

  /// The group that is open.
  var group: SettingGroup { place.group }

  /// Whether a value is being typed.
  var isTyping: Bool { if case .typing = place.mode { true } else { false } }

  /// The page with the keys that mean something now.
  var page: KeyTable.Page { if case .members = place.mode { .members } else { .settings } }

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
    switch key.command {
    case .up, .character("k"): place.move(-1)
    case .down, .character("j"): place.move(1)
    case .tab: place.column = place.column == .rows ? .groups : .rows
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
    // Either arrow turns a yes into a no.
    let other = ["true", "false"].contains(setting.value) ? before ?? after : nil
    return (neighbour(before, after) ?? other).map { .perform(.change(setting.key, to: $0)) }
      ?? .stay
  }

  /// Opens a page or a list, or starts typing. A value that can only be typed starts with its present
  /// text, because users often change only a part.
  private mutating func choose() -> ScreenReply<SettingsAction> {
    guard place.column == .rows else {
      place.column = .rows
      return .stay
    }
    switch place.row {
    case .page(let page): return .perform(.open(page))
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
    case .enter: if let setting { return .perform(.change(setting.key, to: text)) }
    case .escape: place.mode = .list
    default: place.mode = .typing(key.edited(text))
    }
    return .stay
  }

  private mutating func handleInMembers(_ key: Key, _ index: Int) -> ScreenReply<SettingsAction> {
    switch key.command {
    case .up, .character("k"): place.mode = .members(max(index - 1, 0))
    case .down, .character("j"): place.mode = .members(min(index + 1, place.members.count - 1))
    case .character(" "):
      guard let setting, place.members.indices.contains(index),
        let list = place.members[index].toggled
      else { return .stay }
      return .perform(.change(setting.key, to: list))
    case .enter, .escape, .tab, .character("q"): place.mode = .list
    case .character(let character): return handleEverywhere(character, key)
    default: break
    }
    return .stay
  }

  /// The keys that mean the same in the list of the settings and in that of a setting's members.
  private mutating func handleEverywhere(
    _ character: Character, _ key: Key
  ) -> ScreenReply<SettingsAction> {
    switch character {
    case "u": .perform(.undo)
    case "o": .perform(.open(.output))
    case "+", "=": .perform(.changeLevel(1))
    case "-": .perform(.changeLevel(-1))
    case "?": .help
    default: handleNumber(place.menu.choice(key))
    }
  }

  /// A number does with its item what Enter does, and puts a member of a list in or out.
  private mutating func handleNumber(
    _ choice: NumberedMenu.Choice?
  ) -> ScreenReply<SettingsAction> {
    guard let choice else { return .stay }
    place.select(choice.place)
    guard case .item = choice else { return .stay }
    if case .members(let index) = place.mode { return handleInMembers(.character(" "), index) }
    return choose()
  }

  /// Anything but a yes leaves everything as it is.
  private mutating func handleWhileConfirming(
    _ key: Key, _ answer: String
  ) -> ScreenReply<SettingsAction> {
    switch key {
    case .enter:
      place.mode = .list
      return DataWords.isYes(answer) ? .perform(.resetHistory) : .stay
    case .escape: place.mode = .list
    default: place.mode = .confirming(key.edited(answer))
    }
    return .stay
  }
}
