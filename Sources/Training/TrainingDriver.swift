import Foundation
import Logging
import MainThread
import Music

/// Drives a training: performs the actions of its machine, chooses its trials and notifies its
/// observers. Main thread.
///
/// An audio error ends the training and is reported once. The order of steps never depends on when
/// a task runs: of a list of actions the sound comes first, then the events, in the order of
/// ``TrainingObservers``.
public final class TrainingDriver {
  private(set) var machine: any TrialMachine

  private let sound: TrialSound
  private var timing = AnswerTiming()
  private let stamps: AnswerStamps
  private let observers: TrainingObservers

  private let player: any NotePlayer
  private let listener: (any NoteListener)?
  private let source: TrialSource
  private let firstIndex: Int

  /// The trial that follows when the last result is stored, unless something else happens before.
  private var next: (run: TrialRun, index: Int, step: TrainingStep)?

  /// Measures the storing of the last result.
  private let storing: any TrialTimer
  private var isStalled = false

  /// The version of the drone during the last listening.
  private var heardDrone: Int?

  private let willPose: () -> Void
  private let log: Logger

  /// - Parameters:
  ///   - listener: hears the user's notes, in a training that listens.
  ///   - resultObservers: receive each result before the others, the store first.
  ///   - observers: receive each event; held strongly.
  ///   - runID: the id of the recorded run to which the results belong; `nil` if there is none.
  ///   - place: of the results in a plan, if they belong to one.
  ///   - firstIndex: the number of the first trial, for a session that continues the count of
  ///     another.
  ///   - willPose: called before each trial is chosen.
  public init(
    _ machine: any TrialMachine, player: any NotePlayer, settings: any UserSettings,
    chooser: TrainingChooser,
    listener: (any NoteListener)? = nil, resultObservers: [any ResultObserver] = [],
    observers: [any TrainingObserver] = [],
    runID: UUID? = nil, place: PlanPosition? = nil, firstIndex: Int = 1,
    clock: any TrialClock = ProgramClock(),
    now: @escaping () -> Date = { Scheduling.date }, makeID: @escaping () -> UUID = { UUID() },
    willPose: @escaping () -> Void = {},
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.machine = machine
    log = Logger(label: "peach.training.\(machine.training)")
    self.player = player
    self.listener = listener
    source = TrialSource(chooser, settings, random: random)
    self.observers = TrainingObservers(results: resultObservers, events: observers)
    self.firstIndex = firstIndex
    sound = TrialSound(player: player, clock: clock)
    storing = clock.timer()
    stamps = AnswerStamps(player: player, runID: runID, place: place, now: now, makeID: makeID)
    self.willPose = willPose
    self.observers.onStored = { [weak self] in self?.stored() }
    sound.onDroneFailure = { [weak self] error in
      self.map { $0.act($0.machine.stop(StopReason(error)), on: "failed drone") }
    }
  }

  // MARK: Inputs

  public func start() {
    guard isIdle else { return ignore("start") }
    source.refresh()
    if source.waitsForKey { return wait(.key) }
    let run = source.makeRun()
    sound.beginDrone(source.drone(in: run))
    pose(firstIndex, in: run)
  }

  /// Starts the training as ``start()`` does, but waits before its first trial.
  public func start(paused reason: PauseReason) {
    guard isIdle else { return ignore("start") }
    source.refresh()
    wait(reason)
  }

  private func wait(_ reason: PauseReason) {
    let run = source.makeRun()
    if reason.isAudible { sound.beginDrone(source.drone(in: run)) }
    act(machine.pause(reason, before: firstIndex, in: run), on: "start with a pause")
  }

  public func stop() { act(machine.stop(.requested), on: "stop") }

  /// Stops the training after the feedback for the present trial, and after its replay if there is
  /// one.
  public func stopAfterTrial() {
    if next?.step == machine.step { stop() } else { machine.stopAfterTrial() }
  }

  /// True while a result is being stored or taken back. The end of the training waits for that.
  public var isStoring: Bool { observers.isStoring }

  /// Lets the training wait until ``resume()``; ignored while idle. The unfinished trial is void,
  /// and its number is used again. If the user wants the pause, the sound fades out at once, and
  /// the pause begins when the player does that; if the user has just answered, when the answer is
  /// confirmed.
  public func pause(_ reason: PauseReason) {
    if reason == .panic { sound.pauseDrone() }
    act(machine.pause(reason), on: "pause")
  }

  /// Continues a training that waits; ignored otherwise. A pause that has not begun is called off.
  public func resume() { act(machine.resume(), on: "resume") }

