import Music

/// Why a note could not be played or retuned.
public enum AudioError: Error, Hashable, Sendable {
  /// The frequency lies outside 20…20 000 Hz.
  case frequencyOutOfRange(hertz: Double)

  /// The new pitch lies more than 200 cents from where the note began.
  case bendOutOfRange(cents: Double)

  /// The note has ended; there is nothing to retune.
  case noteEnded

  /// More notes at once than there are voices, or more commands than the process callback took.
  case overloaded

  /// There is no JACK server (any more), or it does not call us.
  case engineUnavailable

  /// The sound could not be prepared.
  case soundUnavailable(reason: String)
}
