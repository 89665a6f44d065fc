import Foundation
import Logging
import Music
import Observation

/// Pitch matching: a reference note sounds, then a detuned one until the user has tuned it.
///
/// Main thread. It drives a ``PitchMatchingMachine``: plays what that asks for and tells the observers.
/// It is the boundary of audio errors: one ends the training and is reported once.
@Observable
public final class PitchMatchingSession: TrainingSession, Resettable {
  private(set) var machine = PitchMatchingMachine()
  @ObservationIgnored private var waiting: Task<Void, Never>?

  /// The tunable note, while it sounds.
  @ObservationIgnored private var tunable: (any PlaybackHandle)?
  @ObservationIgnored private var random: RandomSource

  @ObservationIgnored private let player: any NotePlayer
  @ObservationIgnored private let settings: any UserSettings
  @ObservationIgnored private let firstIndex: Int
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private let now: () -> Date
  @ObservationIgnored private let makeID: () -> UUID
  @ObservationIgnored private let announcer: PitchMatchingAnnouncer
  @ObservationIgnored private let log = Logger(label: "peach.training.matching")

  /// - Parameters:
  ///   - observers: told of each result, in this order: the store first.
  ///   - firstIndex: the number of the first challenge, for a session that goes on with another one's
  ///     count.
  public init(
    player: any NotePlayer, settings: any UserSettings,
    observers: [any PitchMatchingObserver] = [], firstIndex: Int = 1,
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping () -> Date = { Date() },
    makeID: @escaping () -> UUID = { UUID() },
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.player = player
    self.settings = settings
    self.firstIndex = firstIndex
    self.clock = clock
    self.now = now
    self.makeID = makeID
    self.random = RandomSource(random)
    self.announcer = PitchMatchingAnnouncer(observers: observers)
  }

  isolated deinit {
    waiting?.cancel()
    tunable?.stop()
  }

  /// Follows the training step by step; held weakly.
  public var sessionObserver: (any PitchMatchingSessionObserver)? {
    get { announcer.sessionObserver }
    set { announcer.sessionObserver = newValue }
  }

  /// Adds an observer after those that there are; held strongly.
  public func addObserver(_ observer: any PitchMatchingObserver) {
    announcer.observers.append(observer)
  }

  // MARK: Inputs

  /// Starts the training; ignored unless idle. Intervals and tuning stay as they are set now.
  public func start() {
    guard isIdle else { return ignore("start") }
    settings.refresh()
    let run = PitchMatchingRun(intervals: settings.intervals, tuningSystem: settings.tuningSystem)
    perform(machine.start(run, with: challenge(index: firstIndex, in: run)), for: "start")
  }

  /// Ends the training from any state and forgets the session. The sound fades out; what was not
  /// committed is discarded.
  public func stop() { perform(machine.stop(), for: "stop") }

  /// Ends the training: what it was trained for is about to be cleared.
  public func reset() { if !isIdle { stop() } }

  /// Moves the slider of the tunable note to `value`, −1…+1 for ±100 cents about the target; beyond
  /// its ends it stands at the end. The sound glides there.
  ///
  /// - Returns: whether it was moved; `false` where there is no note to tune, or where more movements
  ///   came at once than the sound can follow. Then it stays where it was.
  @discardableResult
  public func adjustPitch(_ value: Double) -> Bool {
    guard let slider = currentChallenge?.slider, state == .playingTunable else {
      ignore("adjustment")
      return false
    }
    let value = PitchSlider.clamped(value)
    do {
      try tunable?.adjustFrequency(slider.frequency(at: value))
    } catch AudioError.overloaded {
      return false
    } catch {
      perform(machine.stop(), for: "adjustment", reason: StopReason(error))
      return false
    }
    return machine.moveSlider(to: value)
  }

  /// Moves the slider by so many cents from where it stands, up to its ends; otherwise as
  /// ``adjustPitch(_:)``.
  @discardableResult
  public func nudge(_ cents: Cents) -> Bool {
    guard let slider = currentChallenge?.slider, let value = currentValue else {
      ignore("nudge")
      return false
    }
    return adjustPitch(value + cents.rawValue / slider.reach.rawValue)
  }

  /// Ends the tunable note and records the pitch at `value`, which is the one that sounded when the
  /// user was content with it.
  ///
  /// - Returns: whether it counted; `false` where there is no note to tune.
  @discardableResult
  public func commitPitch(_ value: Double) -> Bool {
    guard state == .playingTunable else {
      ignore("commit")
      return false
    }
    // The note stops now, not after the observers, of which one waits for a disk.
    letGo()
    let value = PitchSlider.clamped(value)
    return perform(machine.commit(value, id: makeID(), date: now()), for: "commit")
  }

