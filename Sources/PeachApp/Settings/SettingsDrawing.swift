import Console
import Language
import Settings

/// Draws the settings screen: the groups at the left, the rows of one at its right, and below them the meaning of
/// the selected row; or a list with its members, or the question before a deletion.
struct SettingsDrawing {
  let place: SettingsState
  let glyphs: Glyphs

  func stage(in size: TerminalSize) -> StageFrame {
    var frame = StageFrame(
      title: StyledText(title(isWide: isWide(size))), bodyRows: StageFrame.room(in: size).rows,
      keys: SettingsScreenText.keys(keyMode, hears: place.setting?.canBeHeard == true, glyphs))
    frame.corner = StyledText(corner)
    let width = min(size.columns, StageFrame.stageColumns)
    let words = self.words(width: width)
    let room = StageFrame.room(in: size).rows - words.count - (StageFrame.isSpacious(size) ? 1 : 0)
    let list = listed(room: max(room, 1), isWide: isWide(size), width: width)
    frame.body = list.lines + [""] + words
    // The answer stands below the question.
    if case .confirming = place.mode { frame.body = words + [""] + list.lines }
    frame.focus = list.focus
    frame.verdict = StyledText(verdict)
    return frame
  }

  private func isWide(_ size: TerminalSize) -> Bool { size.columns >= StageFrame.stageColumns }

  func title(isWide: Bool) -> String {
    let name: String? =
      switch place.mode {
      case .members: place.setting?.name
      case .confirming: localized("Delete the history")
      case .list, .typing: isWide || place.column == .groups ? nil : place.group.name
      }
    let title = localized("Settings")
    return name.map { localized("%@: %@", title, $0) } ?? title
  }

  private var corner: String {
    switch place.mode {
    case .members:
      localized(
        one: "%d chosen", other: "%d chosen", place.members.count { $0.isIn })
    case .confirming: ""
    case .list, .typing: localized("%d of %d", place.selection + 1, place.rows.count)
    }
  }

  /// The selected row in one line.
  var verdict: String {
    if case .members(let index) = place.mode, place.members.indices.contains(index) {
      let member = place.members[index]
      return member.isIn ? "\(glyphs.tick) \(member.name)" : member.name
    }
    if case .confirming(let answer) = place.mode { return "\(answer)_" }
    if case .rows = place.column {
      switch place.row {
      case .setting(let setting):
        if case .typing(let text) = place.mode { return "\(setting.name): \(text)_" }
        return setting.spoken
      case let row?: return row.name
      case nil: break
      }
    }
    return place.group.name
  }

  private var keyMode: SettingsScreenText.Mode {
    switch place.mode {
    case .typing: .typing
    case .members: .members
    case .confirming: .confirming
    case .list: place.column == .groups ? .groups : .rows(opens: opensWithEnter)
    }
  }

  private var opensWithEnter: Bool {
    guard let setting = place.setting else { return true }
    if case .members = setting.choices { return true }
    return setting.page != nil
  }

  // MARK: The list

  private func listed(
    room: Int, isWide: Bool, width: Int
  ) -> (lines: [StyledText], focus: Int?) {
    if case .members(let index) = place.mode {
      return window(memberRows(selected: index), around: index, room: room)
    }
    if case .confirming(let answer) = place.mode {
      return ([StyledText("\(answer)_", .strong)], nil)
    }
    let groups = groupRows
    if !isWide, place.column == .groups {
      return window(
        groups, around: SettingGroup.allCases.firstIndex(of: place.group) ?? 0, room: room)
    }
    let left = isWide ? (groups.map(\.columns).max() ?? 0) + 1 : 0
    let rows = settingRows(width: width - left) + sizeRows(width: width - left)
    let (shown, focus) = window(rows, around: place.selection, room: room)
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
      let isSelected = group == place.group
      return pointed(StyledText(group.name), isSelected: isSelected)
    }
  }

  private func settingRows(width: Int) -> [StyledText] {
    let rows = place.rows
    let (selection, nameWidth) = (place.selection, nameWidth(of: rows, in: width - 2))
    return rows.enumerated().map { index, row in
      let isSelected = index == selection && place.column == .rows
      let line = line(row, nameWidth, isSelected: isSelected, width: width - 2)
      return pointed(line.shortened(to: width - 2, mark: glyphs.ellipsis), isSelected: isSelected)
    }
  }

  /// Names have room for the longest of the group, up to half of the columns.
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

  /// A row's name, its value, and what stands at its right.
  private func parts(of row: SettingsScreen.Row, isSelected: Bool) -> (
    name: String, value: String, end: String
  ) {
    switch row {
    case .page(.player): (row.name, place.contents.player, "Enter")
    case .page, .reset: (row.name, "", "Enter")
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
    if case .typing(let text) = place.mode { return "\(text)_" }
    return setting.words
  }

  private func memberRows(selected: Int) -> [StyledText] {
    let width = place.members.map(\.name.columns).max() ?? 0
    return place.members.enumerated().map { index, member in
      let sign = member.isIn ? StyledText(glyphs.tick, .right) : StyledText(" ")
      let line =
        sign + " " + StyledText(member.name).padded(to: width + 2)
        + StyledText(member.detail, .quiet)
      return pointed(line, isSelected: index == selected)
    }
  }

  /// How large the user's intervals are in the tuning, below the rows that choose it.
  private func sizeRows(width: Int) -> [StyledText] {
    guard place.group == .tuning, !place.contents.sizes.isEmpty else { return [] }
    let name = place.contents.sizes.map(\.name.columns).max() ?? 0
    return [StyledText(" ")]
      + place.contents.sizes.map { size in
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
    if case .confirming = place.mode {
      return StyledText(SettingsScreenText.question(place.contents.records ?? "")).wrapped(
        to: width)
    }
    guard place.column == .rows else { return [] }
    switch place.row {
    case .setting(let setting): return words(of: setting, width: width)
    case let row?: return StyledText(row.meaning).wrapped(to: width)
    case nil: return []
    }
  }

  private func words(of setting: EditableSetting, width: Int) -> [StyledText] {
    if case .typing = place.mode {
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