  /// Declares the unfinished trial void and poses it again.
  ///
  /// - Returns: `false` if no trial has sounded, or if it is answered.
  @discardableResult
  public func discard(_ reason: DiscardReason) -> Bool {
    guard timing.hasSounded, let actions = machine.discard(reason) else { return false }
    act(actions, on: "discard")
    return true
  }

  /// Does what the user wants. Returns false if that does not fit the state.
  ///
  /// - Parameters:
  ///   - device: the source of the intent, if that is to be recorded.
  ///   - time: of the input; `nil` for this moment.
  @discardableResult
  public func handle(
    _ intent: Intent, from device: InputDevice? = nil, at time: SoundTime? = nil
  ) -> Bool {
    // The trial has not begun to sound, and will begin anyway.
    if case .again = intent, sound.isBeginning { return true }
    guard let actions = machine.handle(intent, stamp(from: device, at: time)) else {
      ignore("\(intent)")
      return false
    }
    sound.touch()
    if case .again = intent { sound.pauseDrone() }
    act(actions, on: "\(intent)")
    return true
  }

  /// Takes back the last answer as soon as it is stored, while the training continues. Only one
  /// answer can be taken back. Returns false if there is none.
  @discardableResult
  public func undo() -> Bool {
    var undone = machine
    guard !observers.isWithdrawing, let (trial, outcome) = undone.undo() else {
      ignore("undo")
      return false
    }
    var isRefused = false
    observers.withdraw(outcome, of: trial) { [weak self] isWithdrawn in
      isRefused = !isWithdrawn
      if isWithdrawn { self?.forget(outcome) }
    }
    return !isRefused
  }

  /// Removes an answer that was taken back from the machine, unless there is another one meanwhile.
  private func forget(_ outcome: CompletedTrial) {
    var undone = machine
    if undone.undo()?.outcome.id == outcome.id { machine = undone }
  }

  // MARK: Acting

  private func act(_ actions: [TrainingAction]?, on input: String) {
    guard let actions else { return ignore(input) }
    do {
      try perform(actions)
    } catch {
      act(machine.stop(StopReason(error)), on: "error")
    }
  }

  /// Performs the actions in their order, and sends the events after all of them. Rethrows the
  /// errors of the player and the tunable note; the rest of the list is then left out.
  private func perform(_ actions: [TrainingAction]) throws {
    var events: [TrainingEvent] = []
    for action in actions {
      switch action {
      case .prepare: prepare()
      case .play(let passage, let step): play(passage, step)
      case .playDrone(let span, let step):
        sound.playDrone(
          drone, for: .seconds(span.seconds), then: later("end of the drone") { $0.restEnded(step) }
        )
      case .giveSlider(let slider, let value): try sound.tunable?.arm(slider, at: value)
      case .watchHand(let step): watchHand(step)
      case .moveSlider(let value): try sound.moveSlider(to: value)
      case .confirmSound(let step):
        try player.confirmSound(later("confirmed sound") { $0.soundConfirmed(step) })
      case .confirmSilence(let step):
        try player.confirmSound(later("confirmed silence") { $0.silenceConfirmed(step) })
      case .confirmSlider(let step): try confirmSlider(step)
      case .release: sound.release()
      case .listen(let request, let step): listen(request, step)
      case .judge: listener?.commit()
      case .silence:
        listener?.cancel()
        sound.silence()
      case .awaitToneEnd(let step):
        listener?.awaitToneEnd(later("end of the tone") { $0.toneEnded(step) })
      case .rest(let duration, let step):
        sound.rest(duration, then: later("end of feedback") { $0.restEnded(step) })
      case .complete: handle(.skip)
      case .choose(let run, let index):
        guard !observers.isStoring else {
          next = (run, index, machine.step)
          pauseIfStalled()
          break
        }
        invariant(next == nil && !isStalled, "a trial waits only for the store")
        source.refresh()
        pose(index, in: run)
      case .notify(let event):
        switch event {
        case .stopped: sound.endDrone()
        case .result: storing.start(after: .longSave) { [weak self] in self?.storingStalls() }
        default: break
        }
        events.append(event)
      }
    }
    observers.send(events)
  }

  // MARK: Waiting for the store

  private func storingStalls() {
    guard observers.isStoring else { return }
    isStalled = true
    pauseIfStalled()
  }

  /// Pauses if the next trial waits for the last result, which takes long to be stored.
  private func pauseIfStalled() {
    guard isStalled, let next, next.step == machine.step else { return }
    act(machine.pause(.history), on: "slow store")
    self.next?.step = machine.step
  }

