import Charts
import Client
import Console
import MainThread
import Music
import Program
import Settings
import Training

/// The first run in place of the start screen: gives ``FirstRun`` its time and its keys, plays its notes and
/// stores the level that was found. Main thread.
final class FirstRunDriver: Screen {
  typealias Action = ScreenAction

  /// Called when the level of everything that sounds has changed.
  var onLevel: (() -> Void)?

  /// Called with the reason if a note cannot sound or the level cannot be stored.
  var onFault: ((Fault) -> Void)?

  /// Called with the task if the training follows at once.
  var onTask: ((String) -> Void)?

  /// What begins when the level is found: the first training, or the plan of the day, which begins with it.
  var action: ScreenAction

  private var run: FirstRun
  private let training: TrainingChoice

  /// Whether the start screen is what it can be left for. Otherwise the run ends with the training.
  private let hasStart: Bool
  private let settings: FileUserSettings
  private let glyphs: Glyphs
  private let facts: () -> StatusFacts
  private let player: () -> (any NotePlayer)?
  private let store: (Int) throws -> Void

  /// The time since the beginning.
  private let now: () -> Duration

  /// Sleeps until a time since the beginning.
  private let sleep: @MainActor (Duration) async throws -> Void

  private var waiting: Task<Void, Never>?
  private var note: Task<Void, Never>?

  /// - Parameters:
  ///   - training: the first one.
  ///   - hasStart: whether the start screen is what it can be left for.
  ///   - facts: what is so of the server and the connections.
  ///   - player: plays the notes; `nil` without a client.
  ///   - store: stores an output level, in dB, as a setting.
  init(
    before training: TrainingChoice, hasStart: Bool = true, _ settings: FileUserSettings,
    glyphs: Glyphs, facts: @escaping () -> StatusFacts, player: @escaping () -> (any NotePlayer)?,
    store: @escaping (Int) throws -> Void,
    clock: some Clock<Duration> = ProgramClock()
  ) {
    self.training = training
    action = .train(training)
    self.hasStart = hasStart
    self.settings = settings
    self.glyphs = glyphs
    self.facts = facts
    self.player = player
    self.store = store
    run = FirstRun(
      tellsTask: !glyphs.isSpoken || settings.nextTrial != .key,
      from: settings.levelOfRun?.decibels ?? FirstRun.softest)
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  /// Lets the notes begin if they can be heard now, or ends them if they cannot any more.
  func statusChanged() {
    let facts = facts()
    soundChanged(
      to: facts.silence != nil
        ? .none : facts.link.server == .running ? .at(facts.link.outputs) : .unknown)
  }

  /// Ends the notes while another screen is open. ``statusChanged()`` lets them go on.
  func cover() {
    _ = input { run, _ in
      run.cover()
      return []
    }
  }

  /// Ends the notes at once. ``statusChanged()`` lets them begin again.
  func silence() {
    note?.cancel()
    soundChanged(to: .unknown)
  }

  /// Ends the notes. The level that they have reached stays until Peach ends.
  func end() {
    waiting?.cancel()
    waiting = nil
    note?.cancel()
  }

  /// Ends the notes of a run that is not the first one: the level is that of the settings.
  func cancel() {
    end()
    settings.levelOfRun = nil
    onLevel?()
  }

  /// Whether the level is found, and the task is told.
  var isTold: Bool { run.step == .task }

  /// The page with the keys that mean something now.
  var page: KeyTable.Page {
    isTold ? .firstTask(hasStart: hasStart) : .firstRun(hasStart: hasStart)
  }

  // MARK: Screen

  func frame(in size: TerminalSize) -> StageFrame? { screen.frame(in: size) }

  /// Nothing is asked before it is known whether the notes can be heard.
  func spoken(in _: TerminalSize) -> [String] {
    let facts = facts()
    return facts.isServerKnown ? screen.spoken : facts.faults.map(\.sentence)
  }

  func handle(_ key: Key) -> ScreenReply<ScreenAction> {
    if key == .character("?") { return .help }
    // The level that was found can still be changed.
    if isTold, case .changeLevel(let change) = ScreenAction(everywhere: key) {
      keep(change.level(from: settings.outputLevel).decibels)
      return .perform(.changeLevel(.by(0)))
    }
    return input { $0.handle(key, at: $1) }
  }

  private var screen: FirstRunScreen {
    FirstRunScreen(
      run: run, training: training.training, hasStart: hasStart, silence: facts().silence,
      glyphs: glyphs)
  }

  // MARK: Inputs and actions

  private func soundChanged(to sound: FirstRun.Sound) {
    _ = input { $0.soundChanged(to: sound, at: $1) }
  }

  /// Gives the run an input, and does what it asks for.
  ///
  /// - Returns: what only the stack of screens or the program can do.
  private func input(
    _ input: (inout FirstRun, Duration) -> [FirstRun.Action]
  ) -> ScreenReply<ScreenAction> {
    let actions = input(&run, now())
    waitForNextNote()
    return actions.reduce(.stay) { reply, action in perform(action) ?? reply }
  }

  private func waitForNextNote() {
    waiting?.cancel()
    waiting = nil
    guard let next = run.nextNote else { return }
    waiting = Task { [weak self, sleep] in
      guard (try? await sleep(next)) != nil else { return }
      _ = self?.input { $0.tick(at: $1) }
    }
  }

  private func perform(_ action: FirstRun.Action) -> ScreenReply<ScreenAction>? {
    switch action {
    case .play(let level): play(at: level)
    case .keep(let level): keep(level)
    case .chooseOutput: return .perform(.open(.output))
    case .train:
      if !run.tellsTask { onTask?(FirstRunText.task(of: training.training)) }
      return .perform(self.action)
    case .skip: return hasStart ? .back : .perform(self.action)
    case .leave: return .back
    }
    return nil
  }

  /// Plays a note; the output level alone says how loud it is.
  private func play(at level: Double) {
    setLevel(level)
    guard let player = player() else { return }
    let pitch = settings.referencePitch
    note?.cancel()
    note = Task { [weak self] in
      do {
        try await player.play(
          frequency: pitch, duration: NoteDuration(seconds: FirstRun.noteSeconds),
          velocity: .training, amplitudeDB: AmplitudeDB(0))
      } catch let error as AudioError where error != .engineUnavailable {
        self?.onFault?(Fault(error))
      } catch {
        // Cancelled, or the server is gone, which the status row says.
      }
    }
  }

  /// Stores the level that was found. If that is not possible, it applies until Peach ends.
  private func keep(_ level: Double) {
    do {
      try store(Int(level.rounded()))
      settings.levelOfRun = nil
      onLevel?()
    } catch {
      setLevel(level)
      onFault?(Fault(any: error))
    }
  }

  private func setLevel(_ level: Double) {
    settings.changeLevel(.to(level))
    onLevel?()
  }
}

extension StatusFacts {
  /// Whether a server has answered, or is known to be missing.
  fileprivate var isServerKnown: Bool { link.server != .unasked || isServerMissing }
}

extension FirstRunDriver {
  /// On the client of a run, with its settings.
  convenience init(
    before training: TrainingChoice, hasStart: Bool = true, _ services: TrainingServices,
    editor: SettingEditor, status: StageStatus
  ) {
    self.init(
      before: training, hasStart: hasStart, services.settings,
      glyphs: services.context.screenGlyphs, facts: { status.facts },
      player: { [link = services.link] in link.client?.player },
      store: { level in
        services.hasFoundLevel = true
        _ = try editor.change(SettingKey.outputLevel.name, to: String(level))
      })
  }
}
