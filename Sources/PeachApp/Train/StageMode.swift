import Charts
import Client
import Console
import Language
import Program
import Training

/// The terminal during a training and at its end: the scene of the moment, the help on request, and
/// the closing page, with the notices and the status of the run. Main thread.
final class TrainingStage {
  let glyphs: Glyphs
  let status: StageStatus

  /// The title and the progress of the training, shown with the next scene.
  var session = SessionProgress()

  let board: any Board
  private let output: any TextOutput
  private var content: Content?

  private enum Content {
    case scene(TrialScene)
    case closing(any EndPage)
  }

  /// A page over the training that the user has asked for.
  enum Cover {
    case help(HelpPage<Never>)
    case outputs(OutputScreen)
  }

  /// A closing page removes it.
  var cover: Cover? { didSet { draw() } }

  /// The lines that remain on the ordinary screen when the stage is left.
  var remains: [String] = []

  /// - Parameters:
  ///   - output: where lines remain when the stage is left.
  ///   - status: the notices and the status of the run.
  init(board: any Board, output: any TextOutput, status: StageStatus, glyphs: Glyphs) {
    self.board = board
    self.output = output
    self.status = status
    self.glyphs = glyphs
  }

  /// The page that is shown, if a run or a plan has ended.
  var closingPage: (any EndPage)? {
    if case .closing(let page) = content { page } else { nil }
  }

  /// Covers the training with the keys of a page and the last messages.
  func showHelp(_ page: KeyTable.Page) {
    cover = .help(HelpPage(page, messages: status.messages, glyphs: glyphs))
  }

  /// Passes a key to the help, if that is shown.
  func handleInHelp(_ key: Key) {
    guard case .help(var page) = cover else { return }
    cover = page.handle(key) == .back ? nil : .help(page)
  }

  func show(_ scene: TrialScene) {
    content = .scene(scene)
    draw()
  }

  func show(_ page: any EndPage) {
    content = .closing(page)
    cover = nil
  }

  /// Removes an answer that was taken back from the scene.
  func withdraw() {
    if case .scene(let scene) = content { show(scene.withdrawn) }
  }

  func ringBell() { board.ringBell() }

  /// Draws what has changed: the notice, the status, or the size of the terminal.
  func draw() {
    guard let content else { return }
    let size = board.size
    let frame =
      switch cover {
      case .help(let page): page.stage(in: size)
      case .outputs(let screen): screen.stage(in: size)
      case nil:
        switch content {
        case .scene(let scene): scene.frame(of: session, in: size, glyphs: glyphs)
        case .closing(let page): page.frame(in: size, glyphs: glyphs)
        }
      }
    board.show(status.fill(frame))
  }

  /// Draws everything for the present size of the terminal.
  func redraw() {
    draw()
    board.redraw()
  }

  /// Forgets what was shown, which stays on the terminal until something else is shown.
  func forget() {
    (content, session) = (nil, SessionProgress())
    cover = nil
  }

  /// Removes what was shown.
  func clear() {
    forget()
    board.clear()
  }

  /// Restores the terminal, and writes what remains below its former content.
  func close() {
    forget()
    board.close()
    for line in remains { output.writeLine(line) }
    remains = []
  }
}

/// Shows the messages about the client in the rows of notices and status, whatever the stage shows.
final class StatusView: LinkView {
  private let status: StageStatus

  init(_ status: StageStatus) { self.status = status }

  func showNotice(_ notice: Notice) { status.receive(notice) }
  func showFault(_ fault: Fault) { status.receive(fault) }
}

/// A run of training on the stage of a terminal.
final class StageMode: OutputMode {
  private let words: TrainingWords
  private let stage: TrainingStage
  private let ringsBell: () -> Bool
  private let title: () -> String
  private var closing: ClosingPage?
  private var faults: [String] = []

  /// - Parameters:
  ///   - ringsBell: whether a wrong answer rings the terminal's bell, asked at each one.
  ///   - title: the title until the first trial.
  init(
    _ words: TrainingWords, on stage: TrainingStage, title: @escaping () -> String = { "" },
    ringsBell: @escaping () -> Bool
  ) {
    self.words = words
    self.title = title
    self.stage = stage
    self.ringsBell = ringsBell
  }

