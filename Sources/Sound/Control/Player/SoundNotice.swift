import Music

/// What the player does differently than it was asked, for the user to know.
public enum SoundNotice: Hashable, Sendable {
  /// The sound of the settings cannot be played, for that reason; another one sounds instead.
  case soundMissing(wanted: SoundSourceID, playing: SoundSourceID, SoundError)

  /// The sound of the settings takes time to load; the one before it sounds meanwhile.
  case soundLoading(SoundSourceID)

  /// The share of that sound that has been loaded, 0…1; not reported if its size is unknown.
  case soundProgress(SoundSourceID, Double)

  /// That sound is loaded and sounds from the next challenge on.
  case soundReady(SoundSourceID)

  /// This sound has never been measured: it sounds uncorrected while it is measured in the
  /// background.
  case soundNotMeasured(SoundSourceID)

  /// The sound is measured: from the next challenge on it is in tune.
  case soundMeasured(SoundSourceID)

  /// The settings leave this sound uncorrected; its notes in the note range are off by up to this
  /// many cents.
  case soundUncorrected(SoundSourceID, upTo: Double)
}
