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
struct SettingsScreen: Screen {
  /// What the rows are made of.
  enum Row: Hashable {
    case setting(EditableSetting)
    /// Peach listens to the controller.
    case learn
    /// Every record is deleted.
    case reset
  }

  private enum Mode: Hashable {
    case list
    /// The user types a value.
    case typing(String)
    /// The members of a list with the selected one.
    case members(Int)
    /// The user is asked whether every record should be deleted, and types the answer.
    case confirming(String)
  }

  /// What the arrows move in.
  private enum Column: Hashable { case groups, rows }

  private var contents: SettingsOnStage
  private let glyphs: Glyphs
  private var group = SettingGroup.task
  private var selections: [SettingGroup: Int] = [:]
  private var column = Column.rows
  private var mode = Mode.list

  init(_ contents: SettingsOnStage, glyphs: Glyphs) {
    self.contents = contents
    self.glyphs = glyphs
  }

  /// Shows the settings after a change. Typing ends.
  mutating func update(_ contents: SettingsOnStage) {
    self.contents = contents
    if case .typing = mode { mode = .list }
  }

  /// Whether keys are letters of a value.
  var isTyping: Bool {
    switch mode {
    case .typing, .confirming: true
    case .list, .members: false
    }
  }

  /// Empty: the page of the keys has them all.
  private var rows: [Row] { contents.rows(of: group) }
  private var selection: Int { min(selections[group] ?? 0, max(rows.count - 1, 0)) }
  private var row: Row? { rows.indices.contains(selection) ? rows[selection] : nil }
  private var setting: EditableSetting? {
    if case .setting(let setting) = row { setting } else { nil }
  }
  private var members: [EditableSetting.Member] { setting?.members ?? [] }

  // MARK: Keys

  mutating func handle(_ key: Key) -> ScreenReply<SettingsAction> {
    switch mode {
    case .list: handleInList(key)
    case .typing(let text): handleWhileTyping(key, text)
    case .members(let index): handleInMembers(key, index)
    case .confirming(let answer): handleWhileConfirming(key, answer)
    }
  }

