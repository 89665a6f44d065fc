import Console
import Language
import Program
import Settings

/// The contents of the settings screen.
struct SettingsOnStage: Hashable {
  /// The settings in the order of the table.
  let settings: [EditableSetting]

  /// The user's intervals in the tuning.
  let sizes: [IntervalSize]

  /// The number of records of training, in words; `nil` if they cannot be deleted.
  let records: String?

  /// The name of the preset that is set; empty for none.
  var player = ""

  /// The size of an interval, in words.
  struct IntervalSize: Hashable {
    let name: String

    /// A size such as `701.955`.
    let cents: String

    /// The difference from equal temperament, such as `1.96 wider`.
    let difference: String
  }

  /// The rows of a group, including those that are not settings.
  func rows(of group: SettingGroup) -> [SettingsScreen.Row] {
    var rows = settings.filter { $0.group == group }.map(SettingsScreen.Row.setting)
    if group == .task { rows.insert(.page(.player), at: 0) }
    if group == .hands { rows.insert(.page(.learn), at: min(1, rows.count)) }
    if group == .more, records != nil { rows.append(.reset) }
    return rows
  }
}

/// A setting on the settings screen.
struct EditableSetting: Hashable {
  /// An item of a list.
  struct Member: Hashable {
    let name: String

    /// A remark beside the name.
    let detail: String
    let isIn: Bool

    /// The list with the item added or removed, as typed; `nil` if that is not allowed.
    let toggled: String?

    var spoken: String { isIn ? localized("%@, chosen", name) : name }
  }

  /// The key of the table, such as `noteDuration`.
  let key: String
  let group: SettingGroup
  let name: String

  /// The value as on the command line.
  let value: String

  /// The value as a musician says it.
  let words: String
  let meaning: String

  /// The values that may be typed, in one line.
  let allowed: String

  /// The range of a number; empty for anything else.
  let range: String

  /// The source of the value, in words.
  let origin: String
  let choices: SettingChoices

  /// The items of a list; empty for any other setting.
  let members: [Member]

  /// The page that Enter opens instead of a field.
  let page: SettingsPage?
  let canBeHeard: Bool

  var spoken: String { words.isEmpty ? name : "\(name): \(words)" }
}

enum SettingsScreenText {
  enum Mode: Hashable {
    case groups, typing, members, confirming
    case rows(opens: Bool)
  }

  /// The keys in a mode, the most important ones first.
  static func keys(_ mode: Mode, hears: Bool, _ glyphs: Glyphs) -> [StageFrame.KeyHint] {
    func key(_ key: String, _ meaning: String) -> StageFrame.KeyHint { .init(key, meaning) }
    let back = key("Esc", localized(context: "key", "back"))
    let upDown = "\(glyphs.up) \(glyphs.down)"
    switch mode {
    case .groups:
      return [
        key(upDown, localized(context: "key", "move")),
        key("Enter", localized(context: "key", "open")), back,
      ]
    case .typing:
      return [
        key("Enter", localized(context: "key", "save")),
        key("Esc", localized(context: "key", "cancel")),
      ]
    case .members:
      return [
        key("Space", localized(context: "key", "in or out")),
        key("u", localized(context: "key", "undo")),
        key("Enter", localized(context: "key", "done")),
      ].map(SpaceKey.inUsersLanguage)
    case .confirming:
      return [
        key("Enter", localized(context: "key", "delete")),
        key("Esc", localized(context: "key", "keep all")),
      ]
    case .rows(let opens):
      let change =
        opens
        ? key("Enter", localized(context: "key", "open"))
        : key("\(glyphs.left) \(glyphs.right)", localized(context: "key", "change"))
      let hear = hears ? [key("Space", localized(context: "key", "hear"))] : []
      return
        ([change] + hear + [
          key("u", localized(context: "key", "undo")),
          key("d", localized(context: "key", "default")),
          key("Tab", localized(context: "key", "groups")), back,
        ]).map(SpaceKey.inUsersLanguage)
    }
  }

  /// The question whether every record should be deleted.
  static func question(_ records: String) -> String {
    localized(
      """
      Delete %@? A backup is made beside the history. Type yes and press Enter to delete; Esc keeps \
      everything.
      """, records)
  }

  static var spokenKeys: String {
    localized(
      """
      A number chooses, arrows up and down move, left and right change a value, Tab shows the \
      groups, ? helps, Esc goes back.
      """)
  }

  static var player: String { localized("What do you play?") }
}

extension SettingsScreen.Row {
  var name: String {
    switch self {
    case .setting(let setting): setting.name
    case .page(.player): SettingsScreenText.player
    case .page: localized(context: "name of a setting", "MIDI learn")
    case .reset: localized("Delete the history")
    }
  }

  var meaning: String {
    switch self {
    case .setting(let setting): setting.meaning
    case .page(.player):
      localized("Sets the range, the intervals, the tuning and the sound at once.")
    case .page:
      localized("Peach listens to a controller and finds out what its knobs, pads and pedals send.")
    case .reset: localized("Deletes every record of training after a backup. It asks first.")
    }
  }
}
