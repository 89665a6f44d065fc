import Client
import Console
import Foundation
import MainThread
import Music
import Program
import Realtime
import Settings
import Training

/// A run that a session manager has started, without a user at a terminal. It stays connected to
/// the server from beginning to end, and trains when a pad, a key of a keyboard, Open Sound Control
/// or a line requests it. Main thread.
final class NSMRun {
  private let services: TrainingServices
  private let session: NSMSession
  private var whenChosen: CheckedContinuation<Choice, Never>?
  private var bound: StartingControls?

  /// The end of a period without training.
  private enum Choice {
    case train(TrainingName, TrainingKind?)
    case end(status: Int32)
  }

  /// Reads the settings. Throws ``Fault`` and `SettingsError`.
  init(
    _ context: CommandContext, overrides: [SettingKey: String] = [:], session: NSMSession
  ) throws {
    self.session = session
    let style = context.style(isOnTerminal: false)
    let idleMode: any OutputMode =
      if case .json(let events) = style {
        JSONMode(.comparison, events: events, isStored: { _ in false })
      } else {
        IdleMode(board: LineBoard(output: context.messages))
      }
    services = try TrainingServices(
      context: context, overrides: overrides, style: style,
      idleMode: NSMView(idleMode, session: session))
  }

  /// Runs until the manager or a command ends it, and returns the exit status. Throws ``Fault`` if
  /// there is no server.
  func run() async throws -> Int32 {
    services.link.onClient = { [weak self] in self?.listen(on: $0) }
    services.openHistory()
    try await services.open(session)
    var status: Int32?
    while status == nil {
      switch await choose() {
      case .train(let name, let kind): status = await train(name, kind)
      case .end(let code): status = code
      }
    }
    await services.close()
    return status ?? 0
  }

  private var trained: TrainingName { services.settings.sessionTraining }

  private func choose() async -> Choice {
    services.settings.refresh()
    let following = Task { await followSettings() }
    defer { following.cancel() }
    return await withCheckedContinuation { continuation in
      whenChosen = continuation
      services.link.delegate = self
      services.history.onNotice = { [view = services.link.view] in view.showNotice($0) }
      services.listen { [weak self] in self?.handle($0) }
      services.showOpeningNotices { services.link.view.showNotice($0) }
      if let client = services.link.client { listen(on: client) }
    }
  }

  /// Applies changes of the settings to the controls that start a training.
  private func followSettings() async {
    while (try? await ProgramClock.sleep(for: .seconds(1))) != nil {
      services.settings.refresh()
      if let client = services.link.client, bound != StartingControls(services.settings) {
        listen(on: client)
      }
    }
  }

  /// The settings that determine which controls start a training.
  private struct StartingControls: Equatable {
    let midi: MIDISettings
    let training: TrainingName

    init(_ settings: FileUserSettings) {
      (midi, training) = (settings.midi, settings.sessionTraining)
    }
  }

  /// Lets the controls that answer or commit in the training start it.
  private func listen(on client: PlayerClient) {
    guard whenChosen != nil else { return }
    bound = StartingControls(services.settings)
    try? client.player.bind(ControlBindings(startingWith: services.settings.midi, trained.controls))
    client.player.onIntent = { [weak self] _, _ in self?.begin() }
  }

  /// Begins a training, or reports why it cannot begin. Without a server, or while the server does
  /// not run in real time, nothing would end the wait.
  private func begin(_ named: NamedTraining? = nil) {
    services.settings.refresh()
    guard services.link.isReadyToTrain else { return services.link.notifyWhyItWaits() }
    leave(.train(named?.name ?? trained, named?.kind))
  }

  private func handle(_ input: InputSource.Input) {
    switch input {
    case .signal(let number): leave(.end(status: ExitStatus.signalled(by: number)))
    case .line(let line):
      switch LineCommands.parse(line, for: trained) {
      case .intent(.start): begin()
      case .intent(.quit): leave(.end(status: ExitStatus.success.rawValue))
      case .intent(.help): services.link.view.showNotice(.idle)
      case .intent(let intent): services.link.view.showNotice(.ignored(command: intent.command))
      case .unfitting(let command): services.link.view.showNotice(.ignored(command: command))
      case .unknown(let text): services.link.view.showNotice(.unknownCommand(text, trained))
      case .badValue(let command, let value, let allowed):
        services.link.view.showNotice(.badValue(command: command, value: value, allowed: allowed))
      case .nothing: break
      }
    case .overlongLine: services.link.view.showNotice(.lineTooLong())
    case .remote(.start(nil)): begin()
    case .remote(.start(let text?)): NamedTraining(text).map { begin($0) }
    case .save: services.save()
    case .suspend: Task { await services.suspend() }
    case .key, .heldKey, .endOfInput, .resized, .remote: break
    }
  }

  private func leave(_ choice: Choice) {
    services.listen(nil)
    services.link.delegate = nil
    services.link.client?.player.onIntent = nil
    whenChosen?.resume(returning: choice)
    whenChosen = nil
  }

  /// Trains, and returns the exit status if that ends the run.
  private func train(_ name: TrainingName, _ kind: TrainingKind?) async -> Int32? {
    services.settings.kind = kind
    do {
      let end = try await services.train(name)
      switch end.ending {
      case .signal, .error: return end.status
      default: return nil
      }
    } catch {
      services.link.view.showFault(error)
      return nil
    }
  }
}

extension NSMRun: ServerLinkDelegate {
  var results: Int { 0 }
  var isIdle: Bool { true }
  func train(on client: PlayerClient) {}
  func outputsChanged() {}
  func serverStalled(_: Bool) {}
  func soundBrokeOff() {}
  func interruptTraining() -> Bool { false }

  func serverLinkFailed(_ fault: Fault) {
    services.link.view.showFault(fault)
    leave(.end(status: fault.status.rawValue))
  }
}

/// Shows messages as lines while no training runs and no screen is shown.
final class IdleMode: OutputMode {
  private let board: any Board

  /// The faults that last. Each is shown once, even if Peach tries again and again.
  private var lasting: Set<LastingFault.Kind> = []

  init(board: any Board) { self.board = board }

  func show(_: ShownEvent) {}
  func showFault(_ fault: Fault) { board.print(fault.message) }

  func showNotice(_ notice: Notice) {
    let standing = notice.standing
    switch standing {
    case .begins(let fault): guard lasting.insert(fault.kind).inserted else { return }
    case .ends(let kind, _): lasting.remove(kind)
    case .event, .unshown: break
    }
    if standing.isTold(showsStatus: false), !notice.isProgress { board.print(notice.message) }
  }

  func close() { board.close() }
}
