import Console
import Language

/// The words of the settings screen.
enum SettingsScreenText {
  enum Mode {
    case list, typing, members
  }

  static func title(_ number: Int, of count: Int) -> String {
    localized("Settings (%d of %d)", number, count)
  }

  /// What the keys do now: to the setting, and otherwise.
  static func keys(_ glyphs: Glyphs, of setting: EditableSetting, _ mode: Mode) -> [String] {
    switch mode {
    case .typing: return [localized("type a value; Enter sets it, Esc leaves it as it was")]
    case .members: return [localized("Space puts in or takes out, Enter goes back to the settings")]
    case .list: break
    }
    let change =
      switch setting.choices {
      case .neighbours: localized("%@ %@ change, Enter types", glyphs.left, glyphs.right)
      case .members: localized("Enter opens the list")
      case .free: localized("Enter types")
      }
    let others =
      setting.canBeHeard
      ? localized("Space lets you hear it, d takes the default, q goes back")
      : localized("d takes the default, q goes back")
    return ["\(change); \(others)"]
  }

  /// The way out for whoever asks what the keys do.
  static func help(_ glyphs: Glyphs) -> [String] {
    [
      localized("%@ %@ choose a setting.", glyphs.up, glyphs.down),
      localized(
        "%@ %@ change it; what does not fit the rest is left out.", glyphs.left, glyphs.right),
      localized("Enter lets you type a value, or opens a list."),
      localized("Space lets you hear what the setting does, or try it with your MIDI control."),
      localized("d goes back to the default."),
      localized(
        "A change is written to the settings file at once and counts from the next note on."),
      localized("q goes back to the start screen."),
    ]
  }
}
