import Console

/// What is said while settings are tried.
enum AuditionText {
  static var useYourControl: String { localized("use your MIDI control now; any key ends it") }
}