  /// Continues with the trial that has waited for the last result.
  private func stored() {
    invariant(!observers.isStoring, "nothing follows before the last result is stored")
    storing.stop()
    isStalled = false
    guard let (run, index, step) = next else { return }
    next = nil
    guard step == machine.step else { return }
    if machine.isPaused {
      act(machine.resume(), on: "stored result")
    } else {
      act([.choose(machine.run ?? run, index: index)], on: "stored result")
    }
  }

  // MARK: Trials

  /// Lets the player prepare, chooses the trial of that number among the notes that the player can
  /// play, and begins it.
  private func pose(_ index: Int, in run: TrialRun) {
    willPose()
    prepare()
    switch source.choose(index, in: run, canSound: player.canSound) {
    case .trial(let trial, let few):
      if let few { observers.send([.fewNotes(few)]) }
      act(machine.pose(trial, in: run), on: "trial")
    case .nothing: end(.audioError(.noUsableNote))
    }
  }

  private func prepare() {
    timing = AnswerTiming()
    player.prepareForTrial()
  }

  /// Ends a training that may not have begun.
  private func end(_ reason: StopReason) {
    if let actions = machine.stop(reason) {
      act(actions, on: "end")
    } else {
      sound.endDrone()
      observers.send([.stopped(reason)])
    }
  }

  /// The notes of the drone for the present trial.
  private var drone: [NoteRequest] { machine.trial?.drone ?? [] }

  private func play(_ passage: Passage, _ step: TrainingStep) {
    let voices = drone
    timing.passageRequested(passage, hasDrone: !voices.isEmpty)
    sound.play(
      passage, beside: voices,
      onPlay: { [weak self] in self?.followSlider(step) },
      onStart: { [weak self] in self?.noteStarted($0, step) },
      onEnd: { [weak self] in self?.noteEnded($0, step, $1) })
  }

  /// Passes each movement of the slider of the tunable note to the machine.
  private func followSlider(_ step: TrainingStep) {
    sound.tunable?.onSliderMove = { [weak self] in
      self?.sound.touch()
      self?.machine.sliderMoved(to: $0, step)
    }
  }

  private func noteStarted(_ note: Int, _ step: TrainingStep) {
    guard step == machine.step else { return }
    timing.noteBegan(note, at: player.eventTime, stamps.now())
    // Not every note begins a state.
    if let actions = machine.noteStarted(note, step) { act(actions, on: "start of a note") }
  }

  private func noteEnded(_ note: Int, _ step: TrainingStep, _ error: (any Error)?) {
    guard step == machine.step else { return }
    if let error { return act(machine.noteFailed(step, StopReason(error)), on: "failed note") }
    // Nor does every note end one.
    if let actions = machine.noteEnded(note, step) { act(actions, on: "end of a note") }
  }

  /// Returns a function that passes a later event to the machine.
  private func later(
    _ name: String, _ input: @escaping (inout any TrialMachine) -> [TrainingAction]?
  ) -> () -> Void {
    { [weak self] in self.map { $0.act(input(&$0.machine), on: name) } }
  }

  private func confirmSlider(_ step: TrainingStep) throws {
    try sound.confirmSlider { [weak self] value in
      self.map { $0.act($0.machine.sliderConfirmed(at: value, step), on: "confirmed pitch") }
    }
  }

  private func listen(_ request: PlayedNoteRules, _ step: TrainingStep) {
    var request = request
    // The input knows the sound of a drone that it has heard in the last trial.
    if let version = sound.droneVersion, version == heardDrone { request.continues = true }
    heardDrone = sound.droneVersion
    timing.listeningBegan(at: player.eventTime ?? player.now, stamps.now())
    listener?.listen(request) { [weak self] in self?.noteHeard($0, beganAt: $1, step) }
  }

  private func noteHeard(
    _ outcome: PlayedNoteOutcome, beganAt time: SoundTime?, _ step: TrainingStep
  ) {
    guard step == machine.step else { return }
    act(machine.noteHeard(outcome, step, stamp(from: nil, at: time)), on: "heard note")
  }

  private func stamp(from device: InputDevice?, at time: SoundTime?) -> Stamp {
    stamps.stamp(machine.trial.map { TrialContext(of: $0) }, timing, from: device, at: time)
  }

  private func watchHand(_ step: TrainingStep) {
    sound.watchHand(.idleHand) { [weak self] in
      guard let self, step == machine.step else { return }
      act(machine.handIdled(step), on: "idle hand")
    }
  }

