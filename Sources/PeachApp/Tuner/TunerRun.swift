import Console
import Intonation
import Language
import Music
import Settings
import Sound
import SoundFonts
import Training

/// A run of `peach tuner`: opens a client and its audio input, measures what is played, and sounds a drone on
/// request. Main thread.
final class TunerRun {
  private let context: CommandContext
  private let settings: FileUserSettings
  private let library: SoundFontLibrary
  private let view: any TunerView
  private let terminal: Terminal?
  private var model: TunerModel
  private var drone: TunerDrone

  /// The drone that was asked for before there was anything to play it on.
  private var earlyDrone: MIDINote?
  private var health = TunerHealth()

  private var input: InputSource?
  private var stage: PlayerClient?

  /// Why the run ends, once that is so; with `nil`, Peach was asked to stop for a while.
  private var ending: Ending?
  private var isSuspended = false
  private var whenInterrupted: CheckedContinuation<Void, Never>?

  init(_ context: CommandContext, settings: FileUserSettings, library: SoundFontLibrary) {
    self.context = context
    self.settings = settings
    self.library = library
    terminal = context.terminal
    let root = settings.referenceNote ?? Self.usualRoot
    model = TunerModel(
      TunerScale(
        tuning: settings.tuningSystem, referencePitch: settings.referencePitch, root: root))
    drone = TunerDrone(root)
    if context.global.json {
      view = TunerJSON(output: context.output)
    } else if context.terminal != nil, !context.isPlain {
      view = TunerStage(
        model,
        board: FullScreenBoard(output: context.output, capabilities: context.capabilities),
        messages: context.messages, glyphs: context.screenGlyphs)
    } else {
      let output = context.terminal == nil ? context.output : context.spokenOutput
      view = TunerLines(
        output: output, messages: context.terminal == nil ? context.messages : output,
        glyphs: context.screenGlyphs)
    }
  }

  /// The note that the scale is built on and the drone begins with, unless the setting referenceNote says another.
  private static let usualRoot = MIDINote(57)

  /// Listens until something ends the run, and returns the exit status.
  ///
  /// - Throws: `JackError` if there is no server, `SoundError` if there is nothing for the drone to sound with.
  func run() async throws -> Int32 {
    // The closures hold this object weakly, and nothing else need hold it.
    defer { withExtendedLifetime(self) {} }
    // Before anything is opened, so that from here on a signal ends the run in order.
    input = InputSource(terminal: terminal) { [weak self] in self?.handle($0) }
    defer { input?.receive = nil }
    // However the run ends, also if the client cannot be opened again.
    defer {
      view.close()
      terminal?.restore()
    }
    settings.onLevelChange = { [weak self] in self?.stage?.player.updateLevel() }
    repeat {
      if isSuspended { stop() }
      try await listen()
    } while ending == nil
    let ending = ending ?? .quit
    if case .error(let fault) = ending { view.showFault(fault) }
    view.showStopped(ending)
    return ending.status
  }

  /// Opens the client and listens until the run ends or is suspended.
  private func listen() async throws {
    // The time of the input begins anew.
    model = TunerModel(model.scale)
    health = TunerHealth()
    let stage = try await open()
    let analyst = InputAnalyst(engine: stage.engine)
    analyst.onFrames = { [weak self] in self?.handle($0, $1) }
    analyst.onHeldTone = { [weak self] in self?.handle($0) }
    analyst.measuresHeldTones = true
    do {
      try await stage.engine.openInput()
    } catch {
      // If the server has gone, that has been told.
      end(.error(Fault(any: error)))
    }
    guard ending == nil else {
      await analyst.close()
      await stage.closing().value
      return
    }
    terminal?.enterKeyMode()
    view.showReady(
      stage.description(isConnected: !(await stage.engine.askForOutputs() ?? []).isEmpty),
      input: stage.engine.inputPort ?? JackConnections.audioInput)
    self.stage = stage
    if let note = earlyDrone { soundDrone(note) }
    earlyDrone = nil
    _ = await stage.engine.connectInput(OutputWatch.ofInput(context.inputTarget(settings)))
    let missing = Task { [weak self] in
      // A server that has just started accepts clients before it has ports.
      guard (try? await Task.sleep(for: .milliseconds(500))) != nil else { return }
      self?.showMissingInput()
    }
    await withCheckedContinuation { continuation in
      whenInterrupted = continuation
      resumeIfInterrupted()
    }
    missing.cancel()
    await analyst.close()
    self.stage = nil
    if drone.isOn { view.showDrone(nil) }
    drone.forget()
    await stage.closing().value
  }

