import Language
import Settings

/// Reads the settings screen out: a menu with numbers, and below it what is selected and what it means.
struct SettingsReading {
  let drawing: SettingsDrawing

  /// A key that only moves the selection is answered by the lines below the menu.
  var lines: [String] {
    if case .confirming = place.mode {
      return [SettingsScreenText.question(place.contents.records ?? ""), typed].filter {
        !$0.isEmpty
      }
    }
    let items = place.menu.lines { index in
      if case .members = place.mode { return place.members[index].spoken }
      return place.column == .groups
        ? SettingGroup.allCases[index].name : Self.spoken(place.rows[index])
    }
    return [drawing.title(isWide: false)] + items + [SettingsScreenText.spokenKeys, selected]
      + meaning
  }

  private var place: SettingsState { drawing.place }

  private var selected: String {
    switch place.mode {
    case .members(let index) where place.members.indices.contains(index):
      place.members[index].spoken
    case .typing: typed
    default: drawing.verdict
    }
  }

  /// What has been typed, without the sign of a field: a key is answered by the text as it is then.
  private var typed: String {
    switch place.mode {
    case .confirming(let answer): return answer
    case .typing(let text):
      guard let setting = place.setting else { return text }
      return text.isEmpty
        ? localized("%@: type a value.", setting.name) : localized("%@: %@", setting.name, text)
    case .list, .members: return ""
    }
  }

  private static func spoken(_ row: SettingsScreen.Row) -> String {
    if case .setting(let setting) = row { setting.spoken } else { row.name }
  }

  private var meaning: [String] {
    guard place.column == .rows else { return [] }
    switch place.row {
    case .setting(let setting):
      if case .typing = place.mode { return [localized("Allowed: %@", setting.allowed)] }
      return [setting.meaning, "\(setting.key), \(setting.origin)"]
    case let row?: return [row.meaning]
    case nil: return []
    }
  }
}
