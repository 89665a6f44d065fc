import MainThread
import Music

/// Notes without a training: passages to wait for, and one note at a time.
extension NotePlayer {
  /// Plays a passage and returns when all of its notes have ended, at the end of the last frame.
  ///
  /// If the task is cancelled, the notes stop (they fade out) and `CancellationError` is thrown at
  /// once; likewise if one of them cannot be played.
  ///
  /// - Parameter onStart: called with a note's index when its first frame has sounded.
  public func playToEnd(
    _ passage: Passage, onStart: @escaping (Int) -> Void = { _ in }
  ) async throws {
    let handles = try await play(passage.fitting(peak: peak))
    for (index, handle) in handles.enumerated() { handle.onStart = { onStart(index) } }
    try await PassageEnd(of: handles).wait()
  }

  /// Plays a note and returns when it has ended, at the end of its last frame.
  ///
  /// If the task is cancelled, the note stops (it fades out) and `CancellationError` is thrown at
  /// once.
  ///
  /// - Parameter onStart: called when the note's first frame has sounded.
  public func play(
    frequency: Frequency, duration: NoteDuration, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB,
    onStart: @escaping () -> Void = {}
  ) async throws {
    let request = NoteRequest(frequency, at: amplitudeDB, velocity: velocity)
    try await playToEnd(Passage(Passage.Note(request, duration: NoteSpan(duration)))) { _ in
      onStart()
    }
  }

  /// Starts a note that sounds until its handle is stopped.
  public func play(
    frequency: Frequency, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB
  ) async throws -> any PlaybackHandle {
    let request = NoteRequest(frequency, at: amplitudeDB, velocity: velocity)
    guard let handle = try await play(Passage(Passage.Note(request, duration: nil))).first else {
      throw AudioError.overloaded
    }
    return handle
  }
}

/// The end of some notes, for a task that waits for it. Main thread.
private final class PassageEnd {
  private let handles: [any PlaybackHandle]

  /// How many of them have not ended.
  private var soundingCount: Int

  /// Resumed exactly once: whoever removes it resumes it.
  private var waiter: CheckedContinuation<Void, any Error>?

  init(of handles: [any PlaybackHandle]) {
    self.handles = handles
    soundingCount = handles.count
  }

  func wait() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        waiter = continuation
        if Task.isCancelled { return stop(CancellationError()) }
        // Each note holds this until it ends.
        for handle in handles { handle.onEnd = { [self] in noteEnded($0) } }
      }
    } onCancel: {
      Task { @MainActor in self.stop(CancellationError()) }
    }
  }

  private func noteEnded(_ error: AudioError?) {
    invariant(soundingCount > 0, "a note ends once")
    soundingCount -= 1
    if let error {
      stop(error)
    } else if soundingCount == 0 {
      finish(nil)
    }
  }

  private func stop(_ error: any Error) {
    // First, because a note that is stopped ends.
    finish(error)
    for handle in handles { handle.stop() }
  }

  private func finish(_ error: (any Error)?) {
    let waiter = waiter
    self.waiter = nil
    if let error { waiter?.resume(throwing: error) } else { waiter?.resume() }
  }
}
