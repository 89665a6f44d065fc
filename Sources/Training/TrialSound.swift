import MainThread
import Music

/// The notes of a training that sound, the passage of a trial and the drone beside it, and the moment for
/// which it waits. Main thread.
///
/// One thing is waited for at a time: a passage, or the end of a rest. What is waited for next ends what
/// was waited for before.
final class TrialSound {
  private let player: any NotePlayer
  private let clock: any TrialClock
  private let drone: Drone

  /// The passage for which the training waits.
  private var waiting: Task<Void, Never>?

  /// The passage that sounds, and a handle for each of its notes.
  private var sounding: (passage: Passage, handles: [any PlaybackHandle])?

  /// Whether a passage was asked for last, and the sound does not have it yet.
  private(set) var isBeginning = false {
    didSet { invariant(!isBeginning || sounding == nil, "what begins does not sound yet") }
  }

  /// The rest for which it waits instead.
  private let resting: any TrialTimer

  /// The wait for a hand.
  private let watching: any TrialTimer

  /// How long ago the tunable note was touched.
  private var idleness: @Sendable () -> Duration = { .zero }

  init(player: any NotePlayer, clock: any TrialClock) {
    self.player = player
    self.clock = clock
    resting = clock.timer()
    watching = clock.timer()
    drone = Drone(player: player)
  }

  isolated deinit {
    waiting?.cancel()
    resting.stop()
    watching.stop()
    sounding?.handles.forEach { $0.stop() }
  }

  /// The note of the passage that a slider moves.
  var tunable: (any PlaybackHandle)? {
    guard let (passage, handles) = sounding,
      let index = passage.notes.firstIndex(where: { $0.slider != nil })
    else { return nil }
    return handles[index]
  }

  /// Moves the slider of the tunable note, if there is one.
  ///
  /// - Throws: what the note throws.
  func moveSlider(to value: Double) throws { try tunable?.moveSlider(to: value) }

  /// Asks where the slider of the tunable note stands, if there is one, as
  /// ``PlaybackHandle/confirmSlider()`` does.
  ///
  /// - Throws: what the note throws.
  func confirmSlider(_ onConfirm: @escaping (Double) -> Void) throws {
    tunable?.onConfirm = onConfirm
    try tunable?.confirmSlider()
  }

  /// Plays a passage.
  ///
  /// - Parameters:
  ///   - voices: what the drone sounds beside it; empty for nothing.
  ///   - onPlay: called when the sound has all notes, before anything is told of them.
  ///   - onStart: called when the first frame of the note with that index has sounded.
  ///   - onEnd: called when the note with that index is over, with the error if that was the reason;
  ///     if the passage could not begin, only for its first note.
  func play(
    _ passage: Passage, beside voices: [NoteRequest], onPlay: @escaping () -> Void,
    onStart: @escaping (Int) -> Void, onEnd: @escaping (Int, (any Error)?) -> Void
  ) {
    drone.sound(voices)
    let passage = passage.fitting(
      peak: player.peak, beside: drone.gain, ofUpTo: Drone.loudestTarget)
    wait(
      for: Task { [weak self, player] in
        do {
          try Task.checkCancellation()
          let handles = try await player.play(passage)
          // Stopped before it began: nobody wants it any more.
          guard let self, !Task.isCancelled else { return handles.forEach { $0.stop() } }
          invariant(handles.count == passage.notes.count, "each note has a handle")
          invariant(sounding == nil, "one passage sounds at a time")
          sounding = (passage, handles)
          isBeginning = false
          drone.followSound()
          onPlay()
          for (index, handle) in handles.enumerated() {
            handle.onStart = { onStart(index) }
            handle.onEnd = { onEnd(index, $0) }
          }
        } catch {
          onEnd(0, error)
        }
      })
    isBeginning = true
  }

  /// Lets nothing sound but the drone, and calls `end` when that has sounded for so long.
  func playDrone(
    _ voices: [NoteRequest], for duration: Duration, then end: @escaping () -> Void
  ) {
    drone.sound(voices)
    drone.followSound()
    wait(for: nil)
    isBeginning = true
    drone.whenSounding { [weak self] in
      self?.isBeginning = false
      self?.resting.start(after: duration, then: end)
    }
  }

  /// Calls `end` after so much time.
  func rest(_ duration: Duration, then end: @escaping () -> Void) {
    wait(for: nil)
    resting.start(after: duration, then: end)
  }

  /// Fades out the notes that sound until they are released.
  func release() {
    watching.stop()
    guard let (passage, handles) = sounding else { return }
    for (note, handle) in zip(passage.notes, handles) where note.duration == nil { handle.stop() }
  }

  /// Fades everything but the drone out, and waits for nothing any more.
  func silence() {
    let all = !drone.isOn
    waiting?.cancel()
    waiting = nil
    resting.stop()
    drone.whenSounding(nil)
    isBeginning = false
    if !all { sounding?.handles.forEach { $0.stop() } }
    sounding = nil
    watching.stop()
    if all { player.stopAll() }
  }

  /// Waits for this task, or for the rest that follows, instead of what was waited for before; notes of that fade
  /// out.
  private func wait(for task: Task<Void, Never>?) {
    waiting?.cancel()
    resting.stop()
    drone.whenSounding(nil)
    waiting = task
    isBeginning = false
    sounding?.handles.forEach { $0.stop() }
    sounding = nil
  }

  // MARK: The drone

  /// Called if the drone cannot be played: without it a trial is another one.
  var onDroneFailure: ((any Error) -> Void)? {
    get { drone.onFailure }
    set { drone.onFailure = newValue }
  }

  /// Another number each time that the drone begins; `nil` without one.
  var droneVersion: Int? { drone.version }

  /// What sounds through the whole session begins with it, whatever the session waits for. If the sound
  /// does not have these notes, there is no trial either, which says so.
  ///
  /// - Parameter voices: empty for nothing.
  func beginDrone(_ voices: [NoteRequest]) {
    guard !voices.isEmpty else { return }
    player.prepareForTrial()
    if voices.allSatisfy({ player.canSound($0.frequency) }) { drone.sound(voices) }
  }

  /// Fades the drone out until the next passage.
  func pauseDrone() { drone.pause() }

  /// Fades the drone out.
  func endDrone() { drone.end() }

  // MARK: The hand

  /// The user has done something.
  func touch() { idleness = clock.stopwatch() }

  /// Calls `end` when the tunable note has not been touched for so long.
  func watchHand(_ limit: Duration, then end: @escaping () -> Void) {
    touch()
    watchHand(limit, after: limit, then: end)
  }

  /// - Parameter wait: so long it cannot have been untouched for the limit.
  private func watchHand(
    _ limit: Duration, after wait: Duration, then end: @escaping () -> Void
  ) {
    watching.start(after: wait) { [weak self] in
      guard let self else { return }
      let left = limit - idleness()
      if left > .zero { watchHand(limit, after: left, then: end) } else { end() }
    }
  }
}

extension Duration {
  /// How long feedback is shown unless the user has set another time: long enough to be taken in, short
  /// enough that the sound is still in the ear.
  public static nonisolated let feedback: Duration = .milliseconds(400)

  /// A result that takes longer to be stored keeps the user waiting.
  static nonisolated let longSave: Duration = .seconds(2)

  /// Who does not touch a note for so long has gone away.
  static nonisolated let idleHand: Duration = .seconds(60)
}

extension Clock<Duration> {
  /// Tells how long ago this call was.
  fileprivate nonisolated func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
