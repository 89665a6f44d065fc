import Client
import Console
import Foundation
import History
import Music
import OSC
import Program
import Settings
import Training

/// The services that the trainings of a run share: settings, history, input, the terminal and the
/// connection to the server. Main thread.
final class TrainingServices {
  let context: CommandContext
  let settings: FileUserSettings

  let soundOffer = SoundOffer()
  private(set) var history: TrainingHistory
  let terminal: Terminal?
  let style: OutputStyle
  let link: ServerLink

  let feedback: ControllerFeedback

  /// Receives Open Sound Control; `nil` if that is off.
  let remote: RemoteControl?

  /// Shows messages about the client while no training runs, if the start screen follows a
  /// training; `nil` if the run ends with the training.
  let idleMode: (any LinkView)?

  /// True if a training waits for another server if its own one is lost. In the session of a
  /// manager, without a terminal, the training ends instead, and the user begins the next one.
  var waitsForServer: Bool { idleMode == nil || terminal != nil }

  /// Called with the reason if the rest of the history cannot be read after a training has begun;
  /// at once if that has happened already and was not reported.
  var onHistoryFault: ((Fault) -> Void)? {
    didSet { if let onHistoryFault, let fault = takeHistoryFault() { onHistoryFault(fault) } }
  }
  private var historyFault: Fault?

  /// Called with the reason if a change of the configuration made it unusable.
  var onSettingsProblem: ((String) -> Void)?

  var practice = PracticeTimer()

  /// True if the user has found the level of a first run.
  var hasFoundLevel = false

  /// Keeps the sound of played notes; `nil` if the user has not asked for that.
  var keptAudio: KeptAudio?

  /// True if the client stays open after a training, because another one follows.
  var keepsClient = false

  private var hasShownOpeningNotices = false

  /// True if Peach should read keys or lines from standard input. It should not if standard input
  /// is the terminal of a session manager.
  private var readsInput: Bool {
    terminal != nil || context.session == nil || !context.surroundings.isTerminal(STDIN_FILENO)
  }
  private var input: InputSource?

  /// The opening of the history, once it has begun.
  private var openingHistory: Task<Fault?, Never>?

  /// The closing of the client, once it has begun.
  private var closing: Task<Void, Never>?

  /// Reads the settings. The history is opened by ``openHistory(for:)``. Throws ``Fault`` and
  /// `SettingsError`.
  ///
  /// - Parameters:
  ///   - defaultIntervals: those of a run if nobody has set any; not empty.
  ///   - first: the training whose mode shows messages about the client before the first run.
  ///   - style: of the modes; `nil` for the style that fits the context.
  ///   - idleMode: shows messages about the client between the trainings of a start screen.
  init(
    context: CommandContext, overrides: [SettingKey: String] = [:],
    defaultIntervals: [DirectedInterval] = [.prime], first: TrainingName = .comparison,
    style: OutputStyle? = nil, idleMode: (any LinkView)? = nil
  ) throws {
    self.context = context
    let problems = SettingsProblems()
    let overrides = overrides.merging(context.global.settingTexts) { $1 }
    let settings = try FileUserSettings(
      file: context.settingsFile,
      overrides: try SettingsOverrides(context.resolvingSound(in: overrides)),
      defaultIntervals: defaultIntervals,
      onProblem: { problems.report?($0) })
    self.settings = settings
    remote = try context.remoteControl(settings.osc)
    let history = context.trainingHistory
    history.reportsEveryChange = context.global.json
    self.history = history
    terminal = context.hasTerminalToItself ? context.terminal : nil
    settings.attendance = terminal == nil ? .script : context.isPlain ? .speech : .screen
    self.idleMode = idleMode
    self.style = style ?? context.style(isOnTerminal: terminal != nil)
    link = ServerLink(
      global: context.global, settings: settings,
      library: try context.soundFontLibrary(settings.soundFonts),
      outputs: { context.outputTarget(settings) },
      view: idleMode
        ?? self.style.mode(
          of: first, glyphs: context.screenGlyphs, settings: settings, history: history),
      environment: context.environment, lockMemory: context.lockMemory)
    feedback = ControllerFeedback(
      settings: { settings.midi }, port: { [weak link] in link?.client?.engine })
    link.controllers = { context.controllerInputs(settings) }
    link.hasTrigger = { settings.hasTrigger }
    link.keptInput = { settings.keepsInput ? context.inputTarget(settings) : nil }
    link.onControllers = { [weak feedback] in feedback?.controllersChanged() }
    // Sounding notes follow each change of the level.
    settings.onLevelChange = { [weak link] in link?.player?.updateLevel() }
    if let session = context.session {
      link.sessionName = session.managed.clientID
      session.onSave = { [weak self] in self?.save(then: $0) }
    }
    problems.report = { [weak self] in self?.onSettingsProblem?(Fault($0).message) }
  }

