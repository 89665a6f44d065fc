import Music

/// Something that happens in a training.
///
/// After a trial's own event come its states, one event for each change and none left out; a result
/// follows the state that shows it as soon as it is stored, before the next trial. `stopped` is the last event,
/// after the change to idle and the last result.
public nonisolated enum TrainingEvent: Hashable, Sendable {
  /// The sound leaves few notes to draw trials from; before a trial, and again if their number
  /// changes.
  case fewNotes(UsableNotes)
  case trial(PosedTrial)
  case state(TrialPhase)

  /// The trial is heard once more; its state follows.
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

/// Why a training waits, as spelt in JSON.
public nonisolated enum PauseReason: String, Hashable, Sendable {
  /// The user wants a pause.
  case asked

  /// Nothing is connected to the outputs.
  case unconnected

  /// The sound server does not run.
  case stalled

  /// The user begins each trial.
  case key

  /// Nobody has touched the note that is to be tuned, or played one that was listened for, for a minute.
  case idleHand

  /// The user, or another program by MIDI, has silenced everything.
  case panic

  /// A result takes long to be stored.
  case history
}

/// Why a trial is void.
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

/// Why a training ended.
public nonisolated enum StopReason: Hashable, Sendable {
  /// Someone called `stop()` and knows why.
  case requested

  /// A note could not be played.
  case audioError(AudioError)
}

nonisolated extension StopReason {
  /// The reason behind an error thrown by a player. A cancellation that the training did not ask for
  /// is a graceful stop.
  init(_ error: any Error) {
    switch error {
    case let error as AudioError: self = .audioError(error)
    case is CancellationError: self = .requested
    default: self = .audioError(.soundUnavailable(reason: String(describing: error)))
    }
  }
}