  /// Commits the pitch that sounds now, wherever the hand has moved it.
  @discardableResult
  public func commitPitch() -> Bool { commitPitch(currentValue ?? 0) }

  // MARK: Acting

  /// Does what the machine decided.
  ///
  /// - Returns: whether there was anything to do.
  @discardableResult
  private func perform(
    _ action: PitchMatchingMachine.Action?, for input: String, reason: StopReason = .requested
  ) -> Bool {
    guard let action else {
      ignore(input)
      return false
    }
    switch action {
    case .pose(let challenge, let step):
      playReference(of: challenge, step)
      announcer.announce(.posed(challenge), .stateChanged(state))
    case .playTunable(let challenge, let step):
      playTunable(of: challenge, step)
    case .arm(let slider, let value, let step):
      arm(slider, at: value, step)
      if state == .playingTunable { announcer.announce(.stateChanged(state)) }
    case .showFeedback(let completed, let step):
      pause(step)
      announcer.announce(.stateChanged(state), .completed(completed))
    case .choose(let run, let index):
      perform(machine.poseNext(challenge(index: index, in: run)), for: "next challenge")
    case .silence:
      wait(nil)
      letGo()
      player.stopAll()
      announcer.announce(.stateChanged(state), .stopped(reason))
    }
    return true
  }

  private func playReference(of challenge: PosedPitchMatching, _ step: Step) {
    wait(
      Task { [weak self, player] in
        do {
          try Task.checkCancellation()
          try await player.play(
            frequency: challenge.referenceFrequency, duration: challenge.noteDuration,
            velocity: .training, amplitudeDB: AmplitudeDB(0))
          guard let self else { return }
          perform(machine.referenceEnded(step), for: "end of the reference")
        } catch {
          self?.fail(step, error)
        }
      })
  }

  private func playTunable(of challenge: PosedPitchMatching, _ step: Step) {
    wait(
      Task { [weak self, player] in
        do {
          try Task.checkCancellation()
          let handle = try await player.play(
            frequency: challenge.slider.frequency(at: challenge.initialValue),
            velocity: .training, amplitudeDB: challenge.amplitudeDB)
          // Stopped before it began: nobody wants it any more.
          guard let self, let action = machine.tunableBegan(step) else { return handle.stop() }
          tunable = handle
          perform(action, for: "tunable note")
        } catch {
          self?.fail(step, error)
        }
      })
  }

  /// Gives the tunable note into the hand.
  private func arm(_ slider: PitchSlider, at value: Double, _ step: Step) {
    tunable?.onSliderMove = { [weak self] in self?.machine.handMoved(to: $0, step) }
    tunable?.onFailure = { [weak self] in self?.fail(step, $0) }
    do {
      try tunable?.arm(slider, at: value)
    } catch {
      fail(step, error)
    }
  }

  /// Fades the tunable note out.
  private func letGo() {
    tunable?.stop()
    tunable = nil
  }

  private func fail(_ step: Step, _ error: any Error) {
    perform(machine.playbackFailed(step), for: "failed note", reason: StopReason(error))
  }

  private func pause(_ step: Step) {
    let pause = Pause(for: .feedback, on: clock)
    wait(
      Task { [weak self] in
        guard (try? await pause.end()) != nil, let self else { return }
        perform(machine.feedbackEnded(step), for: "end of feedback")
      })
  }

  /// Waits for this task instead of what was waited for, which is cancelled: a note fades out.
  private func wait(_ task: Task<Void, Never>?) {
    waiting?.cancel()
    waiting = task
  }

  private func challenge(index: Int, in run: PitchMatchingRun) -> PosedPitchMatching {
    settings.refresh()
    let current = TrainingSettings(settings)
    let challenge = PitchMatchingChallenge.draw(
      interval: run.rotation.draw(using: &random), noteRange: current.noteRange, using: &random)
    let amplitude = LoudnessRoving.amplitude(share: current.varyLoudness, using: &random)
    return PosedPitchMatching(
      index: index, challenge: challenge, tuningSystem: run.tuningSystem,
      referencePitch: current.referencePitch, noteDuration: current.noteDuration,
      amplitudeDB: amplitude)
  }

  private func ignore(_ input: String) {
    log.debug("\(input) does not fit the state \(state.rawValue) and is ignored")
  }
}