  private func open() async throws -> PlayerClient {
    let global = context.global
    let stage = try await PlayerClient.open(
      name: global.clientName, isExact: global.exactName, server: global.server, library: library,
      settings: settings, tables: IntonationCache(environment: context.environment),
      whenSlow: { [view, settings] in
        view.showNotice(.soundLoading(settings.soundSource.description))
      })
    stage.engine.onNews = { [weak self] in self?.handle($0) }
    stage.player.onNotice = { [view] in view.showNotice(Notice($0)) }
    stage.player.onPanic = { [weak self] in self?.silence() }
    _ = await stage.connect(
      PlayerClientWiring(outputs: OutputWatch(context.outputTarget(settings))))
    return stage
  }

  // MARK: The server and the input

  private func handle(_ news: JackEngine.News) {
    switch news {
    case .fault(let fault): end(.error(Fault(fault)))
    case .audioSources(let sources): show(sources)
    case .stalled(let isStalled):
      view.showNotice(isStalled ? .tunerStalled : .tunerResumed)
    case .freewheel, .xruns, .lateCommands, .outputs, .inputs, .controllers, .bufferSize,
      .connected:
      break
    }
  }

  private func show(_ sources: [String]) {
    let former = health.sources
    health.sources = sources
    view.showSources(sources)
    if sources.isEmpty, former?.isEmpty == false { view.showNotice(.inputDisconnected) }
    checkOutput()
  }

  /// Says that nothing is connected, and what to do about it.
  private func showMissingInput() {
    guard let stage, stage.engine.inputPeers.isEmpty else { return }
    health.sources = []
    view.showSources([])
    view.showNotice(.noInput(stage.engine.inputWatch))
    checkOutput()
  }

  private func handle(_ frames: [PitchFrame], _ health: InputHealth) {
    model.receive(frames, health)
    for notice in self.health.notices(of: health, at: model.now) { view.showNotice(notice) }
    view.show(model)
    checkOutput()
  }

  private func handle(_ tone: HeldTone) {
    guard let reading = model.receive(tone) else { return }
    view.show(reading, in: model)
    checkOutput()
  }

  private func checkOutput() {
    if let reason = context.output.failure { end(.error(.output(reason: reason))) }
  }

  // MARK: The user

  private func handle(_ input: InputSource.Input) {
    switch input {
    case .key(let key), .heldKey(let key):
      if !view.handleInHelp(key) { perform(TunerCommands.command(for: key)) }
    case .line(let line):
      guard !line.allSatisfy(\.isWhitespace) else { return }
      if let command = TunerCommands.command(in: line) {
        perform(command)
      } else {
        view.showNotice(.unknownTunerWord(line))
      }
    case .overlongLine: view.showNotice(.lineTooLong())
    case .endOfInput: end(.endOfInput)
    case .signal(let number): end(.signal(number))
    case .suspend: suspend()
    case .resized: view.redraw()
    case .save, .remote: break
    }
    checkOutput()
  }

  private func perform(_ command: TunerCommands.Command?) {
    switch command {
    case .quit: end(.quit)
    case .drone: soundDrone(drone.isOn || earlyDrone != nil ? nil : drone.note)
    case .droneOff: soundDrone(nil)
    case .droneAt(let note): soundDrone(note)
    case .droneMove(let steps):
      drone.move(steps)
      if drone.isOn { soundDrone(drone.note) } else { view.showNotice(.droneNote(drone.note)) }
    case .level(let change):
      settings.changeLevel(change)
      view.showLevel(settings.outputLevel)
    case .silence: silence()
    case .help: view.showHelp()
    case nil: break
    }
  }

  /// Everything falls silent at once.
  private func silence() {
    stage?.player.stopAll()
    if drone.isOn { soundDrone(nil) }
  }

  private func soundDrone(_ note: MIDINote?) {
    guard let player = stage?.player else {
      earlyDrone = note
      return
    }
    let frequency = note.map { model.scale.frequency(of: $0) }
    drone.sound(note, at: frequency, on: player) { [weak self] error in
      self?.end(.error(Fault(any: error)))
    }
    view.showDrone(note)
  }

  // MARK: The end

  private func end(_ reason: Ending) {
    ending = ending ?? reason
    resumeIfInterrupted()
  }

  private func suspend() {
    guard JobControl.canStop else { return view.showNotice(.cannotStop) }
    isSuspended = true
    resumeIfInterrupted()
  }

  private func resumeIfInterrupted() {
    guard ending != nil || isSuspended, let continuation = whenInterrupted else { return }
    whenInterrupted = nil
    continuation.resume()
  }

  /// Stops the process until it is continued. The client is closed meanwhile.
  private func stop() {
    isSuspended = false
    view.close()
    terminal?.restore()
    JobControl.stop(on: terminal)
    terminal?.enterKeyMode()
    view.redraw()
  }
}
