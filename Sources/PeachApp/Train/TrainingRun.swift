import Foundation
import Music
import OSC
import Realtime
import Settings
import Training

/// Runs a training from its launch to its exit status, whichever training it is: the one place where the
/// link to the server, the history, the hands and the view meet. Main thread.
final class TrainingRun {
  private let services: TrainingServices
  private let view: any TrainingView
  private let trialLimit: Int?
  private let training: any HostedTraining

  private var session: (any TrainingSession)?

  /// The MIDI settings that the process callback has.
  private var boundHands: MIDISettings?

  /// Where the SoundFonts were last looked for.
  private var searchedFonts: SoundFontPaths
  private(set) var results = 0

  /// Why the run ends, once it does; the first reason counts.
  private(set) var ending: Ending?

  /// The exit status of a run that ends with this training.
  private(set) var status = ExitStatus.software.rawValue
  private var whenEnded: CheckedContinuation<Void, Never>?

  init(
    at services: TrainingServices, trialLimit: Int? = nil, random: any RandomNumberGenerator,
    training: any HostedTraining.Type
  ) {
    self.services = services
    self.trialLimit = trialLimit
    searchedFonts = services.settings.soundFonts
    let context = TrainingContext(
      settings: services.settings, history: services.history, mode: services.mode,
      glyphs: services.context.glyphs, remote: services.remote, random: SharedRandom(random))
    self.training = training.init(context)
    view = services.view(of: self.training.name)
    self.training.delegate = self
  }

  private var settings: FileUserSettings { services.settings }
  private var link: ServerLink { services.link }

  /// Trains until there is a reason to end. Throws ``Fault`` where there is no server to begin with.
  func run() async throws(Fault) {
    // The closures hold this weakly, and nobody else has to.
    defer { withExtendedLifetime(self) {} }
    link.view = view
    link.delegate = self
    services.onSettingsProblem = { [view] in view.showNotice(.settings(problem: $0)) }
    if link.isClosed { try await link.launch() }
    services.history.onNotice = { [weak self] in self?.show($0) }
    await withCheckedContinuation { continuation in
      whenEnded = continuation
      services.listen { [weak self] in self?.take($0) }
      link.train()
    }
    services.history.onNotice = nil
  }

  // MARK: InputSource

  private func take(_ input: InputSource.Input) {
    guard ending == nil else { return }
    switch input {
    case .key(let key):
      if let intent = training.name.intent(for: key) { take(intent) } else { _ = link.start() }
    case .line(let line): take(line)
    // In a session others say when it ends.
    case .endOfInput: if services.context.session == nil { end(.endOfInput) }
    case .signal(let number): end(.signal(number))
    case .suspend: suspend()
    case .resized: view.redraw()
    case .remote(let command): take(command)
    case .save: services.save()
    }
    checkOutput()
  }

  private func take(_ line: String) {
    switch LineCommands.parse(line, for: training.name) {
    case .intent(let intent): take(intent)
    case .badValue(let command, let value, let allowed):
      view.showNotice(.badValue(command: command, value: value, allowed: allowed))
    case .unknown(let text): view.showNotice(.unknownCommand(text, training.name))
    case .unfitting(let command): ignore(command)
    case .nothing: break
    }
  }

  private func take(_ intent: Intent) {
    // On a terminal any key goes on.
    if services.terminal != nil, intent != .quit, link.start() { return }
    switch intent {
    case .start: if !link.start() { ignore(intent.command) }
    case .help: view.showHelp()
    case .quit: end(.quit)
    default: if !training.take(intent) { ignore(intent.command) }
    }
  }

  /// What a key, a pad or a pedal asks for. One that does not fit is no news: keys are there to be played.
  private func take(_ intent: ControlIntent, sliderAt value: Double) {
    guard ending == nil else { return }
    switch intent {
    case .higher: _ = training.take(.answer(higher: true))
    case .lower: _ = training.take(.answer(higher: false))
    case .commit: _ = training.take(.commitAt(value))
    case .stop: end(.quit)
    }
    checkOutput()
  }

