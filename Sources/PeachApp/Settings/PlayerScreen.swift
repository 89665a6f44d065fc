import Console
import Language
import Settings

/// The choice of a preset for what the user plays, and then for most of them of a voice or an
/// instrument:
///
///     › Strings   ›            Lowest note: C2
///       Wind      ›            Sound: Cello, built in
///
/// ``SettingsController`` drives the screen.
struct PlayerScreen: @MainActor StageScreen {
  /// A preset with its changes to the present settings.
  struct Item: Hashable {
    /// The preset's name for `peach settings preset`.
    let preset: String
    let name: String

    /// A line for each setting that would change, or the reason why the preset cannot be used;
    /// empty if the preset is set.
    let changes: [String]
    var isSet: Bool { changes.isEmpty }
  }

  enum Action: Hashable {
    case choose(String)
    case undo
  }

  private let glyphs: Glyphs
  private var items: [Item]

  /// The preset whose voices or instruments are shown; `nil` for the first page.
  private var general: String?
  private var list = SelectionList()

  init(_ items: [Item], glyphs: Glyphs) {
    self.items = items
    self.glyphs = glyphs
    list.count = shown.count
    select(general: nil)
  }

  mutating func update(_ items: [Item]) { self.items = items }

  private func members(of general: String) -> [Item] {
    items.filter { Preset.general(of: $0.preset) == general }
  }

  /// The presets of the page. On a page of voices or instruments the general preset comes first.
  private var shown: [Item] {
    guard let general else {
      return items.filter { item in
        !items.contains { $0.preset == Preset.general(of: item.preset) }
      }
    }
    return items.filter { $0.preset == general } + members(of: general)
  }

  private var selected: Item? {
    shown.indices.contains(list.selection) ? shown[list.selection] : nil
  }

  /// Selects the preset that is set, or the one that the user comes back from.
  private mutating func select(general: String?) {
    let former = self.general
    self.general = general
    list.count = shown.count
    list.select(shown.firstIndex { $0.preset == former || hasSet($0) } ?? 0)
  }

  private func hasSet(_ item: Item) -> Bool {
    item.isSet || general == nil && members(of: item.preset).contains(where: \.isSet)
  }

  mutating func handle(_ key: Key) -> ScreenReply<Action> {
    switch key.command {
    case .escape, .character("q"), .left, .character("h"):
      guard general != nil else { return .back }
      select(general: nil)
    case .character("u"): return .perform(.undo)
    case .character("?"): return .help
    default: if list.handle(key) == .chosen { return choose() }
    }
    return .stay
  }

  private mutating func choose() -> ScreenReply<Action> {
    guard let selected else { return .back }
    if general == nil, !members(of: selected.preset).isEmpty {
      select(general: selected.preset)
      return .stay
    }
    return selected.isSet ? .back : .perform(.choose(selected.preset))
  }

  // MARK: Drawing

  private var title: String {
    let question = SettingsScreenText.player
    guard let general = items.first(where: { $0.preset == general }) else { return question }
    return localized("%@: %@", question, general.name)
  }

  private func name(of item: Item) -> String {
    item.preset == general ? localized(context: "preset", "in general") : item.name
  }

  func stage(in size: TerminalSize) -> StageFrame {
    let width = min(size.columns, StageFrame.stageColumns)
    let rows = list.rows(width: width, glyphs) { place in
      let item = shown[place]
      let tick = hasSet(item) ? StyledText(" \(glyphs.tick)", .right) : StyledText()
      return StyledText(name(of: item)) + tick
    }
    let words = changes.flatMap { StyledText($0).wrapped(to: width) }
    return StageFrame(
      title: StyledText(title), body: rows + [""] + words,
      // The rows stay in their place, however many changes the selected one has.
      bodyRows: rows.count + 1 + (shown.map(\.changes.count).max() ?? 1), focus: list.selection,
      keys: [
        .init("Enter", localized(context: "key", "take it")),
        .init("u", localized(context: "key", "undo")),
        .init("Esc", localized(context: "key", "back")),
      ], verdict: StyledText(selected?.name ?? "", .strong))
  }

  /// The changes that Enter would make.
  private var changes: [String] {
    guard let selected else { return [localized("There are no presets.")] }
    return selected.isSet ? [localized("Everything of it is set.")] : selected.changes
  }

  func spoken(in _: TerminalSize) -> [String] {
    let lines = list.lines { place in
      let name = name(of: shown[place])
      return hasSet(shown[place]) ? localized("%@, chosen", name) : name
    }
    return [title] + lines + [selected.map(name) ?? ""] + changes
  }
}

enum PresetWords {
  /// The purpose of a preset. A preset that does not come with Peach has its own name, without that
  /// of the more general one.
  static func name(of preset: String) -> String {
    let part = preset.split(separator: "-").last.map { String($0) } ?? preset
    return names[preset] ?? SettingValue("player", text: preset)?.inWords ?? names[part] ?? part
  }

  private static var names: [String: String] {
    [
      "soprano": localized("Soprano"), "mezzo": localized("Mezzo-soprano"),
      "alto": localized("Alto"), "tenor": localized("Tenor"), "baritone": localized("Baritone"),
      "bass": localized(context: "voice", "Bass"), "strings-bass": localized("Double bass"),
      "violin": localized("Violin"), "viola": localized("Viola"), "cello": localized("Cello"),
      "flute": localized("Flute"), "oboe": localized("Oboe"), "clarinet": localized("Clarinet"),
      "bassoon": localized("Bassoon"), "saxophone": localized("Alto saxophone"),
      "horn": localized("Horn"), "trumpet": localized("Trumpet"),
      "trombone": localized("Trombone"), "guitar": localized("Guitar"),
      "fretted-bass": localized("Bass guitar"), "mandolin": localized("Mandolin"),
    ]
  }
}
