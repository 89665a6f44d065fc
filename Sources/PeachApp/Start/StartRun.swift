import Charts
import Client
import Console
import History
import MainThread
import Music
import Program
import Settings
import Training

/// The start screen and everything that can be opened from it, until the user ends it. Main thread.
final class StartRun {
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
  private let hands = ScreenControls()
  private let history: StartHistory
  private let actions: StartActions

  /// Why the history cannot be opened; it ends the run.
  private var failure: Fault?

  /// What the end of the last training has shown, if it came to an answer.
  private var closingPage: (any EndPage)?

  /// Who was listening before, while this listener's history may still turn out to be unreadable.
  private var former: ListenerName??

  private var whenChosen: CheckedContinuation<StartChoice, Never>?

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
    let history = StartHistory(
      services.history, on: screens, coach: { services.settings.coach },
      isThere: { context.hasHistory },
      onLongWait: { view.show(StartText.reading, code: "historyReading") })
    let actions = StartActions(services, on: screens, history, preview: preview, view: view)
    self.actions = actions
    self.history = history
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

  /// Lets the parts tell what happens to them.
  private func connect() {
    preview.onMessage = { [view] in view.show($0, code: "preview") }
    screens.onSilence = { [preview] in preview.end() }
    settingsController.onChange = { [weak self] in self?.draw() }
    settingsController.onSettings = { [weak self] in self?.serverChanged() }
    settingsController.onMessage = { [view] in view.show($0, code: $1) }
    settingsController.onFault = { [view] in view.show($0) }
    settingsController.messages = { [status] in status.messages }
    launch.onFault = { [view] in view.show($0) }
    hands.onKey = { [weak self] in self?.handle($0) }
    hands.onLevel = { [weak self] in _ = self?.actions.perform(.changeLevel(.to($0.decibels))) }
    actions.onLevel = { [weak self] in self?.serverChanged() }
    history.makeFirstRun = { [weak self] in self?.makeFirstRun(before: Self.firstTraining) }
    history.onChange = { [weak self] in self?.historyHasGrown() }
    history.onAction = { [weak self] in self?.follow($0) }
    history.onFault = { [weak self] in self?.historyFailed($0) }
  }

  /// Runs until the user ends it, and returns the exit status. Throws ``Fault`` if the client that
  /// a session requires cannot be opened, or the history.
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
        code = await train { await $0.train(choice) }
        firstRun = nil
      case .plan(let plan):
        code = await train { await $0.run(plan) }
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
    // A training that ends the run has no other place for its closing page.
    for line in closingPage?.lines ?? [] { context.output.writeLine(line) }
    if let failure { throw failure }
    return code ?? 0
  }

  /// What Peach proposes to those who have never trained.
  static let firstTraining = TrainingChoice(.comparison, .unison)

  /// Finds out what the start screen begins with, and returns the first run if that comes before it. Throws ``Fault``
  /// if lines are written and the history cannot be read.
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

  /// Another listener's screens follow; the client and its connections stay. If that history cannot be read, those
  /// of the former listener do.
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

  private func choose(_ firstRun: FirstRunDriver?) async -> StartChoice {
    services.history.refreshAtRest()
    screens.begin(firstRun, last: history.selected, closing: closingPage)
    closingPage = nil
    return await withCheckedContinuation { continuation in
      whenChosen = continuation
      hands.begin()
      services.listen { [weak self] in self?.handle($0) }
      serverChanged()
      draw()
      services.history.onNotice = { [view] in view.showNotice($0) }
      services.showOpeningNotices { view.showNotice($0) }
      // Only now: the first frame waits for nothing.
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

  /// Who listens again if a history cannot be read; `nil` if that ends the run.
  private func takeFormer(after fault: Fault) -> ListenerName?? {
    guard let former else {
      failure = fault
      return nil
    }
    self.former = nil
    view.show(fault)
    return .some(former)
  }

  /// Does what has waited for the history.
  private func follow(_ action: ScreenAction) {
    if let choice = actions.perform(action) { begin(choice) }
  }

  /// Does what was chosen on a screen. Before a first training the level is found, whichever it is.
  private func begin(_ choice: StartChoice) {
    if let training = choice.firstTraining, history.isFirstRun, !services.hasFoundLevel,
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
    // A key that is held moves on, and neither opens nor closes one screen after the other.
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

  /// Open Sound Control can choose a training here, and silence everything. The other commands are for the
  /// training itself.
  private func handle(_ intent: Intent) {
    if intent == .panic { return actions.silence() }
    guard case .start(let text) = intent else { return }
    if let choice = actions.requestTraining(named: text) { leave(choice) }
  }

  private func handle(_ key: Key) {
    let hadChosen = history.keyHasCome()
    if key == .panic {
      actions.silence()
      guard screens.takesText else { return }
    }
    // What was chosen does not follow if the user does something else.
    if key == .escape, hadChosen { return draw() }
    if let action = screens.handle(key), let choice = actions.request(action) {
      return begin(choice)
    }
    // The first run may be visible again.
    serverChanged()
    draw()
  }

  private func leave(_ choice: StartChoice) {
    guard let whenChosen else { return }
    // Nothing is drawn from here on.
    self.whenChosen = nil
    history.end()
    hands.release()
    services.listen(nil)
    screens.firstRun?.end()
    whenChosen.resume(returning: choice)
  }

  /// Ctrl-Z: closes the client and restores the terminal until the process continues. Back in the
  /// foreground, everything is drawn again.
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

  /// The server or the connections have changed, or something that the status row shows.
  private func serverChanged() {
    let link = services.link
    status.update { facts in
      facts.update(from: services)
      facts.isServerMissing = launch.isServerMissing && link.client == nil
    }
    // While a training runs, no note of the first run sounds, and a panic is the training's.
    guard whenChosen != nil else { return }
    link.player?.onPanic = { [weak actions] in actions?.silence() }
    if screens.takesHands {
      hands.listen(on: link.player, services.settings.midi)
    } else {
      hands.release()
    }
    screens.statusChanged()
  }

  /// Ends what the screens have begun: a preview, a page with a MIDI input, or an output that was tried.
  private func flush() async {
    await screens.flush()
    await preview.flush()
  }

  /// Records the notes of the instrument that was played last, on a client of its own. Returns the exit status if that
  /// ends the run.
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

  /// Trains, and returns the exit status if that ends the run.
  private func train(_ body: (StartTraining) async -> StartTraining.Outcome) async -> Int32? {
    await flush()
    await launch.end()
    // A client that is about to be open after Ctrl-Z saves the user a key.
    await services.link.openingHasEnded()
    let isFirst = history.isFirstRun
    let outcome = await body(
      StartTraining(services: services, board: board, stage: stage, status: status, view: view))
    closingPage = outcome.page
    if isFirst, outcome.page != nil { screens.asksWhatIsPlayed = true }
    return outcome.status
  }
}