  /// What comes by Open Sound Control. As from a pad, one that does not fit is no news.
  private func take(_ command: RemoteCommand) {
    switch command {
    case .higher: _ = training.take(.answer(higher: true))
    case .lower: _ = training.take(.answer(higher: false))
    case .slider(let value): _ = training.take(.sliderFromStart(value))
    case .nudge(let cents): _ = training.take(.nudge(Cents(cents)))
    case .commit: _ = training.take(.commit)
    case .start(let name):
      guard name == nil || name.flatMap(NamedTraining.init)?.name == training.name else { return }
      _ = link.start()
    case .stop: end(.quit)
    case .subscribe, .unsubscribe: break
    }
  }

  private func ignore(_ command: String) { view.showNotice(.ignored(command: command)) }

  // MARK: Endings

  private func end(_ reason: Ending) {
    guard ending == nil else { return }
    ending = reason
    guard let session, !session.isIdle else { return finish() }
    // The session's last event, `trainingStopped`, finishes.
    session.stop()
  }

  private func finish() {
    guard let ending, let continuation = whenEnded else { return }
    whenEnded = nil
    services.listen(nil)
    link.stage?.player.onIntent = nil
    services.history.settle()
    if case .error(let fault) = ending {
      view.showFault(fault)
      // An event that tells that events cannot be written does not arrive.
      if case .output = fault, services.context.global.json {
        services.context.messages.writeLine("peach: \(fault.message)")
      }
    }
    view.showStopped(ending, trials: results)
    services.tellRemote(of: ending, trials: results)
    // Input that ends while there is no server: the run could not be brought to its end.
    status =
      ending == .endOfInput && link.isAway ? ExitStatus.unavailable.rawValue : ending.status
    services.trainingHasEnded()
    continuation.resume()
  }

  /// Ctrl-Z. Of several trainings of a run this one is over then; a single one goes on at a key.
  private func suspend() {
    Task {
      await link.suspend(on: services.terminal)
      if services.idleView != nil { end(.interrupted) }
    }
  }

  private func show(_ notice: Notice) {
    view.showNotice(notice)
    services.context.showLines(of: notice)
  }

  private func checkOutput() {
    if let reason = services.context.output.failure { end(.error(.output(reason: reason))) }
  }
}

extension TrainingRun: ServerLinkDelegate {
  func train(on stage: PlayerClient) {
    let session = training.makeSession(on: stage.player, firstIndex: results + 1)
    self.session = session
    settings.refresh()
    boundHands = nil
    bindHands(on: stage)
    stage.player.onIntent = { [weak self] in self?.take($0, sliderAt: $1) }
    for notice in services.takeOpeningNotices() { view.showNotice(notice) }
    view.showMapping(of: settings.intervals, in: settings.tuningSystem)
    session.start()
  }

  /// InputSource the MIDI settings over where they have changed: a change counts from the next challenge on.
  private func bindHands(on stage: PlayerClient?) {
    guard let stage, boundHands != settings.midi else { return }
    // A client that has gone meanwhile is the link's to tell; a full ring lets the next state try again.
    guard (try? stage.player.bind(ControlBindings(settings.midi, for: training.name))) != nil else {
      return
    }
    boundHands = settings.midi
  }

  func interruptTraining() -> Bool {
    guard let session else { return false }
    self.session = nil
    if services.idleView != nil, ending == nil { ending = .interrupted }
    let goesOn = ending == nil
    session.stop()
    // An end is told when it is reached.
    if goesOn { services.tellRemote(of: .interrupted, trials: results) }
    return true
  }

  func serverLinkFailed(_ fault: Fault) { end(.error(fault)) }
}

extension TrainingRun: HostedTrainingDelegate {
  func trainingPosedChallenge() {
    guard let player = link.stage?.player else { return }
    if searchedFonts != settings.soundFonts {
      searchedFonts = settings.soundFonts
      player.library.search = services.context.soundFontSearch(settings.soundFonts)
    }
    player.beginChallenge()
  }

  func trainingStateChanged() {
    bindHands(on: link.stage)
    checkOutput()
  }

  func trainingCompletedTrial() {
    results += 1
    if results == trialLimit { end(.trials) }
  }

  func trainingStopped(_ reason: StopReason) {
    // That there is no engine any more is the link's to tell; it has a way back.
    if case .audioError(let error) = reason, error != .engineUnavailable, ending == nil {
      ending = .error(Fault(error))
    }
    if ending != nil { finish() }
  }
}
