import Music

/// What the player did other than it was asked, for the user to know.
public enum SoundNotice: Hashable, Sendable {
  /// The sound of the settings is not there; the default sounds instead.
  case soundMissing(SoundSourceID)

  /// The sound of the settings takes its time to load; the one before it sounds meanwhile.
  case soundLoading(SoundSourceID)

  /// That sound is loaded and sounds from the next challenge on.
  case soundReady(SoundSourceID)
  /// Nobody has measured this sound yet: it sounds as it is, while it is measured in the background.
  case soundNotMeasured(SoundSourceID)

  /// That is done: from the next challenge on the sound is in tune.
  case soundMeasured(SoundSourceID)
}
