import Charts
import Console
import Program
import Training

/// Runs the first run, and the screens that it opens, before a training of the command line. Main
/// thread.
final class FirstRunController {
  private let services: TrainingServices
  private let stage: TrainingStage
  private let settingsController: SettingsController
  private let editor: SettingEditor
  private let screens: StartScreens
  private var whenEnded: CheckedContinuation<TrainingEnd?, Never>?

  init(_ services: TrainingServices, on stage: TrainingStage) {
    let (context, status, board) = (services.context, stage.status, stage.board)
    self.services = services
    self.stage = stage
    editor = SettingEditor(context, services.settings, services.link.library)
    let preview = SettingPreview(services.link, settings: services.settings)
    let settingsController = SettingsController(
      context, services.link, services.settings, history: { services.history }, editor: editor,
      preview: preview, size: { board.size })
    let pages = StartPages(context, services: services, settingsController: settingsController)
    let screens = StartScreens(
      on: board, status, glyphs: context.screenGlyphs, isPlain: false, facts: { pages.facts },
      make: { pages.make($0) })
    self.settingsController = settingsController
    self.screens = screens
    preview.onMessage = { status.show(Notice.sentence($0), code: "preview") }
    screens.onSilence = { preview.end() }
    settingsController.onMessage = { status.show(Notice.sentence($0), code: $1) }
    settingsController.onFault = { status.receive($0) }
    settingsController.messages = { status.messages }
  }

  /// Returns `nil` when the training can begin, or its end if the user has left. Throws ``Fault``
  /// if there is no server, or if the history cannot be opened.
  ///
  /// Returns at once for a user who has trained before, or if nothing can be heard.
  func run(before training: TrainingName) async throws(Fault) -> TrainingEnd? {
    try await services.waitForHistory(.records, showing: services.link.view)
    guard services.terminal != nil, services.history.counts?.isEmpty == true else { return nil }
    if services.link.isClosed { try await services.link.launch() }
    let link = services.link
    await link.askForOutputs()
    updateStatus()
    // The training itself reports the reason for the silence.
    guard stage.status.facts.silence == nil else { return nil }
    let (view, onLink, onStatus) = (link.view, link.onChange, stage.status.onChange)
    link.view = StatusView(stage.status)
    link.onChange = { [weak self] in self?.statusChanged() }
    stage.status.onChange = { [weak self] in self?.screens.draw() }
    let end = await withCheckedContinuation { continuation in
      whenEnded = continuation
      begin(TrainingChoice(training, of: services.settings.intervals))
    }
    await settingsController.flush()
    (link.view, link.onChange, stage.status.onChange) = (view, onLink, onStatus)
    stage.board.clear()
    return end
  }

  private func begin(_ training: TrainingChoice) {
    let firstRun = FirstRunDriver(
      before: training, hasStart: false, services, editor: editor, status: stage.status)
    firstRun.onLevel = { [weak self] in self?.updateStatus() }
    firstRun.onFault = { [status = stage.status] in status.receive($0) }
    screens.onFirstRunLeft = { [weak self] in self?.end(.quit) }
    settingsController.onChange = { [weak self] in self?.screens.draw() }
    settingsController.onSettings = { [weak self] in self?.statusChanged() }
    services.link.player?.onPanic = { [weak self] in self?.silence() }
    screens.begin(firstRun, last: training, closing: nil)
    services.listen { [weak self] in self?.handle($0) }
    statusChanged()
    screens.draw()
  }

  /// - Parameter ending: `nil` if the training begins.
  private func end(_ ending: Ending?) {
    guard let whenEnded else { return }
    self.whenEnded = nil
    services.listen(nil)
    screens.firstRun?.end()
    whenEnded.resume(returning: ending.map { TrainingEnd($0) })
  }

  private func updateStatus() { stage.status.update { $0.update(from: services) } }

  private func statusChanged() {
    updateStatus()
    if whenEnded != nil { screens.statusChanged() }
  }

  // MARK: Inputs

  private func handle(_ input: InputSource.Input) {
    switch input {
    case .key(let key): handle(key)
    // A held key must not open or close one page after the other.
    case .heldKey(.enter), .heldKey(.escape), .heldKey(.character("q")): break
    case .heldKey(let key): handle(key)
    case .resized:
      screens.draw()
      stage.board.redraw()
    case .signal(let number): end(.signal(number))
    case .endOfInput: end(.endOfInput)
    case .suspend: Task { await suspend() }
    case .save: services.save()
    case .remote(.panic): silence()
    case .remote(.start): end(nil)
    case .line, .overlongLine, .remote: break
    }
  }

  private func handle(_ key: Key) {
    if key == .panic { return silence() }
    if let action = screens.handle(key) { perform(action) }
    guard whenEnded != nil else { return }
    statusChanged()
    screens.draw()
  }

  private func perform(_ action: ScreenAction) {
    switch action {
    case .train: end(nil)
    case .open(.output): screens.open(.output)
    case .changeLevel(let change):
      services.settings.changeLevel(change)
      updateStatus()
      stage.status.showLevel(services.settings.outputLevel.decibels)
    case .today, .map, .open, .hearIntervals, .chooseListener, .moveListener, .quit: break
    }
  }

  /// Fades out all sound. The notes resume with the next key.
  private func silence() {
    screens.silence()
    services.link.player?.stopAll()
  }

  private func suspend() async {
    await settingsController.flush()
    screens.firstRun?.cover()
    await services.suspend()
    guard whenEnded != nil else { return }
    statusChanged()
    screens.draw()
    stage.board.redraw()
  }
}