  /// Holds the handler for errors in the settings file until the handler can be set.
  private final class SettingsProblems {
    var report: ((SettingsError) -> Void)?
  }

  /// Passes the user's input to `receive` from now on; `nil` for nothing. The first call begins to
  /// read keys one at a time.
  func listen(_ receive: ((InputSource.Input) -> Void)?) {
    remote?.receive = receive.map { receive in { receive(.remote($0)) } }
    guard let input else {
      guard let receive else { return }
      let input = InputSource(
        terminal: terminal, from: context.input, readsInput: readsInput, receive: receive)
      input.keepsLines = keepsLines
      self.input = input
      terminal?.enterKeyMode()
      return
    }
    input.receive = receive
  }

  /// Keeps keys for the next receiver, whose page is shown already.
  func keepKeys() { input?.keepsKeys = true }

  /// True while lines are kept for later.
  var keepsLines = false { didSet { input?.keepsLines = keepsLines } }

  /// True if the user's input is read already, so that a signal does not end the process by itself.
  var readsAlready: Bool { input != nil }

  /// Begins to open the history.
  ///
  /// - Parameter training: the first training, whose part of the history is read first; `nil` if it
  ///   is not known.
  func openHistory(for training: TrainingName? = nil) {
    let need = training.flatMap {
      HearingNeed(
        $0, intervals: settings.intervals, presentation: settings.presentation,
        strategy: settings.strategy)
    }
    openingHistory = Task { [weak self, history] () async -> Fault? in
      do throws(Fault) {
        try await history.open(for: need)
        return nil
      } catch {
        // The training has begun, and does not wait for the history.
        if history.extent == .training { self?.historyFailed(error) }
        return error
      }
    }
  }

  private func historyFailed(_ fault: Fault) {
    if let onHistoryFault { onHistoryFault(fault) } else { historyFault = fault }
  }

  /// Returns the fault of the history that was not reported, once.
  func takeHistoryFault() -> Fault? {
    defer { historyFault = nil }
    return historyFault
  }

  /// Changes to another listener, whose history has yet to be opened, and closes the former
  /// history. Throws ``Fault``; nothing has changed then.
  func change(to listener: ListenerName?) throws(Fault) {
    try context.choose(listener)
    history.close()
    history = context.trainingHistory
    history.reportsEveryChange = context.global.json
    openingHistory = nil
  }

  /// Waits until that much of the history is there. A user at a terminal is notified if that takes
  /// long. Throws ``Fault`` if the history cannot be opened, or if its rest could not be read and
  /// that was not reported.
  func waitForHistory(
    _ extent: TrainingHistory.Extent, showing view: any LinkView
  ) async throws(Fault) {
    guard let openingHistory else { return }
    if history.extent < extent {
      let wait = LongWait { [terminal] in
        if terminal != nil { view.showNotice(.historyReading) }
      }
      wait.begin()
      await history.reach(extent)
      wait.end()
    }
    if let fault = takeHistoryFault() { throw fault }
    guard history.extent < extent else { return }
    if let fault = await openingHistory.value { throw fault }
  }

  /// Opens the client, if there is none yet, and waits until the history is open. Throws ``Fault``
  /// if the history cannot be opened, or if there is no server.
  ///
  /// - Parameter mode: shows the reason for a wait.
  /// - Returns: the signal that has ended the run meanwhile; `nil` if none has.
  func launch(showing mode: any OutputMode) async throws(Fault) -> Int32? {
    var signal: Int32?
    // Lines wait for the training. Before the first receiver a signal ends the process by itself.
    if terminal != nil, readsAlready {
      // Opening a client can take as long as a large font does.
      listen { [weak self] input in
        switch input {
        case .signal(let number):
          signal = signal ?? number
          _ = self?.link.close()
        case .resized: mode.redraw()
        case .save: self?.save()
        default: break
        }
      }
    }
    do {
      try await openClient(showing: mode)
    } catch {
      listen(nil)
      throw error
    }
    // `ready` describes the present. The client may have been opened long before.
    await link.askForOutputs()
    return signal
  }

