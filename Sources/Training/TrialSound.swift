import Foundation
import MainThread
import Music

/// The sound of a training, which is the passage of a trial and the drone beside it, and its
/// timers. Main thread.
///
/// There is one wait at a time, for a passage or for the end of a rest. Another wait ends it.
final class TrialSound {
  private let player: any NotePlayer
  private let clock: any TrialClock
  private let drone: Drone

  /// Starts the passage for which the training waits.
  private var waiting: Task<Void, Never>?

  /// The passage that sounds, and a handle for each of its notes.
  private var sounding: (passage: Passage, handles: [any PlaybackHandle])?

  /// True if a passage was asked for, and the sound does not have it yet.
  private(set) var isBeginning = false {
    didSet { invariant(!isBeginning || sounding == nil, "what begins does not sound yet") }
  }

  /// The rest for which the training waits instead.
  private let resting: any TrialTimer

  /// The time in which the tunable note may stay untouched.
  private let watching: any TrialTimer

  /// Returns the time since the tunable note was touched.
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

  /// Moves the slider of the tunable note, if there is one. Rethrows its error.
  func moveSlider(to value: Double) throws { try tunable?.moveSlider(to: value) }

  /// Asks for the position of the slider of the tunable note, if there is one, as
  /// ``PlaybackHandle/confirmSlider()`` does. Rethrows its error.
  func confirmSlider(_ onConfirm: @escaping (Double) -> Void) throws {
    tunable?.onConfirm = onConfirm
    try tunable?.confirmSlider()
  }

  /// Plays a passage.
  ///
  /// - Parameters:
  ///   - voices: the notes of the drone beside it.
  ///   - onPlay: called when the sound has all notes, before the other functions.
  ///   - onStart: called when the first frame of the note with that index has sounded.
  ///   - onEnd: called when the note with that index is over, with the error if there was one; if
  ///     the passage could not begin, only for its first note.
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
          // The passage was stopped before it began.
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

  /// Lets only the drone sound, and calls `end` when it has sounded for so long.
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

  /// Fades out everything but the drone, and ends each wait.
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

  /// Waits for this task, or for the rest that follows, and fades out the notes of the former wait.
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

  /// Called if the drone cannot be played, as a trial without it is another one.
  var onDroneFailure: ((any Error) -> Void)? {
    get { drone.onFailure }
    set { drone.onFailure = newValue }
  }

  /// Another number each time that the drone begins; `nil` without one.
  var droneVersion: Int? { drone.version }

  /// Begins the drone with the session. Does nothing if the sound lacks one of the notes, as the
  /// first trial reports that.
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

  /// Notes that the user has done something.
  func touch() { idleness = clock.stopwatch() }

  /// Calls `end` when the tunable note has not been touched for so long.
  func watchHand(_ limit: Duration, then end: @escaping () -> Void) {
    touch()
    watchHand(limit, after: limit, then: end)
  }

  /// - Parameter wait: the shortest time after which the limit can be reached.
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

/// The accompaniment that sounds through a whole session, beside the notes of the trials. Main
/// thread.
///
/// It begins with the session, and continues while that waits. If a trial needs other notes, or its
/// notes have another sound or another correction, the drone begins again: the old one fades out,
/// and the new one fades in. The note that is judged or tuned joins it at a random moment, so the
/// drone itself needs no random delay.
final class Drone {
  private let player: any NotePlayer
  private var voices: [NoteRequest] = []
  private var handles: [any PlaybackHandle] = []
  private var starting: Task<Void, Never>?

  /// True if it was silenced for a moment.
  private var isPaused = false

  /// The peak to which its level was fitted: the trial beside it is fitted to the same.
  private var peak = 0.0

  private var soundVersion: Int?

  /// The number of beginnings so far.
  private var beginnings = 0

  /// True if the first frame since the last beginning has sounded.
  private var isSounding = false

  /// Called once when that frame has sounded.
  private var onSound: (() -> Void)?

  /// Called if it cannot be played: without it the trial would be a different one.
  var onFailure: ((any Error) -> Void)?

  nonisolated static let loudestTarget = pow(10, LoudnessRoving.reach / 20)

  init(player: any NotePlayer) { self.player = player }

  isolated deinit {
    starting?.cancel()
    handles.forEach { $0.stop() }
  }

  var isOn: Bool { !voices.isEmpty }

  /// A number that changes whenever it begins; `nil` while it is off.
  var version: Int? { isOn ? beginnings : nil }

  /// The sum of the linear gains of its notes.
  var gain: Double { voices.reduce(0) { $0 + $1.amplitudeDB.gain } }

  /// Lets these voices sound until others replace them; empty for none.
  func sound(_ voices: [NoteRequest]) {
    if voices == self.voices, !isPaused, voices.isEmpty || player.peak == peak { return }
    let start = isPaused ? Passage.Start.late(Voicing.droneSilence) : .begin
    end()
    guard !voices.isEmpty else { return }
    self.voices = voices
    peak = player.peak
    begin(start)
  }

  /// Begins again if the notes of a trial, which the player has by now, have another sound or
  /// correction: their interval from the drone would differ from the recorded one.
  func followSound() {
    guard !isPaused, !handles.isEmpty, player.soundVersion != soundVersion else { return }
    fade()
    begin(.begin)
  }

  /// Calls `action` when the drone sounds, at once if it does, in place of an earlier action.
  func whenSounding(_ action: (() -> Void)?) {
    onSound = nil
    if isSounding { action?() } else { onSound = action }
  }

  /// Fades out until it has to sound again.
  func pause() {
    guard isOn else { return }
    fade()
    isPaused = true
  }

  func end() {
    fade()
    voices = []
    isPaused = false
  }

  private func begin(_ start: Passage.Start) {
    beginnings += 1
    let beginning = beginnings
    let passage = Passage(
      voices.map { Passage.Note($0, start: start, duration: nil, isMarked: false) }
    )
    .fitting(peak: peak, beside: Self.loudestTarget)
    starting = Task { [weak self, player] in
      do {
        try Task.checkCancellation()
        let handles = try await player.play(passage)
        guard let self, !Task.isCancelled else { return handles.forEach { $0.stop() } }
        invariant(handles.count == voices.count && !isPaused, "each voice of a drone sounds")
        self.handles = handles
        soundVersion = player.soundVersion
        // They begin in the same frame.
        handles.first?.onStart = { [weak self] in self?.soundBegan(beginning) }
      } catch {
        if !Task.isCancelled { self?.onFailure?(error) }
      }
    }
  }

  private func soundBegan(_ beginning: Int) {
    guard beginning == beginnings else { return }
    isSounding = true
    let action = onSound
    onSound = nil
    action?()
  }

  private func fade() {
    isSounding = false
    starting?.cancel()
    starting = nil
    handles.forEach { $0.stop() }
    handles = []
  }
}

extension Duration {
  /// The usual time for which feedback is shown: long enough to be taken in, short enough that the
  /// sound is still in the ear.
  public static nonisolated let feedback: Duration = .milliseconds(400)

  /// The longest time for storing a result before the user has to wait.
  static nonisolated let longSave: Duration = .seconds(2)

  /// The time without a touch after which the user is assumed to have left.
  static nonisolated let idleHand: Duration = .seconds(60)
}

extension Clock<Duration> {
  /// Returns a function that returns the time since this call.
  fileprivate nonisolated func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
