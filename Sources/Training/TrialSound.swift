import Music

/// The notes of a training that sound, and the moment for which it waits. Main thread.
///
/// One thing is waited for at a time: the end of a note, the beginning of a held one, or the end of a
/// rest. What is waited for next ends what was waited for before.
final class TrialSound {
  private let player: any NotePlayer
  private let clock: any Clock<Duration>

  /// The note or the rest for whose end the training waits.
  private var waiting: Task<Void, Never>?

  /// The note that sounds until it is released.
  private(set) var held: (any PlaybackHandle)?

  /// Ends the wait for a hand.
  private var watching: Task<Void, Never>?

  /// How long ago the held note was touched.
  private var idleness: @Sendable () -> Duration = { .zero }

  init(player: any NotePlayer, clock: any Clock<Duration>) {
    self.player = player
    self.clock = clock
  }

  isolated deinit {
    waiting?.cancel()
    watching?.cancel()
    held?.stop()
  }

  /// Plays a note.
  ///
  /// - Parameters:
  ///   - onStart: called when its first frame has sounded.
  ///   - onEnd: called when it is over, with the error if that was the reason.
  func play(
    _ note: NoteRequest, for duration: NoteDuration, onStart: @escaping () -> Void,
    onEnd: @escaping ((any Error)?) -> Void
  ) {
    wait(
      for: Task { [player] in
        do {
          try Task.checkCancellation()
          try await player.play(
            frequency: note.frequency, duration: duration, velocity: .training,
            amplitudeDB: note.amplitudeDB, onStart: onStart)
          onEnd(nil)
        } catch {
          onEnd(error)
        }
      })
  }

  /// Starts a note that sounds until it is released.
  ///
  /// - Parameters:
  ///   - isWanted: asked when the note can begin: whether anybody still waits for it.
  ///   - onStart: called when its first frame has sounded.
  ///   - onFailure: called if it could not begin, or was ended by anything but a release.
  func hold(
    _ note: NoteRequest, isWanted: @escaping () -> Bool, onStart: @escaping () -> Void,
    onFailure: @escaping (any Error) -> Void
  ) {
    wait(
      for: Task { [weak self, player] in
        do {
          try Task.checkCancellation()
          let handle = try await player.play(
            frequency: note.frequency, velocity: .training, amplitudeDB: note.amplitudeDB)
          // Stopped before it began: nobody wants it any more.
          guard let self, isWanted() else { return handle.stop() }
          held = handle
          handle.onFailure = { onFailure($0) }
          handle.onStart = onStart
        } catch {
          onFailure(error)
        }
      })
  }

  /// Calls `end` after so much time.
  func rest(_ duration: Duration, then end: @escaping () -> Void) {
    let sleep = clock.sleep(startingNowFor: duration)
    wait(
      for: Task {
        guard (try? await sleep()) != nil else { return }
        end()
      })
  }

  /// Fades the held note out.
  func release() {
    watching?.cancel()
    held?.stop()
    held = nil
  }

  /// Fades everything out, and waits for nothing any more.
  func silence() {
    wait(for: nil)
    release()
    player.stopAll()
  }

  /// Waits for this task instead of the one before, which is cancelled: a note fades out.
  private func wait(for task: Task<Void, Never>?) {
    waiting?.cancel()
    waiting = task
  }

  // MARK: The hand

  /// The user has done something.
  func touch() { idleness = clock.stopwatch() }

  /// Calls `end` when the held note has not been touched for so long.
  func watchHand(_ limit: Duration, then end: @escaping () -> Void) {
    touch()
    watching?.cancel()
    let first = clock.sleep(startingNowFor: limit)
    watching = Task { [weak self] in
      guard (try? await first()) != nil else { return }
      while let left = self.map({ limit - $0.idleness() }), left > .zero {
        guard let sleep = self?.clock.sleep(startingNowFor: left), (try? await sleep()) != nil
        else { return }
      }
      if self != nil { end() }
    }
  }
}

extension Duration {
  /// How long feedback is shown: long enough to be taken in, short enough that the sound is still in
  /// the ear. A decision about perceptual learning, therefore no setting.
  public static nonisolated let feedback: Duration = .milliseconds(400)

  /// Who does not touch a note for so long has gone away.
  static nonisolated let idleHand: Duration = .seconds(60)
}

extension Clock<Duration> {
  /// A sleep that begins now, not when it is first waited for.
  fileprivate nonisolated func sleep(
    startingNowFor duration: Duration
  ) -> @Sendable () async throws -> Void {
    let end = now.advanced(by: duration)
    return { try await sleep(until: end, tolerance: nil) }
  }

  /// Tells how long ago this call was.
  fileprivate nonisolated func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
