import Charts
import Client
import Console
import History
import Language
import MainThread
import Music
import Program
import Settings
import Training

/// Runs the start screen and all that can be opened from it, until the user ends it. Main thread.
final class StartRun {
  /// The reason why the screens are no longer shown.
  private enum Choice {
    case train(TrainingChoice)
    /// The plan of the day.
    case plan(Plan)
    /// Play for the map of the instrument.
    case map
    /// Show another listener's start screen; `nil` for the usual history.
    case listen(ListenerName?)
    case end(status: Int32)
  }
  private let context: CommandContext
  private let services: TrainingServices
  private let board: any Board
  private let stage: TrainingStage?
  private let editor: SettingEditor
  private let preview: SettingPreview
  private let status: StageStatus
  private let view: StartView
  private let settingsController: SettingsController
  private let screens: StartScreens
  private let launch: ClientLaunch
  private let controls = ScreenControls()
  private let history: StartHistory

  /// The reason why the history cannot be opened; it ends the run.
  private var failure: Fault?

  /// The closing page of the last training, if the user gave an answer in it.
  private var closingPage: (any EndPage)?

  /// The former listener, while the history of the present one may still prove unreadable.
  private var former: ListenerName??

  private var whenChosen: CheckedContinuation<Choice, Never>?

  /// Reads the settings. Throws ``Fault`` and `SettingsError`.
  init(_ context: CommandContext, overrides: [SettingKey: String] = [:]) throws {
    let status = StageStatus(glyphs: context.screenGlyphs)
    let surface = StartSurface(context, status)
    let board = surface.board
    stage = surface.stage
    let view = StartView(status, on: board, isPlain: context.isPlain)
    let services = try TrainingServices(
      context: context, overrides: overrides, style: surface.style, idleMode: view)
    let editor = SettingEditor(context, services.settings, services.link.library)
    let preview = SettingPreview(
      services.link, settings: services.settings, bell: { board.ringBell() })
    let settingsController = SettingsController(
      context, services.link, services.settings, history: { services.history }, editor: editor,
      preview: preview, size: { board.size })
    let pages = StartPages(context, services: services, settingsController: settingsController)
    let screens = StartScreens(
      on: board, status, glyphs: context.screenGlyphs, isPlain: context.isPlain,
      facts: { pages.facts }, make: { pages.make($0) })
    launch = ClientLaunch(services.link)
    history = StartHistory(
      services.history, on: screens, coach: { services.settings.coach },
      isThere: { context.hasHistory },
      onLongWait: { view.show(StartText.reading, code: "historyReading") })
    self.screens = screens
    self.context = context
    self.services = services
    self.board = board
    self.editor = editor
    self.preview = preview
    self.status = status
    self.view = view
    self.settingsController = settingsController
    connect()
  }

  private func connect() {
    preview.onMessage = { [view] in view.show($0, code: "preview") }
    screens.onSilence = { [preview] in preview.end() }
    settingsController.onChange = { [weak self] in self?.draw() }
    settingsController.onSettings = { [weak self] in self?.serverChanged() }
    settingsController.onMessage = { [view] in view.show($0, code: $1) }
    settingsController.onFault = { [view] in view.show($0) }
    settingsController.messages = { [status] in status.messages }
    launch.onFault = { [view] in view.show($0) }
    controls.onKey = { [weak self] in self?.handle($0) }
    controls.onLevel = { [weak self] in _ = self?.perform(.changeLevel(.to($0.decibels))) }
    history.makeFirstRun = { [weak self] in self?.makeFirstRun(before: Self.firstTraining) }
    history.onChange = { [weak self] in self?.historyHasGrown() }
    history.onAction = { [weak self] in self?.follow($0) }
    history.onFault = { [weak self] in self?.historyFailed($0) }
  }

