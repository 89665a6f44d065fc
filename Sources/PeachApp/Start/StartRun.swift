import Charts
import Console
import Foundation
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
  private lazy var desk = makeDesk()
  private let status: StageStatus
  private let launch: ClientLaunch

  /// The screens, from the first to the visible one.
  private var screens: [any Screen<ScreenAction>] = []

  /// The first run, as long as it is in place of the start screen.
  private var firstRun: FirstRunDriver?
  private var note: Task<Void, Never>?

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

  /// Reads settings and history. Throws ``Fault`` and `SettingsError`.
  init(_ context: CommandContext, overrides: [SettingKey: String] = [:]) throws {
    self.context = context
    status = StageStatus(glyphs: context.glyphs)
    let style: OutputStyle
    if context.isPlain {
      board = LineBoard(output: context.output)
      stage = nil
      style = .lines(
        output: context.output, messages: context.output, hasKeys: true)
    } else {
      let board = FullScreenBoard(output: context.output, capabilities: context.capabilities)
      let stage = TrainingStage(
        board: board, output: context.output, status: status, glyphs: context.glyphs)
      self.board = board
      self.stage = stage
      style = .stage(stage)
    }
    services = try TrainingServices(
      context: context, overrides: overrides, style: style,
      idleMode: StartView(status, on: board, isPlain: context.isPlain))
    editor = SettingEditor(context, services: services)
    preview = SettingPreview(services: services, bell: { [board] in board.ringBell() })
    launch = ClientLaunch(services.link)
    preview.onMessage = { [weak self] in self?.tell($0, code: "preview") }
  }

  /// Runs until the user ends it, and returns the exit status. Throws ``Fault`` if the client that
  /// a session requires cannot be opened.
  func run() async throws -> Int32 {
    var code: Int32?
    try await openSession()
    last = services.history.lastChoice
    if services.history.counts?.isEmpty == true {
      firstRun = FirstRunDriver { [weak self] in self?.perform($0) }
    }
    status.onChange = { [weak self] in self?.draw() }
    services.link.onChange = { [weak self] in self?.serverChanged() }
    launch.onChange = { [weak self] in self?.serverChanged() }
    while code == nil {
      switch await choose() {
      case .train(let choice):
        last = choice
        code = await train(choice)
      case .end(let status): code = status
      }
    }
    endFirstRun()
    await flush()
    status.close()
    await launch.end()
    await services.close()
    board.close()
    return code ?? 0
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

  // MARK: Inputs

  private func choose() async -> Choice {
    services.history.refresh()
    screens = [StartScreen(facts, glyphs: context.glyphs, chosen: last)]
    if let page = closingPage { screens.append(ClosingScreen(page, glyphs: context.glyphs)) }
    closingPage = nil
    return await withCheckedContinuation { continuation in
      whenChosen = continuation
      services.listen { [weak self] in self?.handle($0) }
      serverChanged()
      draw()
      services.history.onNotice = { [weak self] in self?.tell($0) }
      services.showOpeningNotices { tell($0) }
      // Only now: the first frame waits for nothing.
      launch.begin()
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
    guard let text else {
      return leave(.train(last ?? TrainingChoice(.comparison, .unison)))
    }
    guard let named = NamedTraining(text) else { return }
    leave(.train(TrainingChoice(named.name, named.kind ?? .unison)))
  }

  private func handle(_ key: Key) {
    // Below another screen, such as the help, the first run waits.
    if let firstRun, screens.count == 1 {
      if key == .character("?") {
        open(help(.firstRun, notes: StartText.about))
      } else {
        firstRun.handle(key)
      }
      return draw()
    }
    guard var screen = screens.popLast() else { return }
    let reply = screen.handle(key)
    screens.append(screen)
    switch reply {
    // The settings let a change be heard.
    case .stay: if !(screen is SettingsDesk) { preview.end() }
    case .back: goBack()
    case .help: if let page = KeyTable.Page(of: screen) { open(help(page)) }
    case .perform(let action): if let choice = perform(action) { return leave(choice) }
    }
    draw()
  }

  /// Returns what ends the display of the screens, if the action does.
  private func perform(_ action: ScreenAction) -> Choice? {
    switch action {
    case .train(let choice): return .train(choice)
    case .quit: return .end(status: ExitStatus.success.rawValue)
    case .open(let name): open(make(name))
    case .hearIntervals(let intervals):
      if intervals == [.prime] {
        preview.begin(.notes)
      } else {
        preview.begin(.intervals, intervals: intervals)
      }
    case .changeLevel(let change): changeLevel(change)
    }
    return nil
  }

  private func leave(_ choice: Choice) {
    guard let whenChosen else { return }
    // Nothing is drawn from here on.
    self.whenChosen = nil
    services.listen(nil)
    endFirstRun()
    whenChosen.resume(returning: choice)
  }

  /// Ctrl-Z: closes the client and restores the terminal until the process continues. Back in the
  /// foreground, everything is drawn again.
  private func suspend() async {
    await flush()
    firstRun?.soundChanged(false)
    await launch.end()
    await services.suspend()
    guard whenChosen != nil else { return }
    launch.begin()
    serverChanged()
    draw()
    board.redraw()
  }

  // MARK: Screens

  private func open(_ screen: any Screen<ScreenAction>) {
    firstRun?.soundChanged(false)
    screens.append(screen)
  }

  /// Back to the screen before. The first one shows what has changed meanwhile.
  private func goBack() {
    preview.end()
    guard screens.count > 1 else { return }
    screens.removeLast()
    guard screens.count == 1 else { return }
    if var start = screens[0] as? StartScreen {
      start.update(facts)
      screens[0] = start
    }
    serverChanged()
  }

  private func make(_ name: ScreenName) -> any Screen<ScreenAction> {
    switch name {
    case .profile:
      ProfileScreen(
        profile: profile, days: days, glyphs: context.glyphs,
        others: { ScreenAction(everywhere: $0) })
    case .settings: settings(at: nil)
    case .output: settings(at: .output)
    case .info:
      TextScreen(
        context.infoFacts(serverAnswers: services.link.stage != nil).text.lines + [""]
          + StartText.about)
    }
  }

  private func help(_ page: KeyTable.Page, notes: [String] = []) -> HelpPage<ScreenAction> {
    HelpPage(page, notes: notes, messages: status.messages, glyphs: context.glyphs)
  }

  private var facts: StartFacts {
    let settings = services.settings
    return StartFacts(
      profile, intervals: settings.intervals(of: .interval), glyphs: context.glyphs
    ) { training in
      TrainingPace(
        trials: settings.sessionTrials(of: training) ?? 0,
        seconds: services.history.pace(of: training)
          ?? TrainingPace.assumedSeconds(
            of: training, noteDuration: settings.noteDuration.seconds))
    }
  }

  private var profile: ProfileSnapshot {
    ProfileSnapshot(services.history.hearing, noteRange: services.settings.noteRange)
  }

  private var days: ProfileDays {
    ProfileDays(services.history.hearing)
  }

  private func firstRunScreen(_ driver: FirstRunDriver) -> FirstRunScreen {
    FirstRunScreen(run: driver.run, silence: status.facts.silence, glyphs: context.glyphs)
  }

  private func draw() {
    guard whenChosen != nil, let screen = screens.last else {
      stage?.draw()
      return
    }
    let firstRun = screens.count == 1 ? self.firstRun.map(firstRunScreen) : nil
    if context.isPlain {
      let lines = firstRun?.spoken ?? screen.spoken(in: board.size)
      board.show(screens.count == 1 ? lines + [status.facts.spoken] : lines)
    } else if let frame = firstRun?.frame(in: board.size) ?? screen.frame(in: board.size) {
      board.show(status.fill(frame))
    } else {
      board.show(screen.lines(in: board.size))
    }
  }

  // MARK: Status

  /// The server or the connections have changed, or something that the status row shows.
  private func serverChanged() {
    let link = services.link
    status.update { facts in
      services.update(&facts)
      facts.isServerMissing = launch.isServerMissing && link.stage == nil
    }
    // While something else is open, or a training runs, no note of the first run sounds.
    guard whenChosen != nil, screens.count == 1 else { return }
    firstRun?.soundChanged(link.status.server == .running && status.facts.silence == nil)
  }

  private func tell(_ notice: Notice) {
    if context.isPlain { board.print(notice.message) } else { status.receive(notice) }
  }

  private func tell(_ fault: Fault) {
    if context.isPlain {
      board.print(fault.message)
    } else {
      status.show(Notice.sentence(fault.message), code: Notice.Code(fault.code))
    }
  }

  private func tell(_ text: String, code: Notice.Code) {
    if context.isPlain { board.print(text) } else { status.show(Notice.sentence(text), code: code) }
  }

  // MARK: First run

  private func perform(_ action: FirstRun.Action) {
    switch action {
    case .play(let level): play(at: level)
    case .keep(let level): keep(level)
    case .chooseOutput: open(make(.output))
    case .train: leave(.train(TrainingChoice(.comparison, .unison)))
    case .leave: endFirstRun()
    }
    draw()
  }

  private func endFirstRun() {
    guard let firstRun else { return }
    firstRun.end()
    note?.cancel()
    self.firstRun = nil
    // A level that nobody called comfortable counts no more.
    if firstRun.run.step == .level { services.settings.levelOfRun = nil }
    serverChanged()
  }

  /// Plays a note of the first run; it says itself how loud.
  private func play(at level: Double) {
    setLevel(.to(level))
    guard let player = services.link.stage?.player else { return }
    let pitch = services.settings.referencePitch
    note?.cancel()
    note = Task { [weak self] in
      do {
        try await player.play(
          frequency: pitch, duration: NoteDuration(seconds: FirstRun.noteSeconds),
          velocity: .training, amplitudeDB: AmplitudeDB(0))
      } catch let error as AudioError where error != .engineUnavailable {
        self?.tell(Fault(error))
      } catch {
        // Cancelled, or the server is gone, which the status row says.
      }
    }
  }

  /// Stores the level that was found. If that is not possible, it counts until Peach ends.
  private func keep(_ level: Double) {
    do {
      _ = try editor.change("outputLevel", to: String(Int(level.rounded())))
      services.settings.levelOfRun = nil
      serverChanged()
    } catch {
      setLevel(.to(level))
      tell(Fault(any: error))
    }
  }

  // MARK: Level

  private func changeLevel(_ change: LevelChange) {
    setLevel(change)
    if !context.isPlain { status.showLevel(services.settings.outputLevel.decibels) }
  }

  /// The level until Peach ends, as far as there is one like it.
  private func setLevel(_ change: LevelChange) {
    services.settings.levelOfRun = change.level(from: services.settings.outputLevel)
    serverChanged()
  }

  // MARK: Settings

  private func settings(at page: SettingsPage?) -> SettingsDesk {
    desk.open(page)
    return desk
  }

  private func makeDesk() -> SettingsDesk {
    let desk = SettingsDesk(
      context, services: services, editor: editor, preview: preview, size: { [board] in board.size }
    )
    desk.onChange = { [weak self] in self?.draw() }
    desk.onSettings = { [weak self] in self?.serverChanged() }
    desk.onMessage = { [weak self] in self?.tell($0, code: $1) }
    desk.onFault = { [weak self] in self?.tell($0) }
    desk.messages = { [status] in status.messages }
    return desk
  }

  /// Ends what the screens have begun: a preview, a page with a MIDI input or an output that was tried.
  private func flush() async {
    if screens.contains(where: { $0 is SettingsDesk }) { await desk.flush() }
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
      tell(StartText.noServer, code: "noServer")
      return nil
    } catch {
      tell(error)
      return nil
    }
  }
}

extension String {
  fileprivate var lines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
