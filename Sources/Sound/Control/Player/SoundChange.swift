/// Whether a note may sound with another sound than the note before.
enum SoundChange {
  /// Any note may.
  case always
  /// The next one may.
  case once
  case not
}