  /// Runs until the user ends it, and returns the exit status. Throws ``Fault`` if the history, or
  /// the client that a session requires, cannot be opened.
  func run() async throws -> Int32 {
    var code: Int32?
    var firstRun = try await prepare()
    if let session = context.session { try await services.open(session) }
    status.onChange = { [weak self] in self?.draw() }
    services.link.onChange = { [weak self] in self?.serverChanged() }
    launch.onChange = { [weak self] in self?.serverChanged() }
    // The history may fail while nothing is shown.
    while code == nil, failure == nil {
      switch await choose(firstRun) {
      case .train(let choice):
        history.last = (choice, Scheduling.date)
        code = await train(kind: choice.kind) { [services] () throws(Fault) in
          try await services.train(choice.training)
        }
        firstRun = nil
      case .plan(let plan):
        code = await train { [services, stage] () throws(Fault) in
          try await PlanRun(plan, services, on: stage).run()
        }
        history.last = services.history.last ?? history.last
        firstRun = nil
      case .map:
        code = await playMap()
        firstRun = nil
      case .listen(let listener): firstRun = await change(to: listener)
      case .end(let status): code = status
      }
    }
    await flush()
    status.close()
    await launch.end()
    await services.close()
    board.close()
    // After a training that ends the run, nothing else shows its closing page.
    for line in closingPage?.lines ?? [] { context.output.writeLine(line) }
    if let failure { throw failure }
    return code ?? 0
  }

  /// The proposal for a user who has never trained.
  private static let firstTraining = TrainingChoice(.comparison, .unison)

  /// Returns the first run if it comes before the start screen. In lines, waits for the history,
  /// and throws ``Fault`` if it cannot be read.
  private func prepare() async throws(Fault) -> FirstRunDriver? {
    // Lines are not written twice.
    if context.isPlain {
      services.openHistory()
      try await services.waitForHistory(.hearing, showing: view)
      await services.history.reachPlan(services.settings.coach)
    }
    history.last = services.history.last
    return history.isFirstRun ? makeFirstRun(before: Self.firstTraining) : nil
  }

  /// Changes to another listener; the client and its connections stay. If that history cannot be
  /// read, returns to the former listener.
  private func change(to listener: ListenerName?) async -> FirstRunDriver? {
    services.keepKeys()
    await flush()
    do throws(Fault) {
      try services.change(to: listener)
      history.change(to: services.history)
      return try await prepare()
    } catch {
      guard let former = takeFormer(after: error) else { return nil }
      return await change(to: former)
    }
  }

  private func makeFirstRun(before training: TrainingChoice) -> FirstRunDriver {
    let driver = FirstRunDriver(before: training, services, editor: editor, status: status)
    driver.onLevel = { [weak self] in self?.serverChanged() }
    driver.onFault = { [view] in view.show($0) }
    driver.onTask = { [view] in view.show($0, code: "task") }
    return driver
  }

  private func choose(_ firstRun: FirstRunDriver?) async -> Choice {
    services.history.refreshAtRest()
    screens.begin(firstRun, last: history.selected, closing: closingPage)
    closingPage = nil
    return await withCheckedContinuation { continuation in
      whenChosen = continuation
      controls.begin()
      services.listen { [weak self] in self?.handle($0) }
      serverChanged()
      draw()
      services.history.onNotice = { [view] in view.showNotice($0) }
      services.showOpeningNotices { view.showNotice($0) }
      // Only now, so that the first frame does not wait.
      launch.begin()
      history.begin()
    }
  }

  private func historyHasGrown() {
    settingsController.historyHasGrown()
    serverChanged()
    draw()
  }

  private func historyFailed(_ fault: Fault) {
    if let listener = takeFormer(after: fault) { return leave(.listen(listener)) }
    leave(.end(status: fault.status.rawValue))
  }

  /// Returns the listener to go back to if a history cannot be read; `nil` if that ends the run.
  private func takeFormer(after fault: Fault) -> ListenerName?? {
    guard let former else {
      failure = fault
      return nil
    }
    self.former = nil
    view.show(fault)
    return .some(former)
  }

  /// Performs an action that has waited for the history.
  private func follow(_ action: ScreenAction) {
    if let choice = perform(action) { begin(choice) }
  }