  private mutating func handleInList(_ key: Key) -> ScreenReply<SettingsAction> {
    switch key {
    case .up, .character("k"): move(-1)
    case .down, .character("j"): move(1)
    case .tab: column = column == .rows ? .groups : .rows
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

  /// Beyond the last row of a group the next one follows.
  private mutating func move(_ step: Int) {
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

  private mutating func step(
    _ neighbour: (String?, String?) -> String?
  ) -> ScreenReply<SettingsAction> {
    guard column == .rows else {
      column = .rows
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
    guard column == .rows else {
      column = .rows
      return .stay
    }
    switch row {
    case .learn: return .perform(.open(.learn))
    case .reset: mode = .confirming("")
    case .setting(let setting):
      if let page = setting.page { return .perform(.open(page)) }
      switch setting.choices {
      case .neighbours: mode = .typing("")
      case .members: mode = .members(0)
      case .free: mode = .typing(setting.value)
      }
    case nil: break
    }
    return .stay
  }

  private mutating func handleWhileTyping(
    _ key: Key, _ text: String
  ) -> ScreenReply<SettingsAction> {
    switch key {
    case .character(let character): mode = .typing(text + String(character))
    case .backspace: mode = .typing(String(text.dropLast()))
    case .enter: if let setting { return .perform(.change(setting.key, to: text)) }
    case .escape: mode = .list
    default: break
    }
    return .stay
  }

  private mutating func handleInMembers(_ key: Key, _ index: Int) -> ScreenReply<SettingsAction> {
    switch key {
    case .up, .character("k"): mode = .members(max(index - 1, 0))
    case .down, .character("j"): mode = .members(min(index + 1, members.count - 1))
    case .character(" "):
      guard let setting, members.indices.contains(index), let list = members[index].toggled
      else { return .stay }
      return .perform(.change(setting.key, to: list))
    case .character("u"), .character("U"): return .perform(.undo)
    case .character("?"): return .help
    case .enter, .escape, .tab, .character("q"), .character("Q"): mode = .list
    default: break
    }
    return .stay
  }

  /// Anything but a yes leaves everything as it is.
  private mutating func handleWhileConfirming(
    _ key: Key, _ answer: String
  ) -> ScreenReply<SettingsAction> {
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

  // MARK: Drawing

  func frame(in size: TerminalSize) -> StageFrame? { stage(in: size) }

  func lines(in size: TerminalSize) -> [String] { stage(in: size).grid(in: size).lines }

  func stage(in size: TerminalSize) -> StageFrame {
    var frame = StageFrame(
      title: StyledText(title(isWide: isWide(size))), bodyRows: StageFrame.room(in: size).rows,
      keys: SettingsScreenText.keys(keyMode, hears: setting?.canBeHeard == true, glyphs))
    frame.corner = StyledText(corner)
    let width = min(size.columns, StageFrame.stageColumns)
    let words = self.words(width: width)
    let room = StageFrame.room(in: size).rows - words.count - (StageFrame.isSpacious(size) ? 1 : 0)
    let list = listed(room: max(room, 1), isWide: isWide(size), width: width)
    frame.body = list.lines + [""] + words
    // The answer stands below the question.
    if case .confirming = mode { frame.body = words + [""] + list.lines }
    frame.focus = list.focus
    frame.verdict = StyledText(verdict)
    return frame
  }

  func spoken(in size: TerminalSize) -> [String] {
    [verdict] + words(width: max(size.columns - 1, 1)).map(\.plain).filter { !$0.isEmpty }
  }

  private func isWide(_ size: TerminalSize) -> Bool { size.columns >= StageFrame.stageColumns }

  private func title(isWide: Bool) -> String {
    let name: String? =
      switch mode {
      case .members: setting?.name
      case .confirming: localized("Delete the history")
      case .list, .typing: isWide || column == .groups ? nil : group.name
      }
    let title = localized("Settings")
    return name.map { localized("%@: %@", title, $0) } ?? title
  }

  private var corner: String {
    switch mode {
    case .members:
      localized(
        one: "%d chosen", other: "%d chosen", members.count { $0.isIn })
    case .confirming: ""
    case .list, .typing: localized("%d of %d", selection + 1, rows.count)
    }
  }

  /// The selected row in one line.
  private var verdict: String {
    if case .members(let index) = mode, members.indices.contains(index) {
      let member = members[index]
      return member.isIn ? "\(glyphs.tick) \(member.name)" : member.name
    }
    if case .confirming(let answer) = mode { return "\(answer)_" }
    if case .rows = column {
      switch row {
      case .setting(let setting): return "\(setting.name): \(shownValue(of: setting))"
      case .learn: return localized(context: "name of a setting", "MIDI learn")
      case .reset: return localized("Delete the history")
      case nil: break
      }
    }
    return group.name
  }

  private var keyMode: SettingsScreenText.Mode {
    switch mode {
    case .typing: .typing
    case .members: .members
    case .confirming: .confirming
    case .list: column == .groups ? .groups : .rows(opens: opensWithEnter)
    }
  }

  private var opensWithEnter: Bool {
    guard let setting else { return true }
    if case .members = setting.choices { return true }
    return setting.page != nil
  }

  // MARK: The list

  private func listed(
    room: Int, isWide: Bool, width: Int
  ) -> (lines: [StyledText], focus: Int?) {
    if case .members(let index) = mode {
      return window(memberRows(selected: index), around: index, room: room)
    }
    if case .confirming(let answer) = mode {
      return ([StyledText("\(answer)_", .strong)], nil)
    }
    let groups = groupRows
    if !isWide, column == .groups {
      return window(groups, around: SettingGroup.allCases.firstIndex(of: group) ?? 0, room: room)
    }
    let left = isWide ? (groups.map(\.columns).max() ?? 0) + 1 : 0
    let rows = settingRows(width: width - left) + sizeRows(width: width - left)
    let (shown, focus) = window(rows, around: selection, room: room)
    guard isWide else { return (shown, focus) }
    let lines = (0..<max(shown.count, groups.count)).map { row in
      (row < groups.count ? groups[row] : StyledText()).padded(to: left)
        + (row < shown.count ? shown[row] : StyledText())
    }
    return (lines, focus)
  }

  /// As many lines as there is room for, the selected one among them.
  private func window(
    _ lines: [StyledText], around selection: Int, room: Int
  ) -> (lines: [StyledText], focus: Int?) {
    let first = max(min(selection - room / 2, lines.count - room), 0)
    return (Array(lines.dropFirst(first).prefix(room)), selection - first)
  }

  private var groupRows: [StyledText] {
    SettingGroup.allCases.map { group in
      let isSelected = group == self.group
      return pointed(StyledText(group.name), isSelected: isSelected)
    }
  }

  private func settingRows(width: Int) -> [StyledText] {
    rows.enumerated().map { index, row in
      let isSelected = index == selection && column == .rows
      return pointed(line(row, isSelected: isSelected, width: width - 2), isSelected: isSelected)
    }
  }

  /// Names have room for this many columns; a longer one takes some of its value's.
  private static let nameWidth = 15

  private func line(_ row: Row, isSelected: Bool, width: Int) -> StyledText {
    let (name, value, end) = parts(of: row, isSelected: isSelected)
    let beginning = StyledText(name).padded(to: Self.nameWidth) + "  "
    let room = max(width - beginning.columns - (end.isEmpty ? 0 : end.columns + 1), 1)
    let shown = StyledText(value).shortened(to: room, mark: glyphs.ellipsis)
    guard !end.isEmpty else { return beginning + shown }
    // The ends of all rows begin in one column if they fit.
    let place = max(width - max(end.columns, Self.endWidth), (beginning + shown).columns + 1)
    return (beginning + shown).padded(to: place) + StyledText(end, .quiet)
  }

  private static let endWidth = 11

  /// A row's name, its value, and what stands at its right.
  private func parts(of row: Row, isSelected: Bool) -> (name: String, value: String, end: String) {
    switch row {
    case .learn: (localized(context: "name of a setting", "MIDI learn"), "", "Enter")
    case .reset: (localized("Delete the history"), "", "Enter")
    case .setting(let setting):
      (
        setting.name, isSelected ? shownValue(of: setting) : setting.words,
        end(of: setting, isSelected: isSelected)
      )
    }
  }

  /// What stands at the right: how the row opens, or what it allows.
  private func end(of setting: EditableSetting, isSelected: Bool) -> String {
    if setting.page != nil { return "Enter" }
    switch setting.choices {
    case .members: return "Enter"
    case .neighbours where isSelected:
      return setting.range.isEmpty ? "\(glyphs.left) \(glyphs.right)" : setting.range
    case .neighbours, .free: return ""
    }
  }

  /// The value, or the text that is being typed.
  private func shownValue(of setting: EditableSetting) -> String {
    if case .typing(let text) = mode { return "\(text)_" }
    return setting.words
  }

  private func memberRows(selected: Int) -> [StyledText] {
    let width = members.map(\.name.columns).max() ?? 0
    return members.enumerated().map { index, member in
      let sign = member.isIn ? StyledText(glyphs.tick, .right) : StyledText(" ")
      let line =
        sign + " " + StyledText(member.name).padded(to: width + 2)
        + StyledText(member.detail, .quiet)
      return pointed(line, isSelected: index == selected)
    }
  }

  /// How large the user's intervals are in the tuning, below the rows that choose it.
  private func sizeRows(width: Int) -> [StyledText] {
    guard group == .tuning, !contents.sizes.isEmpty else { return [] }
    let name = contents.sizes.map(\.name.columns).max() ?? 0
    return [StyledText(" ")]
      + contents.sizes.map { size in
        let line =
          "  " + StyledText(size.name).padded(to: name + 2)
          + StyledText(size.cents).leftPadded(to: 8) + "  " + StyledText(size.difference, .quiet)
        return line.shortened(to: width, mark: glyphs.ellipsis)
      }
  }

  private func pointed(_ line: StyledText, isSelected: Bool) -> StyledText {
    StyledText("\(isSelected ? glyphs.pointer : " ") ") + (isSelected ? line.bold : line)
  }

  // MARK: The words below

  /// What the selected row means, with its key beside it.
  private func words(width: Int) -> [StyledText] {
    if case .confirming = mode {
      return StyledText(SettingsScreenText.question(contents.records ?? "")).wrapped(to: width)
    }
    guard column == .rows else { return [] }
    switch row {
    case .learn: return StyledText(SettingsScreenText.learn).wrapped(to: width)
    case .reset: return StyledText(SettingsScreenText.reset).wrapped(to: width)
    case .setting(let setting): return words(of: setting, width: width)
    case nil: return []
    }
  }

  private func words(of setting: EditableSetting, width: Int) -> [StyledText] {
    if case .typing = mode {
      return StyledText(localized("Allowed: %@", setting.allowed)).wrapped(to: width)
    }
    let key = StyledText("\(setting.key) \(glyphs.faint) \(setting.origin)", .quiet)
      .shortened(to: width, mark: glyphs.ellipsis)
    let meaning = StyledText(setting.meaning)
    if meaning.columns + 2 + key.columns <= width {
      return [meaning.padded(to: width - key.columns) + key]
    }
    return meaning.wrapped(to: width) + [key.leftPadded(to: width)]
  }
}
