import Console
import Foundation
import OSC
import Settings
import Training

/// What the trainings of a run share: settings, history, input, the terminal and the link to the server.
/// Main thread.
final class TrainingServices {
  let context: CommandContext
  let settings: FileUserSettings
  let history: TrainingHistory
  let terminal: Terminal?
  let style: OutputStyle
  let link: ServerLink

  /// Where Open Sound Control comes in, if it is on.
  let remote: RemoteControl?

  /// What shows the client while no training runs, if a training that ends leads back to the start
  /// screen; `nil` if the run ends with it.
  let idleMode: (any OutputMode)?

  /// Told of what a change of the configuration has made unusable.
  var onSettingsProblem: ((String) -> Void)?

  private var isOpeningTold = false

  /// Whether there are keys or lines on standard input that are meant for Peach: not on a terminal that is
  /// a session manager's.
  private var readsInput: Bool {
    terminal != nil || context.session == nil || isatty(STDIN_FILENO) != 1
  }
  private var input: InputSource?

  /// The closing of the client, once it has begun.
  private var closing: Task<Void, Never>?

  /// Reads settings and history. Throws ``Fault`` and `SettingsError`.
  ///
  /// - Parameters:
  ///   - style: how trainings are shown; `nil` for what fits the context.
  ///   - idleMode: what shows the client between the trainings of a start screen.
  init(
    context: CommandContext, overrides: [SettingKey: String] = [:],
    style: OutputStyle? = nil, idleMode: (any OutputMode)? = nil
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
    self.idleMode = idleMode
    self.style = style ?? context.style(isOnTerminal: terminal != nil)
    link = ServerLink(
      global: context.global, settings: settings,
      library: try context.soundFontLibrary(settings.soundFonts),
      outputs: { context.outputTarget(settings) },
      view: idleMode
        ?? self.style.mode(
          of: .comparison, glyphs: context.glyphs, settings: settings, history: history))
    if let session = context.session {
      link.sessionName = session.managed.clientID
      session.onSave = { [weak self] in self?.save() ?? true }
    }
    problems.report = { [weak self] in self?.onSettingsProblem?(Fault($0).message) }
  }

  /// Where the settings report what is wrong with the file before there is anything to show it.
  private final class SettingsProblems {
    var report: ((SettingsError) -> Void)?
  }

  /// Passes what the user does to `receive` from now on; keys are read one by one from the first call on.
  func listen(_ receive: ((InputSource.Input) -> Void)?) {
    remote?.receive = receive.map { receive in { receive(.remote($0)) } }
    guard let input else {
      guard let receive else { return }
      input = InputSource(terminal: terminal, readsInput: readsInput, receive: receive)
      terminal?.enterKeyMode()
      return
    }
    input.receive = receive
  }

  /// Tries to store what could not be stored yet.
  ///
  /// - Returns: whether everything is in the history, or safe for the next start.
  @discardableResult
  func save() -> Bool { history.retry() }

  /// Stops the process until it is told to go on, with the terminal as it was and without a client.
  func suspend() async {
    guard link.isClosed else { return await link.suspend(on: terminal) }
    terminal?.restore()
    pthread_kill(pthread_self(), SIGSTOP)
    terminal?.enterKeyMode()
  }

  /// A training is over. If the run ends with it, nothing more is told of the server; on the way back to
  /// the start screen the client stays.
  func trainingHasEnded() {
    link.delegate = nil
    guard let idleMode else {
      closing = link.close()
      return
    }
    link.view = idleMode
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

  // MARK: Training

  /// Trains until there is a reason to end. Throws ``Fault`` if there is no server to begin with.
  func train(
    _ training: TrainingName, trialLimit: Int? = nil,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) async throws(Fault) -> TrainingEnd {
    try await train(
      Trainings.face(of: training, glyphs: context.glyphs), trialLimit: trialLimit, random: random)
  }

  /// What shows a run of that training, to a session's manager, too.
  func mode(of training: TrainingName) -> any OutputMode {
    let mode = style.mode(
      of: training, glyphs: context.glyphs, settings: settings, history: history)
    return context.session.map { NSMView(mode, session: $0, of: training) } ?? mode
  }

  private func train(
    _ face: some TrainingFace, trialLimit: Int?, random: any RandomNumberGenerator
  ) async throws(Fault) -> TrainingEnd {
    try await TrainingRun(face, with: self, trialLimit: trialLimit, random: random).run()
  }

  /// What is to be told once, when there is somebody to tell: that there is no session, and where Peach
  /// listens for Open Sound Control.
  func takeOpeningNotices() -> [Notice] {
    guard !isOpeningTold else { return [] }
    isOpeningTold = true
    let remote = remote.map { Notice.oscListening(address: $0.address.description) }
    return [context.sessionNotice, remote].compactMap { $0 }
  }
}
