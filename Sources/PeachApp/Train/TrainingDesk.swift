import Console
import Foundation
import OSC
import Settings
import Training

/// What the trainings of a run share: settings, history, the hands, the terminal and the link to the
/// server. Main thread.
final class TrainingDesk {
  let surroundings: Surroundings
  let settings: FileUserSettings
  let history: TrainingHistory
  let terminal: Terminal?
  let seat: TrainingSeat
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
    terminal != nil || surroundings.session == nil || isatty(STDIN_FILENO) != 1
  }
  private var hands: Hands?

  /// The closing of the client, once it has begun.
  private var closing: Task<Void, Never>?

  /// Reads settings and history. Throws ``Fault`` and `SettingsError`.
  ///
  /// - Parameters:
  ///   - seat: how trainings are shown; `nil` for what fits the surroundings.
  ///   - idleView: what shows the client between the trainings of a start screen.
  init(
    surroundings: Surroundings, overrides: [SettingKey: String] = [:],
    seat: TrainingSeat? = nil, idleView: (any TrainingView)? = nil
  ) throws {
    self.surroundings = surroundings
    let problems = SettingsProblems()
    let overrides = overrides.merging(surroundings.global.settingTexts) { $1 }
    let settings = try FileUserSettings(
      file: surroundings.settingsFile,
      overrides: try SettingsOverrides(surroundings.resolvingSound(in: overrides)),
      onProblem: { problems.report?($0) })
    self.settings = settings
    remote = try surroundings.remoteControl(settings.osc)
    history = try surroundings.openHistory()
    terminal = surroundings.hasTerminalToItself ? surroundings.terminal : nil
    self.idleView = idleView
    self.seat = seat ?? surroundings.seat(isOnTerminal: terminal != nil)
    link = ServerLink(
      global: surroundings.global, settings: settings,
      library: try surroundings.soundFontLibrary(settings.soundFonts),
      outputs: { surroundings.outputTarget(settings) },
      view: idleView ?? self.seat.view(of: .comparison, glyphs: surroundings.glyphs))
    if let session = surroundings.session {
      link.sessionName = session.managed.clientID
      session.onSave = { [weak self] in self?.save() ?? true }
    }
    problems.report = { [weak self] in self?.onSettingsProblem?(Fault($0).message) }
  }

  /// Gives what the user does to whoever listens now; keys are read one by one from the first time on.
  func listen(_ receive: ((Hands.Input) -> Void)?) {
    remote?.receive = receive.map { receive in { receive(.remote($0)) } }
    guard let hands else {
      guard let receive else { return }
      hands = Hands(terminal: terminal, readsInput: readsInput, receive: receive)
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
