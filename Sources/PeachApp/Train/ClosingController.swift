import Charts
import Client
import Console
import Program

/// The choice of the user on the closing page of a run that is only a training.
enum ClosingChoice: Hashable {
  case again, leave
  case signal(Int32)
}

/// The closing page of a run that is only a training, and the pages over it. Main thread.
///
/// The client of the training is closed. The page of the outputs has a client of its own.
final class ClosingController {
  private let services: TrainingServices
  private let stage: TrainingStage
  private let preview: SettingPreview
  private let editor: SettingEditor
  private var whenChosen: CheckedContinuation<ClosingChoice, Never>?

  /// The page of the outputs, while it is open, and the former view of the link.
  private var outputs: (chooser: OutputChooser, view: any LinkView)?

  /// Ends when the page of the outputs is open.
  private var opening: Task<Void, Never>?

  /// Ends when everything that the page of the outputs has opened is closed.
  private var leaving: Task<Void, Never>?

  init(_ services: TrainingServices, on stage: TrainingStage) {
    self.services = services
    self.stage = stage
    preview = SettingPreview(services.link, settings: services.settings)
    editor = SettingEditor(services.context, services.settings, services.link.library)
    preview.onMessage = { [status = stage.status] in status.receive(.portChosen($0)) }
  }

  /// Waits for the choice of the user.
  func choice() async -> ClosingChoice {
    // The closures hold this weakly.
    defer { withExtendedLifetime(self) {} }
    let choice = await withCheckedContinuation { continuation in
      whenChosen = continuation
      services.listen { [weak self] in self?.handle($0) }
    }
    await leaveOutputs()
    return choice
  }

  private func leave(_ choice: ClosingChoice) {
    guard let continuation = whenChosen else { return }
    whenChosen = nil
    services.listen(nil)
    continuation.resume(returning: choice)
  }

  private func handle(_ input: InputSource.Input) {
    switch input {
    case .key(let key): handle(key)
    case .heldKey(let key): handleHeld(key)
    case .endOfInput: leave(.leave)
    case .signal(let number): leave(.signal(number))
    case .resized: stage.redraw()
    case .suspend: Task { await suspend() }
    case .save: services.save()
    case .remote(.panic): silence()
    case .line, .overlongLine, .remote: break
    }
  }

  private func handle(_ key: Key) {
    if key == .panic { return silence() }
    if let outputs { return handle(key, in: outputs.chooser) }
    if stage.cover != nil { return stage.handleInHelp(key) }
    switch stage.closingPage?.choice(of: key) {
    case .train: leave(.again)
    case .leave: leave(.leave)
    case nil where key == .character("?"): stage.showHelp(.closingAlone)
    case .profile, .settings, nil: ScreenAction(everywhere: key).map { perform($0) }
    }
  }

  /// Fades out everything that sounds.
  private func silence() {
    preview.end()
    services.link.player?.stopAll()
  }

  /// Handles the repetition of a held key, which scrolls and changes the level only.
  private func handleHeld(_ key: Key) {
    if outputs != nil || stage.cover != nil {
      if [.up, .down].contains(key) { handle(key) }
    } else if case .changeLevel(let change) = ScreenAction(everywhere: key) {
      perform(.changeLevel(change))
    }
  }

  private func perform(_ action: ScreenAction) {
    switch action {
    case .changeLevel(let change):
      services.settings.changeLevel(change)
      stage.status.update { $0.update(from: services) }
      stage.status.showLevel(services.settings.outputLevel.decibels)
    case .open(.output): openOutputs()
    case .open, .train, .today, .map, .hearIntervals, .chooseListener, .moveListener, .quit:
      break
    }
  }

  /// Suspends the process, and shows the page again afterwards.
  private func suspend() async {
    let page = stage.closingPage
    await leaveOutputs()
    // The user may have left the page meanwhile.
    guard whenChosen != nil else { return }
    // A client that is still being closed would be suspended with the process.
    await services.closeClient()
    guard whenChosen != nil else { return }
    await services.suspend()
    if let page { stage.show(page) }
  }

  // MARK: The output

  /// Opens the page of the outputs. The new client gets its name when the former one is closed.
  private func openOutputs() {
    guard opening == nil else { return }
    opening = Task { [weak self] in
      await self?.leaving?.value
      await self?.services.closeClient()
      self?.showNewOutputs()
      self?.opening = nil
    }
  }

  private func showNewOutputs() {
    guard whenChosen != nil, outputs == nil else { return }
    let status = stage.status
    let chooser = OutputChooser(
      services.context, services.link, services.settings, editor: editor, preview: preview)
    chooser.onMessage = { status.receive(.portChosen($0)) }
    chooser.onFault = { status.receive($0) }
    chooser.onChange = { [weak self] in self?.showOutputs() }
    outputs = (chooser, services.link.view)
    services.link.view = StatusView(status)
    showOutputs()
    chooser.begin()
  }

  private func handle(_ key: Key, in chooser: OutputChooser) {
    switch chooser.handle(key) {
    case .back: closeOutputs()
    case .stay, .perform, .help: showOutputs()
    }
  }

  private func showOutputs() {
    if let outputs { stage.cover = .outputs(outputs.chooser.screen) }
  }

  private func closeOutputs() {
    guard let (chooser, view) = outputs else { return }
    outputs = nil
    stage.cover = nil
    chooser.close()
    leaving = Task { [services, preview] in
      await chooser.closingHasEnded()
      await preview.flush()
      await services.closeClient()
      services.link.view = view
    }
  }

  /// Undoes connections that were tried and not chosen, and closes the client.
  private func leaveOutputs() async {
    await opening?.value
    closeOutputs()
    await leaving?.value
  }
}

/// The end of a run, between the training and the start screen.
struct ClosingScreen: Screen {
  private let page: any EndPage
  private let glyphs: Glyphs

  init(_ page: any EndPage, glyphs: Glyphs) {
    self.page = page
    self.glyphs = glyphs
  }

  func frame(in size: TerminalSize) -> StageFrame? { page.frame(in: size, glyphs: glyphs) }

  func spoken(in _: TerminalSize) -> [String] { page.lines }

  func handle(_ key: Key) -> ScreenReply<ScreenAction> {
    switch page.choice(of: key) {
    case .train(let choice): .perform(.train(choice))
    case .profile: .perform(.open(.profile))
    case .settings: .perform(.open(.settings))
    case .leave: .back
    case nil where key == .character("?"): .help
    case nil: ScreenAction(everywhere: key).map { ScreenReply.perform($0) } ?? .stay
    }
  }
}