  /// Begins what a screen has chosen. The first run comes before a first training.
  private func begin(_ choice: Choice) {
    let training: TrainingChoice? =
      switch choice {
      case .train(let training): training
      case .plan: Self.firstTraining
      case .map, .listen, .end: nil
      }
    if let training, history.isFirstRun, !services.hasFoundLevel,
      screens.firstRun == nil, !context.isPlain, status.facts.silence == nil
    {
      let firstRun = makeFirstRun(before: training)
      if case .plan = choice { firstRun.action = .today }
      screens.begin(firstRun, last: training, closing: nil)
      serverChanged()
      draw()
    } else {
      if case .listen = choice { former = .some(services.context.listener) }
      leave(choice)
    }
  }

  // MARK: Inputs

  private func handle(_ input: InputSource.Input) {
    switch input {
    case .key(let key): handle(key)
    // A held key only moves: it must not open or close one screen after the other.
    case .heldKey(.enter), .heldKey(.escape), .heldKey(.character("q")): break
    case .heldKey(let key): handle(key)
    case .resized:
      draw()
      board.redraw()
    case .signal(let number): leave(.end(status: ExitStatus.signalled(by: number)))
    case .suspend: Task { await suspend() }
    case .endOfInput: leave(.end(status: ExitStatus.success.rawValue))
    case .remote(let intent): handle(intent)
    case .save: services.save()
    case .line, .overlongLine: break
    }
    if let reason = context.output.failure {
      context.messages.writeMessage(Fault.output(reason: reason).message)
      leave(.end(status: ExitStatus.inputOutput.rawValue))
    }
  }

  /// Handles a command by Open Sound Control. It can choose a training here, and silence
  /// everything.
  private func handle(_ intent: Intent) {
    if intent == .panic { return silence() }
    guard case .start(let text) = intent else { return }
    if let choice = requestTraining(named: text) { leave(choice) }
  }

  private func handle(_ key: Key) {
    let hadChosen = history.keyHasCome()
    if key == .panic {
      silence()
      guard screens.takesText else { return }
    }
    // Escape only withdraws the action that waits.
    if key == .escape, hadChosen { return draw() }
    if let action = screens.handle(key), let choice = request(action) { return begin(choice) }
    // The first run may be visible again.
    serverChanged()
    draw()
  }

  private func leave(_ choice: Choice) {
    guard let whenChosen else { return }
    // From here on, nothing is drawn.
    self.whenChosen = nil
    history.end()
    controls.release()
    services.listen(nil)
    screens.firstRun?.end()
    whenChosen.resume(returning: choice)
  }

  /// Closes the client and restores the terminal until the process continues (Ctrl-Z), then draws
  /// everything again.
  private func suspend() async {
    await flush()
    screens.firstRun?.cover()
    await launch.end()
    await services.suspend()
    guard whenChosen != nil else { return }
    launch.begin()
    serverChanged()
    draw()
    board.redraw()
  }

  private func draw() {
    if whenChosen != nil { screens.draw() } else { stage?.draw() }
  }

  /// Updates the status after a change of the server, the connections or the settings.
  private func serverChanged() {
    let link = services.link
    status.update { facts in
      facts.update(from: services)
      facts.isServerMissing = launch.isServerMissing && link.client == nil
    }
    // While a training runs, the first run is silent, and the training handles a panic.
    guard whenChosen != nil else { return }
    link.player?.onPanic = { [weak self] in self?.silence() }
    if screens.takesControls {
      controls.listen(on: link.player, services.settings.midi)
    } else {
      controls.release()
    }
    screens.statusChanged()
  }

  /// Ends a preview, a page with a MIDI input, or an output that was tried.
  private func flush() async {
    await screens.flush()
    await preview.flush()
  }

  // MARK: Actions

  /// Performs an action, once the history that it needs is read. Returns the choice if it ends the
  /// screens.
  ///
  /// - Parameter isNamed: true if the user has named the action, not only confirmed the selection.
  private func request(_ action: ScreenAction, isNamed: Bool = false) -> Choice? {
    history.request(action, isNamed: isNamed).flatMap { perform($0) }
  }

  /// Requests a training for Open Sound Control.
  ///
  /// - Parameter text: its name, or `today` for the plan of the day; `nil` for the last training.
  private func requestTraining(named text: String?) -> Choice? {
    if text == Plan.nameOfDay { return request(.today, isNamed: true) }
    var training = history.last?.choice ?? TrainingChoice(.comparison, .unison)
    if let text {
      guard let named = NamedTraining(text) else { return nil }
      training = TrainingChoice(named.name, named.kind ?? .unison)
    }
    return request(.train(training), isNamed: text != nil)
  }

