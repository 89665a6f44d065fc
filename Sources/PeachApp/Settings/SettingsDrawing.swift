import Console
import Language
import Settings

/// Draws the settings screen, or reads it out: the groups at the left, the rows of the open one at
/// the right, and below them the meaning of the selected row; or a list with its members, or the
/// question before a deletion.
struct SettingsDrawing {
  let state: SettingsState
  let glyphs: Glyphs

  func stage(in size: TerminalSize) -> StageFrame {
    var frame = StageFrame(
      title: StyledText(title(isWide: isWide(size))), bodyRows: StageFrame.room(in: size).rows,
      keys: SettingsScreenText.keys(keyMode, hears: state.setting?.canBeHeard == true, glyphs))
    frame.corner = StyledText(corner)
    let width = min(size.columns, StageFrame.stageColumns)
    let words = self.words(width: width)
    let room = StageFrame.room(in: size).rows - words.count - (StageFrame.isSpacious(size) ? 1 : 0)
    let list = listed(room: max(room, 1), isWide: isWide(size), width: width)
    frame.body = list.lines + [""] + words
    // The answer stands below the question.
    if case .confirming = state.mode { frame.body = words + [""] + list.lines }
    frame.focus = list.focus
    frame.verdict = StyledText(verdict)
    return frame
  }

  private func isWide(_ size: TerminalSize) -> Bool { size.columns >= StageFrame.stageColumns }

  private func title(isWide: Bool) -> String {
    let name: String? =
      switch state.mode {
      case .members: state.setting?.name
      case .confirming: localized("Delete the history")
      case .list, .typing: isWide || state.column == .groups ? nil : state.group.name
      }
    let title = localized("Settings")
    return name.map { localized("%@: %@", title, $0) } ?? title
  }

  private var corner: String {
    switch state.mode {
    case .members:
      localized(
        one: "%d chosen", other: "%d chosen", state.members.count { $0.isIn })
    case .confirming: ""
    case .list, .typing: localized("%d of %d", state.selection + 1, state.rows.count)
    }
  }

  /// The selected row in one line.
  private var verdict: String {
    if case .members(let index) = state.mode, state.members.indices.contains(index) {
      let member = state.members[index]
      return member.isIn ? "\(glyphs.tick) \(member.name)" : member.name
    }
    if case .confirming(let answer) = state.mode { return "\(answer)_" }
    if case .rows = state.column {
      switch state.row {
      case .setting(let setting):
        if case .typing(let text) = state.mode { return "\(setting.name): \(text)_" }
        return setting.spoken
      case let row?: return row.name
      case nil: break
      }
    }
    return state.group.name
  }

  private var keyMode: SettingsScreenText.Mode {
    switch state.mode {
    case .typing: .typing
    case .members: .members
    case .confirming: .confirming
    case .list: state.column == .groups ? .groups : .rows(opens: opensWithEnter)
    }
  }

  private var opensWithEnter: Bool {
    guard let setting = state.setting else { return true }
    if case .members = setting.choices { return true }
    return setting.page != nil
  }

  // MARK: The list

  private func listed(
    room: Int, isWide: Bool, width: Int
  ) -> (lines: [StyledText], focus: Int?) {
    if case .members(let index) = state.mode {
      return window(memberRows(selected: index), around: index, room: room)
    }
    if case .confirming(let answer) = state.mode {
      return ([StyledText("\(answer)_", .strong)], nil)
    }
    let groups = groupRows
    if !isWide, state.column == .groups {
      return window(
        groups, around: SettingGroup.allCases.firstIndex(of: state.group) ?? 0, room: room)
    }
    let left = isWide ? (groups.map(\.columns).max() ?? 0) + 1 : 0
    let rows = settingRows(width: width - left) + sizeRows(width: width - left)
    let (shown, focus) = window(rows, around: state.selection, room: room)
    guard isWide else { return (shown, focus) }
    let lines = (0..<max(shown.count, groups.count)).map { row in
      (row < groups.count ? groups[row] : StyledText()).padded(to: left)
        + (row < shown.count ? shown[row] : StyledText())
    }
    return (lines, focus)
  }

  /// The lines that there is room for, with the selected one.
  private func window(
    _ lines: [StyledText], around selection: Int, room: Int
  ) -> (lines: [StyledText], focus: Int?) {
    let first = max(min(selection - room / 2, lines.count - room), 0)
    return (Array(lines.dropFirst(first).prefix(room)), selection - first)
  }

  private var groupRows: [StyledText] {
    SettingGroup.allCases.map { group in
      pointed(StyledText(group.name), isSelected: group == state.group)
    }
  }

  private func settingRows(width: Int) -> [StyledText] {
    let rows = state.rows
    let (selection, nameWidth) = (state.selection, nameWidth(of: rows, in: width - 2))
    return rows.enumerated().map { index, row in
      let isSelected = index == selection && state.column == .rows
      let line = line(row, nameWidth, isSelected: isSelected, width: width - 2)
      return pointed(line.shortened(to: width - 2, mark: glyphs.ellipsis), isSelected: isSelected)
    }
  }