  private func ignore(_ input: String) {
    log.debug("\(input) does not fit the state \(state.rawValue) and is ignored")
  }
}

/// The state of a session.
extension TrainingDriver {
  public var state: TrialPhase { machine.phase }

  public var isIdle: Bool { run == nil }

  /// The knowledge of the session; `nil` while idle.
  public var run: TrialRun? { machine.run }

  /// True while the training waits for ``resume()``.
  public var isPaused: Bool { machine.isPaused }

  /// True if the user has answered, and the player has not yet confirmed that the sound was
  /// running. The answer counts if it is confirmed before the training stops.
  public var isConfirming: Bool { machine.isConfirming }
}

/// The timing of the answer to a trial, as the driver sees it: the notes of the trial that have
/// sounded, and when. A trial that is posed again begins with a new one.
nonisolated struct AnswerTiming {
  /// True if the first frame of the trial has sounded.
  private(set) var hasSounded = false

  /// The note of the trial's passage that is asked about.
  private var target: Int?

  /// True if that note is the player's.
  private var isListening = false

  /// The moment when that note began, or could begin if it is the player's.
  private var targetStart: (time: SoundTime, date: Date)?

  /// Registers a request for the notes of the trial.
  ///
  /// - Parameter hasDrone: true if something sounds beside all of them.
  mutating func passageRequested(_ passage: Passage, hasDrone: Bool = false) {
    // A note alone has nothing to be compared with.
    if target == nil, hasDrone || passage.notes.count > 1 { target = passage.target }
  }

  /// Registers that the first frame of the note with that index has sounded.
  ///
  /// - Parameter time: the moment of that frame, if known.
  mutating func noteBegan(_ note: Int, at time: SoundTime?, _ date: Date) {
    hasSounded = true
    if note == target, targetStart == nil, !isListening { targetStart = time.map { ($0, date) } }
  }

  /// Registers that the player's note, which is asked about, can be heard from now on.
  mutating func listeningBegan(at time: SoundTime?, _ date: Date) {
    guard !isListening else { return }
    // Of a drone, no note of its own has begun.
    hasSounded = true
    isListening = true
    targetStart = time.map { ($0, date) }
  }

  /// The seconds from the first frame of the note in question to `time`; `nil` if unknown.
  func responseTime(at time: SoundTime, _ date: Date) -> Double? {
    // After half a day the numbers of the frames begin anew.
    guard let targetStart, time.rate == targetStart.time.rate,
      date.timeIntervalSince(targetStart.date) < Self.longestResponse
    else { return nil }
    invariant(hasSounded, "what is answered has sounded")
    let seconds = time.seconds(since: targetStart.time)
    // A period is computed before it sounds: an answer may come in between. A played note may have
    // begun before, when the delay of the input is subtracted.
    let earliest = isListening ? Self.longestLoop : Self.longestPeriod
    return seconds >= -earliest ? max(seconds, 0) : nil
  }

  private static let longestResponse: TimeInterval = 3600

  /// The longest period: 8192 frames at 44.1 kHz.
  private static let longestPeriod = 0.19

  /// The longest delay from the outputs to the input that can be set, and a period.
  private static let longestLoop = 1.19
}

/// Stamps the answers of a session with an id, a date, and how they came about. Main thread.
struct AnswerStamps {
  let player: any NotePlayer

  /// The run of training to which the answers belong, if it is recorded.
  let runID: UUID?

  let place: PlanPosition?

  let now: () -> Date
  let makeID: () -> UUID

  /// Stamps an answer.
  ///
  /// - Parameters:
  ///   - context: the part that the trial knows; `nil` without a trial.
  ///   - device: the origin of the answer, if it is to be recorded.
  ///   - time: the moment of the answer; `nil` for this one.
  func stamp(
    _ context: TrialContext?, _ timing: AnswerTiming, from device: InputDevice?,
    at time: SoundTime?
  ) -> Stamp {
    let (id, date) = (makeID(), now())
    var context = context ?? TrialContext()
    context.soundSource = player.recordedSound
    context.partials = player.partials
    context.responseTime = (time ?? player.now).flatMap { timing.responseTime(at: $0, now()) }
    context.input = device
    context.run = runID
    if let place {
      (context.plan, context.block) = (place.plan, place.block)
      context.participant = place.participation.participant
      context.session = place.participation.session
      context.isPractice = place.isPractice
    }
    return Stamp(id: id, date: date, context: context)
  }
}
