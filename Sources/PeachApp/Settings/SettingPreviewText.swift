import Language

/// What is said while settings are tried.
enum SettingPreviewText {
  static var useYourControl: String { localized("use your MIDI control now; any key ends it") }
}
