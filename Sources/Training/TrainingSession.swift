import Music

/// What can be known of a session from outside.
extension TrainingDriver {
  public var state: Machine.Phase { machine.phase }

  public var isIdle: Bool { run == nil }

  /// What is known of the training until it stops; `nil` while idle.
  public var run: Machine.Run? { machine.run }

  /// The trial that sounds, or whose answer is awaited or shown.
  public var currentChallenge: Machine.Trial? { machine.trial }

  /// Whether the training waits for ``resume()``.
  public var isPaused: Bool { machine.isPaused }

  /// Whether the user has answered, and the player has not confirmed yet that the sound was running.
  /// Such an answer counts if it is confirmed before the training stops.
  public var isConfirming: Bool { machine.isConfirming }
}

/// What a user wants of a training, by whichever input.
public nonisolated enum TrainingIntent: Hashable, Sendable {
  case answer(higher: Bool)

  /// Says which of two was in tune.
  case choose(first: Bool)

  /// Puts the slider somewhere, −1…+1; beyond its ends it stands at the end.
  case slider(Double)

  /// Puts the slider so far from where it stood when the note began. A control that shows its own
  /// position sends this, so that no position is the answer.
  case sliderFromStart(Double)

  /// Moves the slider from where it stands.
  case nudge(Cents)

  /// Commits the pitch that sounds.
  case commit

  /// Commits the pitch that sounded with the slider there; a MIDI control knows it to the frame.
  case commitAt(Double)

  /// Tunes on from there: a MIDI control has committed, which ends its hold of the note, but nobody
  /// can have meant that.
  case tuneOn(from: Double)

  /// Hears the trial again from its beginning; once it is answered, with the truth.
  case again

  /// Hears what was answered last, with the truth. An unanswered trial is void.
  case last

  /// Ends the replay.
  case skip
}
