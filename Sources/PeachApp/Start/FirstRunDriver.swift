import Charts
import Client
import Console
import Language
import MainThread
import Music
import Program
import Settings
import Training

/// Runs ``FirstRun`` as a screen: gives it the time and the keys, plays its notes and stores the
/// level. Main thread.
final class FirstRunDriver: Screen {
  typealias Action = ScreenAction

  /// Called when the level of everything that sounds has changed.
  var onLevel: (() -> Void)?

  /// Called with the reason if a note cannot sound or the level cannot be stored.
  var onFault: ((Fault) -> Void)?

  /// Called with the task if the training follows at once.
  var onTask: ((String) -> Void)?

  /// The action that follows: the first training, or the plan of the day, which begins with it.
  var action: ScreenAction

  private var run: FirstRun
  private let training: TrainingChoice

  /// True if it leads to the start screen. Otherwise leaving it ends Peach.
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
  ///   - hasStart: true if it leads to the start screen.
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
      showsTask: !glyphs.isSpoken || settings.nextTrial != .key,
      from: settings.levelOfRun?.decibels ?? FirstRun.softest)
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  /// Begins or ends the notes, if they can be heard now or no longer.
  func statusChanged() {
    let facts = facts()
    soundChanged(
      to: facts.silence != nil
        ? .none : facts.link.server == .running ? .at(facts.link.outputs) : .unknown)
  }

  /// Ends the notes while another screen is open. ``statusChanged()`` resumes them.
  func cover() {
    _ = input { run, _ in
      run.cover()
      return []
    }
  }

  /// Ends the notes at once. ``statusChanged()`` begins them again.
  func silence() {
    note?.cancel()
    soundChanged(to: .unknown)
  }

  /// Ends the notes. Their level stays until Peach ends.
  func end() {
    waiting?.cancel()
    waiting = nil
    note?.cancel()
  }

  /// Ends the notes of a run that proves not to be the first, and restores the level of the
  /// settings.
  func cancel() {
    end()
    settings.levelOfRun = nil
    onLevel?()
  }

  /// True if the level is found, so that the task is shown.
  var showsTask: Bool { run.step == .task }

  /// The page with the keys of the present step.
  var page: KeyTable.Page {
    showsTask ? .firstTask(hasStart: hasStart) : .firstRun(hasStart: hasStart)
  }

  // MARK: Screen

  func frame(in size: TerminalSize) -> StageFrame? { screen.frame(in: size) }

  /// The lines to read out: no question before it is known if the notes can be heard.
  func spoken(in _: TerminalSize) -> [String] {
    let facts = facts()
    return facts.isServerKnown ? screen.spoken : facts.faults.map(\.sentence)
  }

  func handle(_ key: Key) -> ScreenReply<ScreenAction> {
    if key == .character("?") { return .help }
    // The level that was found can still be changed.
    if showsTask, case .changeLevel(let change) = ScreenAction(everywhere: key) {
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

  /// Gives the run an input, and performs its actions.
  ///
  /// - Returns: the reply to the stack of screens.
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
      if !run.showsTask { onTask?(FirstRunText.task(of: training.training)) }
      return .perform(self.action)
    case .skip: return hasStart ? .back : .perform(self.action)
    case .leave: return .back
    }
    return nil
  }

  /// Plays a note; only the output level sets its loudness.
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
        // Cancelled, or the server is gone, which the status row shows.
      }
    }
  }

  /// Stores the level. If that fails, the level applies until Peach ends.
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
  /// True if a server has answered, or is known to be missing.
  fileprivate var isServerKnown: Bool { link.server != .unasked || isServerMissing }
}

extension FirstRunDriver {
  /// Creates a first run on the client of a run, with its settings.
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

/// Draws the first run on the stage and as lines.
struct FirstRunScreen {
  let run: FirstRun

  /// The training that follows.
  let training: TrainingName

  /// True if it leads to the start screen.
  var hasStart = true

  /// The reason why nothing can be heard; `nil` if something can, or if that is not known yet.
  let silence: LastingFault?
  let glyphs: Glyphs

  func frame(in size: TerminalSize) -> StageFrame {
    let width = min(size.columns, StageFrame.stageColumns)
    return StageFrame(
      title: StyledText(StartText.title),
      body: text.flatMap { $0.columns <= width ? [$0] : $0.wrapped(to: width) }, bodyRows: 4,
      keys: hints, verdict: text.first ?? "")
  }

  private var text: [StyledText] {
    if let silence, run.step == .level { return [StyledText(silence.sentence)] }
    switch run.step {
    case .level:
      return [
        StyledText(glyphs.note, .strong) + "  " + StyledText(question), "",
        keys([
          ("+", localized(context: "key", "louder")), ("-", localized(context: "key", "softer")),
          ("o", localized(context: "key", "another output")),
        ]),
        StyledText("Enter", .strong) + "  " + StyledText(FirstRunText.comfortable),
      ]
    case .task:
      let answers =
        training == .comparison
        ? [
          keys([
            (glyphs.up, localized(context: "key", "higher")),
            (glyphs.down, localized(context: "key", "lower")),
          ])
        ] : []
      return [StyledText(FirstRunText.task(of: training)), ""] + answers
        + [StyledText(FirstRunText.enterStarts)]
    }
  }

  private var hints: [StageFrame.KeyHint] {
    let start = localized(context: "key", "start screen")
    let resume = localized(context: "key", "continue")
    let enter =
      run.step == .task
      ? localized(context: "key", "start") : silence != nil && hasStart ? start : resume
    return [
      StageFrame.KeyHint("Enter", enter),
      StageFrame.KeyHint("o", localized(context: "key", "output")),
      StageFrame.KeyHint("?", localized(context: "key", "help")),
      hasStart ? StageFrame.KeyHint("Esc", start) : StageFrame.KeyHint(localized("Esc end")),
    ]
  }

  private var question: String {
    run.isAskedAgain ? FirstRunText.askedAgain : FirstRunText.question
  }

  private func keys(_ keys: [(key: String, meaning: String)]) -> StyledText {
    keys.reduce(StyledText()) { line, key in
      (line.isEmpty ? line : line + "   ") + StyledText(key.key, .strong)
        + StyledText(" \(key.meaning)")
    }
  }

  private var spokenStart: String {
    training == .comparison ? FirstRunText.spokenAnswers : FirstRunText.enterStarts
  }

  /// The lines that are read out before the notes.
  var spoken: [String] {
    if let silence, run.step == .level {
      return [silence.sentence, localized("Enter shows the start screen.")]
    }
    return switch run.step {
    case .level: [question, FirstRunText.spokenKeys]
    case .task: [FirstRunText.task(of: training), spokenStart]
    }
  }
}

/// The words of the first run.
enum FirstRunText {
  static var question: String { localized("Can you hear this quiet note?") }
  static var comfortable: String { localized("comfortable: continue") }

  /// The question after one of the first notes was called comfortable.
  static var askedAgain: String { localized("It gets louder. Is it comfortable already?") }

  /// The question of the first trial.
  static func task(of training: TrainingName) -> String {
    guard training != .comparison else {
      return localized("Two notes. Is the second higher or lower? The first ones are easy.")
    }
    return training.words.about.first ?? ""
  }

  fileprivate static var enterStarts: String { localized("Enter starts.") }

  static var spokenKeys: String {
    localized("+ louder, - softer, o another output. Enter: comfortable, continue.")
  }

  fileprivate static var spokenAnswers: String {
    localized("Arrow up: higher. Arrow down: lower. Enter starts.")
  }
}
