import Music

/// What the player did other than it was asked, for the user to know.
public enum SoundNotice: Hashable, Sendable {
  /// The sound of the settings is not there; the default sounds instead.
  case soundMissing(SoundSourceID)
}