  /// The room for the longest name of the group, up to half of the columns.
  private func nameWidth(of rows: [SettingsScreen.Row], in width: Int) -> Int {
    min(max(rows.map(\.name.columns).max() ?? 0, 15), width / 2)
  }

  private func line(
    _ row: SettingsScreen.Row, _ nameWidth: Int, isSelected: Bool, width: Int
  ) -> StyledText {
    let (name, value, end) = parts(of: row, isSelected: isSelected)
    let beginning = StyledText(name).padded(to: nameWidth) + "  "
    let room = max(width - beginning.columns - (end.isEmpty ? 0 : end.columns + 1), 1)
    let shown = StyledText(value).shortened(to: room, mark: glyphs.ellipsis)
    guard !end.isEmpty else { return beginning + shown }
    // The ends of all rows begin in one column if they fit.
    let start = max(width - max(end.columns, Self.endWidth), (beginning + shown).columns + 1)
    return (beginning + shown).padded(to: start) + StyledText(end, .quiet)
  }

  private static let endWidth = 11

  /// The name, the value and the right end of a row.
  private func parts(of row: SettingsScreen.Row, isSelected: Bool) -> (
    name: String, value: String, end: String
  ) {
    switch row {
    case .page(.player): (row.name, state.contents.player, "Enter")
    case .page, .reset: (row.name, "", "Enter")
    case .setting(let setting):
      (
        setting.name, isSelected ? shownValue(of: setting) : setting.words,
        end(of: setting, isSelected: isSelected)
      )
    }
  }

  /// The right end of a row: the key that opens it, or its range.
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
    if case .typing(let text) = state.mode { return "\(text)_" }
    return setting.words
  }

  private func memberRows(selected: Int) -> [StyledText] {
    let width = state.members.map(\.name.columns).max() ?? 0
    return state.members.enumerated().map { index, member in
      let sign = member.isIn ? StyledText(glyphs.tick, .right) : StyledText(" ")
      let line =
        sign + " " + StyledText(member.name).padded(to: width + 2)
        + StyledText(member.detail, .quiet)
      return pointed(line, isSelected: index == selected)
    }
  }

  /// The sizes of the user's intervals in the tuning, below the rows that choose it.
  private func sizeRows(width: Int) -> [StyledText] {
    guard state.group == .tuning, !state.contents.sizes.isEmpty else { return [] }
    let name = state.contents.sizes.map(\.name.columns).max() ?? 0
    return [StyledText(" ")]
      + state.contents.sizes.map { size in
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

  /// The meaning of the selected row, with its key.
  private func words(width: Int) -> [StyledText] {
    if case .confirming = state.mode {
      return StyledText(SettingsScreenText.question(state.contents.records ?? "")).wrapped(
        to: width)
    }
    guard state.column == .rows else { return [] }
    switch state.row {
    case .setting(let setting): return words(of: setting, width: width)
    case let row?: return StyledText(row.meaning).wrapped(to: width)
    case nil: return []
    }
  }

  private func words(of setting: EditableSetting, width: Int) -> [StyledText] {
    if case .typing = state.mode {
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

  // MARK: Reading out

  /// A menu with numbers, and below it the selected row and its meaning, which change with a key
  /// that only moves the selection.
  var spoken: [String] {
    if case .confirming = state.mode {
      return [SettingsScreenText.question(state.contents.records ?? ""), typed].filter {
        !$0.isEmpty
      }
    }
    let items = state.menu.lines { index in
      if case .members = state.mode { return state.members[index].spoken }
      return state.column == .groups
        ? SettingGroup.allCases[index].name : Self.spoken(state.rows[index])
    }
    return [title(isWide: false)] + items + [SettingsScreenText.spokenKeys, spokenSelection]
      + spokenMeaning
  }

  private var spokenSelection: String {
    switch state.mode {
    case .members(let index) where state.members.indices.contains(index):
      state.members[index].spoken
    case .typing: typed
    default: verdict
    }
  }

  /// The typed text without the sign of a field.
  private var typed: String {
    switch state.mode {
    case .confirming(let answer): return answer
    case .typing(let text):
      guard let setting = state.setting else { return text }
      return text.isEmpty
        ? localized("%@: type a value.", setting.name) : localized("%@: %@", setting.name, text)
    case .list, .members: return ""
    }
  }

  private static func spoken(_ row: SettingsScreen.Row) -> String {
    if case .setting(let setting) = row { setting.spoken } else { row.name }
  }

  private var spokenMeaning: [String] {
    guard state.column == .rows else { return [] }
    switch state.row {
    case .setting(let setting):
      if case .typing = state.mode { return [localized("Allowed: %@", setting.allowed)] }
      return [setting.meaning, "\(setting.key), \(setting.origin)"]
    case let row?: return [row.meaning]
    case nil: return []
    }
  }
}
