import Console
import Foundation
import OSC
import Settings
import Training

/// What the trainings of a run share: settings, history, the hands, the terminal and the link to the
/// server. Main thread.
final class TrainingServices {
  let context: CommandContext
  let settings: FileUserSettings
  let history: TrainingHistory
  let terminal: Terminal?
  let mode: OutputMode
  let link: ServerLink

  /// Where Open Sound Control comes in, if it is on.
  let remote: RemoteControl?

  /// What shows the client while no training runs, where a training that ends leads back to the start
  /// screen; `nil` where the run ends with it.
  let idleView: (any TrainingView)?

  /// Told of what a change of the configuration has made unusable.
  var onSettingsProblem: ((String) -> Void)?

  var isOpeningTold = false

  /// Whether there are keys or lines on standard input that are meant for Peach: not on a terminal that is
  /// a session manager's.
  private var readsInput: Bool {
    terminal != nil || context.session == nil || isatty(STDIN_FILENO) != 1
  }
  private var hands: InputSource?

  /// The closing of the client, once it has begun.
  private var closing: Task<Void, Never>?

  /// Reads settings and history. Throws ``Fault`` and `SettingsError`.
  ///
  /// - Parameters:
  ///   - mode: how trainings are shown; `nil` for what fits the context.
  ///   - idleView: what shows the client between the trainings of a start screen.
  init(
    context: CommandContext, overrides: [SettingKey: String] = [:],
    mode: OutputMode? = nil, idleView: (any TrainingView)? = nil
  ) throws {
    self.context = context
    let problems = SettingsProblems()
    let overrides = overrides.merging(context.global.settingTexts) { $1 }
    let settings = try FileUserSettings(
      file: context.settingsFile,
      overrides: try SettingsOverrides(context.resolvingSound(in: overrides)),
      onProblem: { problems.report?($0) })
    self.settings = settings
    remote = try context.remoteControl(settings.osc)
    history = try context.openHistory()
    terminal = context.hasTerminalToItself ? context.terminal : nil
    self.idleView = idleView
    self.mode = mode ?? context.mode(isOnTerminal: terminal != nil)
    link = ServerLink(
      global: context.global, settings: settings,
      library: try context.soundFontLibrary(settings.soundFonts),
      outputs: { context.outputTarget(settings) },
      view: idleView ?? self.mode.view(of: .comparison, glyphs: context.glyphs))
    if let session = context.session {
      link.sessionName = session.managed.clientID
      session.onSave = { [weak self] in self?.save() ?? true }
    }
    problems.report = { [weak self] in self?.onSettingsProblem?(Fault($0).message) }
  }

  /// Gives what the user does to whoever listens now; keys are read one by one from the first time on.
  func listen(_ receive: ((InputSource.Input) -> Void)?) {
    remote?.receive = receive.map { receive in { receive(.remote($0)) } }
    guard let hands else {
      guard let receive else { return }
      hands = InputSource(terminal: terminal, readsInput: readsInput, receive: receive)
      terminal?.enterKeyMode()
      return
    }
    hands.receive = receive
  }

  /// Tries to store what could not be stored yet; whether all is in the history, or safe for the next start.
  @discardableResult
  func save() -> Bool { history.retry() }

  /// Stops the process until it is told to go on, with the terminal as it was and without a client.
  func suspend() async {
    guard link.isClosed else { return await link.suspend(on: terminal) }
    terminal?.restore()
    pthread_kill(pthread_self(), SIGSTOP)
    terminal?.enterKeyMode()
  }

  /// A training is over. Where the run ends with it nothing more is told of the server; on the way back
  /// to the start screen the client stays.
  func trainingHasEnded() {
    link.delegate = nil
    guard let idleView else {
      closing = link.close()
      return
    }
    link.view = idleView
    remote?.tellOfRest()
  }

  /// The end of the run: the client is closed, the records are safe, the terminal is as it was.
  func close() async {
    let closing = closing ?? link.close()
    link.view.close()
    terminal?.restore()
    await closing?.value
    history.close()
  }
}