  /// Opens the client. A fault of the history comes before one of the server.
  private func openClient(showing mode: any OutputMode) async throws(Fault) {
    do {
      if link.isClosed { try await link.launch() }
    } catch {
      try await waitForHistory(.records, showing: mode)
      throw error
    }
    do {
      try await waitForHistory(.records, showing: mode)
    } catch {
      await link.close()?.value
      throw error
    }
  }

  /// Opens the client, with which the session of a manager is open. Throws ``Fault`` if that is
  /// impossible; the history is closed then.
  func open(_ session: NSMSession) async throws(Fault) {
    do {
      try await waitForHistory(.records, showing: link.view)
      try await link.launch()
    } catch {
      history.close()
      throw error
    }
    session.finishOpening()
  }

  /// Tries to store the remaining results.
  ///
  /// - Parameter done: called with whether every result is in the history.
  func save(then done: @escaping (Bool) -> Void = { _ in }) { history.retry(then: done) }

  /// Restores the terminal, closes the client, and stops the process until it is continued.
  func suspend() async {
    guard link.isClosed else { return await link.suspend(on: terminal) }
    guard JobControl.canStop else { return link.view.showNotice(.cannotStop) }
    link.view.close()
    terminal?.restore()
    JobControl.stop(on: terminal)
    terminal?.enterKeyMode()
  }

  /// Closes the client after a training, without further reports about the server. If the start
  /// screen or another training follows, the client stays open.
  func trainingHasEnded() {
    link.delegate = nil
    guard !keepsClient else { return }
    guard let idleMode else {
      closing = link.close()
      return
    }
    link.view = idleMode
    remote?.sendIdle()
  }

  /// Closes the client, and returns when it is closed, so that another one can be opened.
  func closeClient() async {
    await (closing ?? link.close())?.value
    closing = nil
  }

  /// Ends the run: closes the client, saves the records and restores the terminal.
  func close() async {
    let closing = closing ?? link.close()
    link.view.close()
    terminal?.restore()
    await closing?.value
    keptAudio?.onNotice = { [context] in context.notify($0) }
    await keptAudio?.finish()
    history.close()
  }

  // MARK: Training

  /// Trains until there is a reason to end. Throws ``Fault`` if there is no server at the start.
  func train(
    _ training: TrainingName, trialLimit: Int? = nil, seed: UInt64? = nil, step: PlanStep? = nil
  ) async throws(Fault) -> TrainingEnd {
    // The former client gives up its name only when it is closed.
    await closing?.value
    closing = nil
    return try await TrainingRun(
      training, with: self, trialLimit: trialLimit, seed: seed, step: step
    ).run()
  }

  /// Returns a mode for a run of this training, which also informs a session manager.
  func mode(of training: TrainingName) -> any OutputMode {
    let mode = style.mode(
      of: training, glyphs: context.screenGlyphs, settings: settings, history: history)
    return context.session.map { NSMView(mode, session: $0, of: training) } ?? mode
  }

  /// Shows, once, the listener, a missing session, faults in a settings file of the site, and the
  /// address for Open Sound Control. Call it as soon as there is a view that can show them.
  func showOpeningNotices(_ show: (Notice) -> Void) {
    guard !hasShownOpeningNotices else { return }
    hasShownOpeningNotices = true
    let remote = remote.map { Notice.oscListening(address: $0.address.description) }
    // The start screen and JSON show the listener themselves.
    if let listener = context.listener, !context.global.json, idleMode == nil || terminal == nil {
      show(.listener(listener.text))
    }
    for notice in [context.sessionNotice].compactMap({ $0 }) + settings.siteNotices { show(notice) }
    if let remote { show(remote) }
  }
}

extension StatusFacts {
  /// Updates the facts about the client and the settings.
  mutating func update(from services: TrainingServices) {
    let (link, settings) = (services.link, services.settings)
    self.link = link.status
    if let client = link.client {
      endLoading(of: client.player.soundingSource)
      sound = client.player.soundingSource.name(in: link.library)
    } else {
      sound = settings.soundSource.name(in: nil)
    }
    referencePitch = settings.referencePitch.hertz
    level = settings.outputLevel.decibels
    keepsAudio = services.keptAudio != nil
  }
}
