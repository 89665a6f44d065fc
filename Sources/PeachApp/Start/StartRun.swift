import Charts
import Console
import Music
import OSC
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
  private let desk: SettingsDesk
  private let screens: StartScreens
  private let launch: ClientLaunch

  /// What was chosen before the history was there.
  private let pending: PendingAction

  /// Opens the history beside the screens.
  private var opening: Task<Void, Never>?

  /// Why the history cannot be opened; it ends the run.
  private var failure: Fault?

  /// Whether a key has come since the start.
  private var hasKey = false

  /// What was trained last.
  private var last: TrainingChoice?

  /// What its end has shown, if it came to an answer.
  private var closingPage: ClosingPage?
  private var whenChosen: CheckedContinuation<Choice, Never>?

  /// What ends the display of the screens.
  private enum Choice {
    case train(TrainingChoice)
    case end(status: Int32)
  }

  /// Reads the settings, and the history if the screens are lines, which are not written twice. Throws
  /// ``Fault`` and `SettingsError`.
  init(_ context: CommandContext, overrides: [SettingKey: String] = [:]) throws {
    let status = StageStatus(glyphs: context.screenGlyphs)
    let board: any Board
    let style: OutputStyle
    if context.isPlain {
      let output = context.spokenOutput
      board = LineBoard(output: output)
      stage = nil
      style = .lines(output: output, messages: output, hasKeys: true)
    } else {
      let whole = FullScreenBoard(output: context.output, capabilities: context.capabilities)
      let stage = TrainingStage(
        board: whole, output: context.output, status: status, glyphs: context.screenGlyphs)
      board = whole
      self.stage = stage
      style = .stage(stage)
    }
    let view = StartView(status, on: board, isPlain: context.isPlain)
    let services = try TrainingServices(
      context: context, overrides: overrides,
      history: context.isPlain ? nil : context.laterHistory, style: style, idleMode: view)
    let editor = SettingEditor(context, services: services)
    let preview = SettingPreview(services: services, bell: { board.ringBell() })
    let desk = SettingsDesk(
      context, services: services, editor: editor, preview: preview, size: { board.size })
    let pages = StartPages(context, services: services, desk: desk)
    screens = StartScreens(
      on: board, status, glyphs: context.screenGlyphs, isPlain: context.isPlain,
      facts: { pages.facts }, make: { pages.make($0) })
    launch = ClientLaunch(services.link)
    pending = PendingAction(onLongWait: { [view] in
      view.show(StartText.reading, code: "historyReading")
    })
    self.context = context
    self.services = services
    self.board = board
    self.editor = editor
    self.preview = preview
    self.status = status
    self.view = view
    self.desk = desk
    connect()
  }

  /// Lets the parts tell what happens to them.
  private func connect() {
    preview.onMessage = { [view] in view.show($0, code: "preview") }
    screens.onSilence = { [preview] in preview.end() }
    desk.onChange = { [weak self] in self?.draw() }
    desk.onSettings = { [weak self] in self?.serverChanged() }
    desk.onMessage = { [view] in view.show($0, code: $1) }
    desk.onFault = { [view] in view.show($0) }
    desk.messages = { [status] in status.messages }
    services.history.onExtent = { [weak self] in self?.historyHasGrown() }
  }

  /// Runs until the user ends it, and returns the exit status. Throws ``Fault`` if the client that
  /// a session requires cannot be opened, or the history.
  func run() async throws -> Int32 {
    var code: Int32?
    try await openSession()
    last = services.history.lastChoice
    var firstRun = isFirstRun ? makeFirstRun() : nil
    status.onChange = { [weak self] in self?.draw() }
    services.link.onChange = { [weak self] in self?.serverChanged() }
    launch.onChange = { [weak self] in self?.serverChanged() }
    while code == nil {
      switch await choose(firstRun) {
      case .train(let choice):
        last = choice
        code = await train(choice)
      case .end(let status): code = status
      }
      firstRun = nil
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

  /// Whether nothing was ever trained, as far as is known yet.
  private var isFirstRun: Bool {
    guard services.history.extent != .nothing else { return !context.hasHistory }
    return services.history.counts?.isEmpty == true
  }

  /// A session is open when the client is open, whether or not anything is trained.
  private func openSession() async throws(Fault) {
    guard let session = context.session else { return }
    do {
      try await services.link.launch()
    } catch {
      services.history.close()
      throw error
    }
    session.finishOpening()
  }

  private func makeFirstRun() -> FirstRunDriver {
    let driver = FirstRunDriver(
      services.settings, glyphs: context.screenGlyphs, facts: { [status] in status.facts },
      player: { [link = services.link] in link.stage?.player },
      store: { [editor] level in
        _ = try editor.change(SettingKey.outputLevel.name, to: String(level))
      })
    driver.onLevel = { [weak self] in self?.serverChanged() }
    driver.onFault = { [view] in view.show($0) }
    return driver
  }

  // MARK: Inputs

  private func choose(_ firstRun: FirstRunDriver?) async -> Choice {
    services.history.refresh()
    screens.begin(firstRun, last: last, closing: closingPage)
    closingPage = nil
    return await withCheckedContinuation { continuation in
      whenChosen = continuation
      services.listen { [weak self] in self?.handle($0) }
      serverChanged()
      draw()
      services.history.onNotice = { [view] in view.showNotice($0) }
      services.showOpeningNotices { view.showNotice($0) }
      // Only now: the first frame waits for nothing.
      launch.begin()
      openHistory()
    }
  }

  // MARK: History

  private func openHistory() {
    guard opening == nil, services.history.extent == .nothing else { return }
    opening = Task { [weak self, history = services.history] in
      do throws(Fault) {
        try await history.open()
      } catch {
        self?.failure = error
        self?.leave(.end(status: error.status.rawValue))
      }
    }
  }

  /// More of the history is there: first its records, then what follows from them.
  private func historyHasGrown() {
    guard whenChosen != nil else { return }
    switch services.history.extent {
    case .nothing: break
    case .records: select()
    case .hearing:
      screens.update()
      if let action = pending.take(), let choice = perform(action) { return leave(choice) }
    }
    serverChanged()
    draw()
  }

  /// Selects what was trained last, or begins the first run, unless the user was faster.
  private func select() {
    if let choice = services.history.lastChoice {
      last = choice
      // There was no history, but results in a recovery file.
      if !hasKey, let firstRun = screens.firstRun {
        firstRun.end()
        screens.begin(last: choice, closing: nil)
      }
      // Who presses Enter at once means what was trained last.
      if screens.suggest(choice) { pending.replace(with: .train(choice)) }
    } else if !hasKey, screens.isAtStart, screens.firstRun == nil, isFirstRun {
      screens.begin(makeFirstRun(), last: nil, closing: nil)
    }
  }

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
    case .remote(let command): handle(command)
    case .save: services.save()
    case .line, .overlongLine: break
    }
    if let reason = context.output.failure {
      context.messages.writeMessage(Fault.output(reason: reason).message)
      leave(.end(status: ExitStatus.inputOutput.rawValue))
    }
  }

  /// Open Sound Control can choose a training here. The other commands are for the training itself.
  private func handle(_ command: RemoteCommand) {
    guard case .start(let text) = command else { return }
    var training = last ?? TrainingChoice(.comparison, .unison)
    if let text {
      guard let named = NamedTraining(text) else { return }
      training = TrainingChoice(named.name, named.kind ?? .unison)
    }
    if let choice = request(.train(training), isNamed: text != nil) { leave(choice) }
  }

  private func handle(_ key: Key) {
    hasKey = true
    // What was chosen does not follow if the user does something else.
    if pending.cancel(), key == .escape { return draw() }
    if let action = screens.handle(key), let choice = request(action) { return leave(choice) }
    // The first run may be visible again.
    serverChanged()
    draw()
  }

  /// Returns what ends the display of the screens, if the action does. What needs the history waits for it.
  ///
  /// - Parameter isNamed: whether the user has named the action, and not just confirmed what was selected.
  private func request(_ action: ScreenAction, isNamed: Bool = false) -> Choice? {
    guard action.needsHistory, services.history.extent != .hearing else { return perform(action) }
    pending.keep(action, isNamed: isNamed)
    return nil
  }

  /// Returns what ends the display of the screens, if the action does.
  private func perform(_ action: ScreenAction) -> Choice? {
    switch action {
    case .train(let choice): return .train(choice)
    case .quit: return .end(status: ExitStatus.success.rawValue)
    case .open(let name): screens.open(name)
    case .hearIntervals(let intervals):
      if intervals == [.prime] {
        preview.begin(.notes)
      } else {
        preview.begin(.intervals, intervals: intervals)
      }
    case .changeLevel(let change):
      services.settings.changeLevel(change)
      serverChanged()
      view.showLevel(services.settings.outputLevel)
    }
    return nil
  }

  private func leave(_ choice: Choice) {
    guard let whenChosen else { return }
    // Nothing is drawn from here on.
    self.whenChosen = nil
    pending.cancel()
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
      facts.isServerMissing = launch.isServerMissing && link.stage == nil
    }
    // While a training runs, no note of the first run sounds.
    if whenChosen != nil { screens.statusChanged() }
  }

  /// Ends what the screens have begun: a preview, a page with a MIDI input or an output that was tried.
  private func flush() async {
    await screens.flush()
    await preview.flush()
  }

  // MARK: Training

  /// Trains, and returns the exit status if that ends the run.
  private func train(_ choice: TrainingChoice) async -> Int32? {
    await flush()
    await launch.end()
    // A client that is about to be open after Ctrl-Z saves the user a key.
    await services.link.openingHasEnded()
    status.forgetNotices()
    stage?.forget()
    board.clear()
    services.settings.kind = choice.kind
    defer { services.settings.kind = nil }
    do {
      let end = try await services.train(choice.training)
      closingPage = stage?.closingPage
      stage?.forget()
      switch end.ending {
      case .signal(let number): return ExitStatus.signalled(by: number)
      case .error(let fault) where fault == .output(reason: context.output.failure ?? ""):
        return fault.status.rawValue
      default: return nil
      }
    } catch .noServer {
      services.trainingHasEnded()
      view.show(StartText.noServer, code: "noServer")
      return nil
    } catch {
      // It has not begun, but would go on to show the messages about the client.
      services.trainingHasEnded()
      view.show(error)
      return nil
    }
  }
}
