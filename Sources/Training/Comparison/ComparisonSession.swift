import Foundation
import Logging
import Music
import Observation

/// Comparison training: two notes sound, and the user says whether the second is higher or lower
/// than the true interval.
///
/// Main thread. It drives a ``ComparisonMachine``: plays what that asks for and tells the observers.
/// It is the boundary of audio errors: one ends the training and is reported once.
@Observable
public final class ComparisonSession: TrainingSession, Resettable {
  private(set) var machine = ComparisonMachine()
  @ObservationIgnored private var waiting: Task<Void, Never>?
  @ObservationIgnored private var random: RandomSource

  @ObservationIgnored private let player: any NotePlayer
  @ObservationIgnored private let settings: any UserSettings
  @ObservationIgnored private let profile: () -> PerceptualProfile
  @ObservationIgnored private let strategy: (StrategyName) -> any NextComparisonStrategy
  @ObservationIgnored private let resettables: [any Resettable]
  @ObservationIgnored private let firstIndex: Int
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private let now: () -> Date
  @ObservationIgnored private let makeID: () -> UUID
  @ObservationIgnored private let announcer: ComparisonAnnouncer
  @ObservationIgnored private let log = Logger(label: "peach.training.comparison")

  /// - Parameters:
  ///   - profile: the present profile, asked for before each new comparison.
  ///   - strategy: looked up by name for each new comparison.
  ///   - observers: told of each result, in this order: the store first.
  ///   - firstIndex: the number of the first challenge, for a session that goes on with another one's
  ///     count.
  ///   - resettables: cleared by ``reset()``, in this order.
  public init(
    player: any NotePlayer, settings: any UserSettings,
    profile: @escaping () -> PerceptualProfile,
    strategy: @escaping (StrategyName) -> any NextComparisonStrategy = { $0.makeStrategy() },
    observers: [any ComparisonObserver] = [], resettables: [any Resettable] = [],
    firstIndex: Int = 1, clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping () -> Date = { Date() },
    makeID: @escaping () -> UUID = { UUID() },
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.player = player
    self.settings = settings
    self.profile = profile
    self.strategy = strategy
    self.resettables = resettables
    self.firstIndex = firstIndex
    self.clock = clock
    self.now = now
    self.makeID = makeID
    self.random = RandomSource(random)
    self.announcer = ComparisonAnnouncer(observers: observers)
  }

  deinit { waiting?.cancel() }

  /// Follows the training step by step; held weakly.
  public var sessionObserver: (any ComparisonSessionObserver)? {
    get { announcer.sessionObserver }
    set { announcer.sessionObserver = newValue }
  }

  /// Adds an observer after those that there are; held strongly.
  public func addObserver(_ observer: any ComparisonObserver) {
    announcer.observers.append(observer)
  }

  // MARK: Inputs

  /// Starts the training; ignored unless idle. Intervals and tuning stay as they are set now.
  public func start() {
    guard isIdle else { return ignore("start") }
    settings.refresh()
    let run = ComparisonRun(intervals: settings.intervals, tuningSystem: settings.tuningSystem)
    perform(machine.start(run, with: challenge(index: firstIndex, in: run)), for: "start")
  }

  /// Ends the training from any state and forgets the session. The sound fades out; what was not
  /// answered is discarded.
  public func stop() { perform(machine.stop(), for: "stop") }

  /// Answers the challenge, from the second note's first moment on; a note that still sounds is
  /// stopped.
  ///
  /// - Returns: whether the answer counted; `false` where none was asked for.
  @discardableResult
  public func answer(higher: Bool) -> Bool {
    guard machine.acceptsAnswer else {
      ignore("answer")
      return false
    }
    // A note that still sounds stops now, not after the observers, of which one waits for a disk.
    if state == .playingNote2 { player.stopAll() }
    return perform(machine.answer(higher: higher, id: makeID(), date: now()), for: "answer")
  }

  /// Ends the training and clears everything that was handed over to be cleared.
  public func reset() {
    if !isIdle { stop() }
    for resettable in resettables { resettable.reset() }
  }

  // MARK: Acting

  /// Does what the machine decided.
  ///
  /// - Returns: whether there was anything to do.
  @discardableResult
  private func perform(
    _ action: ComparisonMachine.Action?, for input: String, reason: StopReason = .requested
  ) -> Bool {
    guard let action else {
      ignore(input)
      return false
    }
    switch action {
    case .pose(let challenge, let step):
      play(challenge.referenceFrequency, at: AmplitudeDB(0), for: challenge.noteDuration, step)
      announcer.announce(.posed(challenge), .stateChanged(state))
    case .playNote2(let challenge, let step):
      play(challenge.targetFrequency, at: challenge.amplitudeDB, for: challenge.noteDuration, step)
      announcer.announce(.stateChanged(state))
    case .awaitAnswer:
      announcer.announce(.stateChanged(state))
    case .showFeedback(let completed, let step):
      pause(step)
      announcer.announce(.stateChanged(state), .completed(completed))
    case .choose(let run, let index):
      perform(machine.poseNext(challenge(index: index, in: run)), for: "next challenge")
    case .silence:
      wait(nil)
      player.stopAll()
      announcer.announce(.stateChanged(state), .stopped(reason))
    }
    return true
  }

  private func play(
    _ frequency: Frequency, at amplitude: AmplitudeDB, for duration: NoteDuration,
    _ step: Step
  ) {
    wait(
      Task { [weak self, player] in
        do {
          try Task.checkCancellation()
          try await player.play(
            frequency: frequency, duration: duration, velocity: .training, amplitudeDB: amplitude)
          guard let self else { return }
          perform(machine.noteEnded(step), for: "end of a note")
        } catch {
          guard let self else { return }
          perform(
            machine.playbackFailed(step), for: "end of a note", reason: StopReason(error))
        }
      })
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

  private func challenge(index: Int, in run: ComparisonRun) -> PosedComparison {
    settings.refresh()
    let current = TrainingSettings(settings)
    let interval = run.rotation.draw(using: &random)
    let kind = TrainingKind(interval)
    let profile = profile()
    let comparison = strategy(settings.strategy).nextComparison(
      interval: interval, settings: current, profile: profile.discrimination[kind],
      thresholds: profile.thresholds[kind], last: run.last, using: &random)
    let amplitude = LoudnessRoving.amplitude(share: current.varyLoudness, using: &random)
    return PosedComparison(
      index: index, comparison: comparison, tuningSystem: run.tuningSystem,
      referencePitch: current.referencePitch, noteDuration: current.noteDuration,
      amplitudeDB: amplitude)
  }

  private func ignore(_ input: String) {
    log.debug("\(input) does not fit the state \(state.rawValue) and is ignored")
  }
}
