/// Why a training ended.
public nonisolated enum StopReason: Hashable, Sendable {
  /// Someone called `stop()`, who knows why.
  case requested

  /// A note could not be played.
  case audioError(AudioError)
}

extension StopReason {
  /// The reason behind an error thrown by a player; a cancellation that the training did not ask for
  /// is a graceful stop.
  init(_ error: any Error) {
    switch error {
    case let error as AudioError: self = .audioError(error)
    case is CancellationError: self = .requested
    default: self = .audioError(.soundUnavailable(reason: String(describing: error)))
    }
  }
}
