import Music

/// What plays notes. It knows frequencies, durations, velocities and levels, and nothing of notes,
/// intervals or trainings.
///
/// Main thread. Valid are 20…20 000 Hz; anything else throws ``AudioError``.
public protocol NotePlayer: AnyObject {
  /// Plays a note and returns when it has ended, at the end of its last frame.
  ///
  /// A cancelled task stops the note (it fades out) and throws `CancellationError` at once.
  func play(
    frequency: Frequency, duration: NoteDuration, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB
  ) async throws

  /// Starts a note that sounds until its handle is stopped.
  func play(
    frequency: Frequency, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB
  ) async throws -> any PlaybackHandle

  /// Fades out whatever sounds; notes that are being played end as if they were over.
  func stopAll()
}

/// A note that sounds until it is stopped.
public protocol PlaybackHandle: AnyObject {
  /// Fades the note out. A second call does nothing.
  func stop()

  /// Retunes the sounding note, as a short glide without a step.
  ///
  /// Valid within ±200 cents of where the note began (inclusive, to 1e-6 cent) and within
  /// 20…20 000 Hz; anything else throws ``AudioError`` and the note goes on as it was.
  func adjustFrequency(_ frequency: Frequency) throws

  /// Gives the note into the hand: from now on MIDI moves it along `slider`, from `value` on, each
  /// message in its own frame. ``adjustFrequency(_:)`` takes the slider along. One note at a time is in
  /// the hand; a stop ends it.
  ///
  /// Throws ``AudioError`` where an end of the slider is not valid for ``adjustFrequency(_:)``.
  func arm(_ slider: PitchSlider, at value: Double) throws

  /// Called when a hand on MIDI has moved the slider of the note, with where it stands now; not for
  /// ``adjustFrequency(_:)``, and not after ``stop()``.
  var onSliderMove: ((Double) -> Void)? { get set }

  /// Called where the note could not begin after all, or was ended by something else than a stop.
  var onFailure: ((AudioError) -> Void)? { get set }
}
