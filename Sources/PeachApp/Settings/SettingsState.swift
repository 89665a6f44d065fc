import Console
import Settings

/// What the settings screen shows at a moment: the settings, the selected row, and what is done with it.
struct SettingsState: Hashable {
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

  /// Of the selected setting, if it is a list.
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

  /// What is shown, as a menu with numbers.
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
