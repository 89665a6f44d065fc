import Console
import Program
import Settings
import Training

/// Waits for the user between the blocks of a plan and in a check of headphones. Main thread.
final class PlanPrompt {
  enum Answer: Equatable {
    case resume
    /// The plan begins anew.
    case anew
    /// The question is heard again.
    case again
    /// The place of one of three sounds, from 1.
    case choice(Int)
    case leave(Ending)
  }

  /// Shows the questions.
  var mode: any OutputMode

  private let services: TrainingServices
  private let stage: TrainingStage?
  private let hands = ScreenControls()
  private var whenAnswered: CheckedContinuation<Answer, Never>?

  /// True if the user chooses one of three sounds, with the keys, lines and controls of
  /// ``OddOneFace``.
  private var isChoosing = false
  private var help = KeyTable.Page.plan

  /// - Parameter stage: of a terminal.
  init(_ services: TrainingServices, on stage: TrainingStage?, showing mode: any OutputMode) {
    (self.services, self.stage, self.mode) = (services, stage, mode)
    hands.onKey = { [weak self] in self?.handle($0) }
    hands.onLevel = { [weak self] in self?.changeLevel(.to($0.decibels)) }
  }

  /// - Parameters:
  ///   - isChoosing: whether the user chooses one of three sounds.
  ///   - help: the page that explains the keys.
  func answer(isChoosing: Bool = false, help: KeyTable.Page = .plan) async -> Answer {
    (self.isChoosing, self.help) = (isChoosing, help)
    let link = services.link
    let onChange = link.onChange
    // A new client has no controls yet.
    link.onChange = { [weak self] in
      onChange?()
      self?.bindControls()
    }
    defer { link.onChange = onChange }
    let answer = await withCheckedContinuation { continuation in
      whenAnswered = continuation
      hands.begin()
      bindControls()
      services.listen { [weak self] in self?.handle($0) }
    }
    hands.release()
    return answer
  }

  func give(_ answer: Answer) {
    guard let whenAnswered else { return }
    self.whenAnswered = nil
    services.keepKeys()
    services.listen(nil)
    whenAnswered.resume(returning: answer)
  }

  private func bindControls() {
    hands.listen(
      on: services.link.player, services.settings.midi,
      for: isChoosing ? TrainingName.oddOne.controls : nil)
  }

  // MARK: Inputs

  private func handle(_ input: InputSource.Input) {
    switch input {
    case .key(let key): handle(key)
    case .line(let line):
      let command = LineCommands.parse(line, for: isChoosing ? .oddOne : .comparison)
      if case .intent(let intent) = command, handle(intent) { return }
      mode.showNotice(.ignored(command: line))
    case .remote(let intent): _ = handle(intent)
    case .endOfInput: give(.leave(.endOfInput))
    case .signal(let number): give(.leave(.signal(number)))
    case .suspend: Task { await suspend() }
    case .resized: mode.redraw()
    case .save: services.save()
    case .heldKey, .overlongLine: break
    }
  }

  /// Returns false if the intent has no meaning here.
  private func handle(_ intent: Intent) -> Bool {
    switch intent {
    case .choose(let place) where isChoosing: give(.choice(place))
    case .again where isChoosing: give(.again)
    case .start: give(.resume)
    case .quit: give(.leave(.quit))
    case .panic: services.link.player?.stopAll()
    default: return false
    }
    return true
  }

  private func handle(_ key: Key) {
    if let stage, stage.cover != nil { return stage.handleInHelp(key) }
    if isChoosing, let intent = OddOneFace().command(for: key), handle(intent) { return }
    switch key {
    case .panic: services.link.player?.stopAll()
    case .escape, .character("q"): give(.leave(.quit))
    case .enter, .character(" "): give(.resume)
    case .character("n"): give(.anew)
    case .character("?"): stage?.showHelp(help)
    default:
      if case .changeLevel(let change) = ScreenAction(everywhere: key) { changeLevel(change) }
    }
  }

  private func changeLevel(_ change: LevelChange) {
    services.settings.changeLevel(change)
    mode.show(.level(services.settings.outputLevel))
  }

  private func suspend() async {
    await services.suspend()
    mode.redraw()
  }
}