  /// Performs an action. Returns the choice if it ends the screens.
  private func perform(_ action: ScreenAction) -> Choice? {
    switch action {
    case .train(let choice): return .train(choice)
    case .today: return history.plan.map { .plan($0) }
    case .map: return .map
    case .quit: return .end(status: ExitStatus.success.rawValue)
    case .open(.listener) where context.global.data != nil:
      view.show(localized("With --data, everybody has the same history."), code: "listener")
    case .open(let name): screens.open(name)
    case .chooseListener(let listener):
      guard listener == context.listener else { return .listen(listener) }
      screens.goBack()
    case .moveListener(let listener, let name): move(listener, to: name)
    case .hearIntervals(let intervals, let presentation):
      let presentation = presentation ?? services.settings.presentation
      if intervals == [.prime], presentation == .melodic {
        preview.begin(.notes)
      } else {
        preview.begin(.intervals, intervals: intervals, presentation)
      }
    case .changeLevel(let change):
      services.settings.changeLevel(change)
      serverChanged()
      view.showLevel(services.settings.outputLevel)
    }
    return nil
  }

  private func move(_ listener: ListenerName, to name: ListenerName?) {
    do {
      let path = try HistoryLocation.move(
        listener, to: name, environment: context.environment, now: Scheduling.date)
      if name == nil { view.show(localized("Kept as %@.", path), code: "listenerRemoved") }
    } catch {
      view.show(
        Fault.inputOutput(
          localized(
            "The history of %@ keeps its name: %@", listener.text, error.localizedDescription)))
    }
    screens.goBack()
    screens.open(.listener)
  }

  /// Fades out everything that sounds. The notes of the first run begin again with the next key.
  private func silence() {
    preview.end()
    screens.silence()
    services.link.player?.stopAll()
  }

  // MARK: Trainings

  /// Records the notes of the instrument that was played last, on a client of its own. Returns the
  /// exit status if that ends the run.
  private func playMap() async -> Int32? {
    await flush()
    await launch.end()
    await services.closeClient()
    board.close()
    do throws(Fault) {
      let recording = try await MapRecording(
        context, label: nil, orLast: true, referencePitch: services.settings.referencePitch)
      let status = try await TunerRun(
        context, settings: services.settings, library: services.link.library,
        recording: recording, services: services
      ).run()
      return status < ExitStatus.signalled(by: 1) ? nil : status
    } catch .noServer {
      view.show(StartText.noServer, code: "noServer")
    } catch {
      view.show(error)
    }
    return nil
  }

  /// Trains, shows a fault, and returns the exit status if that ends the run.
  ///
  /// - Parameter kind: `nil` for the kinds of a plan.
  private func train(
    kind: TrainingKind? = nil, _ body: () async throws(Fault) -> TrainingEnd
  ) async -> Int32? {
    await flush()
    await launch.end()
    // A client that is about to be open after Ctrl-Z saves the user a key.
    await services.link.openingHasEnded()
    let isFirst = history.isFirstRun
    services.settings.kind = kind
    defer { services.settings.kind = nil }
    status.forgetNotices()
    stage?.forget()
    board.clear()
    do {
      let end = try await body()
      closingPage = stage?.closingPage
      stage?.forget()
      if isFirst, closingPage != nil { screens.asksWhatIsPlayed = true }
      return exitStatus(of: end.ending)
    } catch .noServer {
      services.trainingHasEnded()
      view.show(StartText.noServer, code: "noServer")
    } catch {
      // Otherwise the training that has not begun would still show the messages about the client.
      services.trainingHasEnded()
      view.show(error)
    }
    return nil
  }

  /// Returns `nil` if the screens follow.
  private func exitStatus(of ending: Ending) -> Int32? {
    switch ending {
    case .signal(let number): ExitStatus.signalled(by: number)
    case .error(let fault) where fault == .output(reason: context.output.failure ?? ""):
      fault.status.rawValue
    default: nil
    }
  }
}