  func show(_ event: ShownEvent) {
    switch event {
    case .trial(let trial):
      stage.session.explains = trial.question != nil
      closing = nil
      stage.session.title = trial.title
      stage.session.index = trial.place ?? trial.index
      stage.session.count = trial.count
    case .state(let state): show(state)
    case .scene(let scene): stage.show(scene)
    case .verdict(let result):
      if result.isWrong, ringsBell() { stage.ringBell() }
      stage.session.last = result.scene
      stage.session.hasLast = result.hasVerdict
      stage.session.canUndo = result.hasVerdict
      stage.show(result.scene)
    case .withdrawal(let withdrawal, let place):
      stage.session.last = nil
      stage.session.canUndo = false
      if let place { stage.session.index = place }
      if let line = withdrawal.line { stage.status.show(line, code: "withdrawn") }
      stage.withdraw()
    case .discard(let discard):
      if let line = discard.line { stage.status.show(line, code: "discarded") }
    case .summary(_, let page): closing = page
    case .plan(let page):
      stage.remains = page.lines
      stage.show(page)
      stage.draw()
    case .block(let step):
      stage.forget()
      stage.session.title = step.name
      (stage.session.index, stage.session.count) = (step.number, step.plan.blocks.count)
      stage.show(.paused(PausedStage(step.text, hasOwnKeys: true)))
    case .question(let question):
      showTitle()
      stage.show(.paused(PausedStage(question, canGoOn: false, hasOwnKeys: true)))
    case .level(let level): stage.status.showLevel(level.decibels)
    case .help: stage.showHelp(.training(words.keys(stage.glyphs)))
    case .outputs(let outputs): stage.cover = outputs.map { .outputs($0) }
    case .result, .miss: break
    }
  }

  private func show(_ state: ShownState) {
    showTitle()
    if state.phase == .idle {
      // The session is over, and its answers with it.
      stage.session.hasLast = false
      stage.session.last = nil
      stage.session.canUndo = false
    }
    if state.phase == .paused {
      stage.show(.paused(paused(state)))
    } else if let scene = state.scene {
      stage.show(scene)
    }
  }

  private func showTitle() {
    if stage.session.title.isEmpty { stage.session.title = title() }
  }

  /// Before the next trial the last one stays shown.
  private func paused(_ state: ShownState) -> PausedStage {
    switch state.pause {
    case .key: PausedStage("", answered: stage.session.last)
    case .asked, .idleHand, nil: PausedStage(localized("Paused."))
    case .panic: PausedStage(localized("Silenced."))
    case .unconnected:
      PausedStage(localized("Nothing connected; o chooses an output."), isAudible: false)
    case .stalled, .history: PausedStage(state.line ?? "", canGoOn: false)
    }
  }

  func showNotice(_ notice: Notice) {
    stage.status.receive(notice)
    switch notice.code {
    case .waitingForStart:
      stage.show(.paused(PausedStage(localized("Interrupted."), hasOwnKeys: true)))
    case .reconnecting:
      stage.show(.paused(PausedStage(localized("No JACK server; trying again."), canGoOn: false)))
    default: break
    }
  }

  func showFault(_ fault: Fault) {
    stage.status.receive(fault)
    if fault == .freewheeling {
      stage.show(.paused(PausedStage(Notice.sentence(fault.message), canGoOn: false)))
    }
    faults.append("peach: \(fault.message)")
  }

  func showStopped(_ ending: Ending, trials: Int) {
    guard ending != .interrupted else { return }
    stage.remains += (closing?.lines ?? []) + faults
    faults = []
    guard let closing else { return stage.clear() }
    stage.show(closing)
  }

  func handleInHelp(_ key: Key) { stage.handleInHelp(key) }
  var isCovered: Bool { stage.cover != nil }
  func redraw() { stage.redraw() }

  func close() {
    stage.remains += faults
    faults = []
    stage.close()
  }
}
