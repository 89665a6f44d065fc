import Music

/// An event of a training.
///
/// The event of a trial is followed by its states, one event for each change. A result follows the
/// state that shows it as soon as it is stored, before the next trial. `stopped` is the last event,
/// after the change to idle and the last result.
public nonisolated enum TrainingEvent: Hashable, Sendable {
  /// The sound leaves few notes to draw trials from. Sent again if their number changes.
  case fewNotes(UsableNotes)
  case trial(PosedTrial)
  case state(TrialPhase)

  /// The trial is heard again; its state follows.
  case heardAgain(PosedTrial)

  /// The change to the phase `replaying`, or its new beginning: the answered trial is heard with
  /// the truth.
  case replaying(PosedTrial, CompletedTrial, ReplayReason)

  /// This note of the replay has begun.
  case replayed(ReplayNote.Role)

  /// The change to the phase `paused`, or another reason for it.
  case paused(PauseReason)

  /// The trial is void: it has no result, and its number is used again.
  case discarded(PosedTrial, DiscardReason)

  /// The trial is answered; its result follows when that is stored.
  case answered(CompletedTrial)
  case result(CompletedTrial)

  /// The note that was heard gives no result, and listening goes on.
  case missed(PosedTrial, PlayedNoteOutcome)

  /// The last result was taken back.
  case withdrawn(PosedTrial, CompletedTrial)
  case stopped(StopReason)
}

/// The reason for which a training waits, as spelt in JSON.
public nonisolated enum PauseReason: String, Hashable, Sendable {
  /// The user wants a pause.
  case asked

  /// Nothing is connected to the outputs.
  case unconnected

  /// The sound server does not run.
  case stalled

  /// The user begins each trial.
  case key

  /// The user has not touched the tunable note, or not played, for a minute.
  case idleHand

  /// The user, or another program by MIDI, has silenced everything.
  case panic

  /// A result takes long to be stored.
  case history
}

/// The reason for which a trial is void.
public nonisolated enum DiscardReason: Hashable, Sendable {
  /// The sound broke off.
  case xrun

  /// The training waits.
  case paused(PauseReason)

  /// As spelt in JSON.
  public var name: String {
    switch self {
    case .xrun: "xrun"
    case .paused(let reason): reason.rawValue
    }
  }
}

/// The reason for which a training ended.
public nonisolated enum StopReason: Hashable, Sendable {
  /// `stop()` was called.
  case requested

  /// A note could not be played.
  case audioError(AudioError)

  /// The reason behind an error of a player. A cancellation that the training did not ask for is a
  /// graceful stop.
  init(_ error: any Error) {
    switch error {
    case let error as AudioError: self = .audioError(error)
    case is CancellationError: self = .requested
    default: self = .audioError(.soundUnavailable(reason: String(describing: error)))
    }
  }
}
