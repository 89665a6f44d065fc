import Charts
import Client
import Console
import Intonation
import Language
import MainThread
import Music
import Program
import Settings
import Sound
import SoundFonts
import Training

/// A run of `peach tuner` or `peach map`: opens a client and its audio input, measures the sound,
/// and plays a drone on request. Main thread.
final class TunerRun {
  private let context: CommandContext
  private let settings: FileUserSettings
  private let view: any TunerView
  private let terminal: Terminal?
  private var model: TunerModel
  private var drone: TunerDrone
  private var notices = InputNoticeWatch()

  private var input: InputSource?
  private let link: ServerLink

  /// The input of the client, while there is one.
  private var heard: ClientInput?

  /// Judges the notes of a map.
  private weak var analyst: InputAnalyst?

  /// Records the notes of a map; `nil` for the tuner.
  private let recording: MapRecording?

  /// The services of the start screen, which receive its keys; `nil` if the run is by itself.
  private let services: TrainingServices?

  /// The length of the run in seconds of input; `nil` until the user ends it.
  var seconds: Double?

  /// Resumed by the key that ends the map.
  private var whenMapLeft: CheckedContinuation<Void, Never>?

  /// The page on which the user chooses the connections of the ports.
  private var outputs: OutputChooser?
  private let editor: SettingEditor
  private lazy var preview = SettingPreview(link, settings: settings)

  private var ending: Ending?
  private var whenEnded: CheckedContinuation<Void, Never>?

  init(
    _ context: CommandContext, settings: FileUserSettings, library: SoundFontLibrary,
    recording: MapRecording? = nil, services: TrainingServices? = nil
  ) {
    self.context = context
    (self.recording, self.services) = (recording, services)
    self.settings = settings
    editor = SettingEditor(context, settings, library)
    terminal = context.terminal
    let root = settings.referenceNote ?? Self.usualRoot
    model = TunerModel(
      TunerScale(
        tuning: settings.tuningSystem, referencePitch: settings.referencePitch, root: root))
    drone = TunerDrone(root)
    if context.global.json {
      view = TunerJSON(output: context.output, isMap: recording != nil)
    } else if context.terminal != nil, !context.isPlain {
      view = TunerStage(
        model,
        board: FullScreenBoard(output: context.output, capabilities: context.capabilities),
        messages: context.messages, glyphs: context.screenGlyphs,
        map: recording.map { MapScreen(label: $0.label) })
    } else {
      let output = context.terminal == nil ? context.output : context.spokenOutput
      view = TunerLines(
        output: output, messages: context.terminal == nil ? context.messages : output,
        glyphs: context.screenGlyphs, hasKeys: context.terminal != nil, isMap: recording != nil)
    }
    let mode = TunerLinkMode(view)
    link = ServerLink(
      global: context.global, settings: settings, library: library,
      outputs: { context.outputTarget(settings) }, view: mode, environment: context.environment,
      lockMemory: context.lockMemory)
    mode.onReadyToResume = { [weak link] in _ = link?.start() }
    mode.onUnconnected = { [weak self] in self?.showUnheardDrone() }
    recording?.onNote = { [view] in view.show($0, isStored: $1) }
    recording?.onWithdrawal = { [view] in view.showWithdrawn($0) }
  }

  /// The root of the scale and first note of the drone, unless the setting referenceNote has
  /// another.
  private static let usualRoot = MIDINote(57)

  /// Lets a drone sound from the beginning.
  ///
  /// - Parameter note: `nil` for the reference note.
  func beginDrone(on note: MIDINote?) { drone.await(note ?? drone.note) }

  /// Listens until something ends the run, and returns the exit status.
  ///
  /// - Throws: ``Fault`` if there is no server at first, or no sound for the drone.
  func run() async throws(Fault) -> Int32 {
    // The closures hold this object weakly, and nothing else may hold it.
    defer { withExtendedLifetime(self) {} }
    let formerLevelChange = settings.onLevelChange
    defer {
      settings.onLevelChange = formerLevelChange
      services?.listen(nil)
      input?.receive = nil
      view.close()
      if services == nil { terminal?.restore() }
    }
    // Before anything is opened, so that a key or a signal ends the run in order.
    if let services {
      services.listen { [weak self] in self?.handle($0) }
    } else {
      input = InputSource(terminal: terminal, from: context.input) { [weak self] in
        self?.handle($0)
      }
      terminal?.enterKeyMode()
    }
    settings.onLevelChange = { [weak link] in link?.player?.updateLevel() }
    link.delegate = self
    link.onAudioSources = { [weak self] in self?.showSources() }
    // The link waits for a server that hangs, unless the run ends.
    try await link.launch()
    if ending == nil {
      await withCheckedContinuation { continuation in
        whenEnded = continuation
        link.train()
      }
    }
    let page = outputs
    closeOutputs()
    await page?.closingHasEnded()
    // The input may be opening at a server that hangs.
    let closing = stopListening()
    if recording != nil, let closing { await withDeadline(.seconds(1)) { await closing.value } }
    await link.close()?.value
    let ending = ending ?? .quit
    await showMap(after: ending)
    if case .error(let fault) = ending { view.showFault(fault) }
    view.showStopped(ending)
    return ending.status
  }

  /// Shows the map. On a screen, it stays until a key ends it, and the user can take back all notes
  /// of the run.
  private func showMap(after ending: Ending) async {
    guard let recording else { return }
    defer { recording.close() }
    // In any case, the notes are stored first.
    var figures = await recording.figures()
    guard !ending.isImmediate else { return }
    view.showMap(figures)
    guard view.keepsMap else { return }
    var count: Int?
    while self.ending == ending, count != recording.notes.count {
      count = recording.notes.count
      await withCheckedContinuation { whenMapLeft = $0 }
      if count != recording.notes.count {
        figures = await recording.figures()
        view.showMap(figures)
      }
    }
    view.close()
    for line in figures.map({ [$0.title, $0.basis] + $0.sentences }) ?? [MapWords.empty] {
      context.output.writeLine(line)
    }
  }

  /// Handles a key while the map is shown.
  private func leaveMap(_ command: TunerCommands.Command?) {
    if command == .undo { recording?.withdraw(last: .max) }
    guard let whenMapLeft, command == .undo || command == .quit else { return }
    self.whenMapLeft = nil
    whenMapLeft.resume()
  }

  /// Closes the input and ends the drone.
  ///
  /// - Returns: a task that ends when the input is free; `nil` if there is no input.
  private func stopListening() -> Task<Void, Never>? {
    guard let heard else { return nil }
    self.heard = nil
    if drone.isOn { view.showDrone(nil) }
    drone.forget()
    return heard.close()
  }

  // MARK: The server and the input

  private func measure(with analyst: InputAnalyst) {
    analyst.onFrames = { [weak self] in self?.handle($0, $1) }
    if let recording {
      analyst.onNote = { recording.receive($0) }
      self.analyst = analyst
      return judgeNotes()
    }
    analyst.onHeldTone = { [weak self] in self?.handle($0) }
    analyst.measuresHeldTones = true
  }

  /// Judges notes beside the drone, if one sounds.
  private func judgeNotes() {
    analyst?.judgeNotes(beside: drone.isWanted ? [model.scale.frequency(of: drone.note)] : [])
  }

  /// Shows the connections of the input, if they have changed.
  private func showSources() {
    guard let sources = heard?.sources, sources != notices.sources else { return }
    let former = notices.sources
    notices.sources = sources
    view.showSources(sources)
    if sources.isEmpty, former?.isEmpty == false { view.showNotice(.inputDisconnected) }
    checkOutput()
  }

  /// Reports that nothing is connected to the input, with the remedy.
  private func showMissingInput() {
    guard let heard, heard.sources.isEmpty else { return }
    notices.sources = []
    view.showSources([])
    view.showNotice(heard.missing)
    checkOutput()
  }

  private func handle(_ frames: [PitchFrame], _ health: InputHealth) {
    model.receive(frames, health)
    for notice in notices.notices(of: health) { view.showNotice(notice) }
    view.show(model)
    if let seconds, health.time >= seconds { end(.sessionEnd) }
    outputs?.show(
      InputMeter(
        level: health.peak, isSilent: health.isSilent, isClipping: health.isClipping,
        fault: notices.sources?.isEmpty == true ? heard?.missing.onStage : nil))
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
    case .key(let key): handle(key)
    case .heldKey(let key) where outputs != nil: if [.up, .down].contains(key) { handle(key) }
    case .heldKey(let key):
      let command = TunerCommands.command(for: key)
      if command?.repeats == true, !view.handleInHelp(key) { perform(command) }
    case .line(let line):
      guard !line.allSatisfy(\.isWhitespace) else { return }
      if let command = TunerCommands.command(in: line) {
        perform(command)
      } else {
        view.showNotice(.unknownTunerWord(line, isMap: recording != nil))
      }
    case .overlongLine: view.showNotice(.lineTooLong())
    case .endOfInput: end(.endOfInput)
    case .signal(let number): end(.signal(number))
    case .suspend:
      closeOutputs()
      Task { await link.suspend(on: terminal) }
    case .resized: view.redraw()
    case .save, .remote: break
    }
    checkOutput()
  }

  private func handle(_ key: Key) {
    if key == .panic { return silence() }
    if let outputs {
      if case .back = outputs.handle(key) { closeOutputs() } else { showOutputs() }
    } else if !view.handleInHelp(key) {
      perform(TunerCommands.command(for: key))
    }
  }

  private func perform(_ command: TunerCommands.Command?) {
    if ending != nil { return leaveMap(command) }
    switch command {
    case .quit: end(.quit)
    case .drone: soundDrone(drone.isWanted ? nil : drone.note)
    case .droneOff: soundDrone(nil)
    case .droneAt(let note): soundDrone(TunerDrone.note(for: note, in: model.scale))
    case .droneMove(let steps):
      drone.move(steps, in: model.scale)
      if drone.isWanted { soundDrone(drone.note) } else { view.showNotice(.droneNote(drone.note)) }
    case .level(let change):
      settings.changeLevel(change)
      view.showLevel(settings.outputLevel)
    case .silence: silence()
    case .output: openOutputs()
    case .help: view.showHelp()
    case .undo: recording?.withdraw()
    case .undoAll: recording?.withdraw(last: .max)
    case nil: break
    }
  }

  private func openOutputs() {
    let chooser = OutputChooser(context, link, settings, editor: editor, preview: preview)
    chooser.onMessage = { [view] in view.showNotice(.portChosen($0)) }
    chooser.onFault = { [view] in view.showNotice(.portChosen($0.message)) }
    chooser.onChange = { [weak self] in self?.showOutputs() }
    outputs = chooser
    showOutputs()
    chooser.begin()
  }

  private func showOutputs() { if let outputs { view.show(outputs.screen) } }

  /// Closes the page, and undoes a connection that was tried and not chosen.
  private func closeOutputs() {
    outputs?.close()
    outputs = nil
    view.show(nil)
  }

  private func silence() {
    preview.end()
    link.player?.stopAll()
    drone.await(nil)
    if drone.isOn { soundDrone(nil) }
  }

  private func soundDrone(_ note: MIDINote?) {
    guard let engine = heard?.client.engine, let player = link.player else {
      drone.await(note)
      if let note { view.showNotice(.droneAwaited(note)) }
      return
    }
    let frequency = note.map { model.scale.frequency(of: $0) }
    drone.sound(note, at: frequency, on: player) { [weak self] error in
      // If the server has gone, the link reports it and waits.
      if engine.isRunning { self?.end(.error(Fault(any: error))) }
    }
    view.showDrone(note)
    if recording != nil { judgeNotes() }
    showUnheardDrone()
  }

  /// Reports a drone that sounds without connected outputs.
  private func showUnheardDrone() {
    if drone.isOn, !link.isConnected { view.showNotice(.droneUnheard) }
  }

  // MARK: The end

  private func end(_ reason: Ending) {
    if ending != nil, reason.isImmediate || reason == .endOfInput {
      // The map is shown.
      ending = reason
      leaveMap(.quit)
    }
    ending = ending ?? reason
    guard let continuation = whenEnded else {
      // Closing the link ends the wait for a client.
      _ = link.close()
      return
    }
    whenEnded = nil
    continuation.resume()
  }
}

extension TunerRun: ServerLinkDelegate {
  var results: Int { recording?.notes.count ?? 0 }

  /// Begins to measure this client's input, whose time begins at 0.
  func train(on client: PlayerClient) {
    model = TunerModel(model.scale)
    notices = InputNoticeWatch()
    client.player.onPanic = { [weak self] in self?.silence() }
    view.showListening(model)
    recording?.begin(on: client.engine.description, outputs: link.outputConnections ?? [])
    recording?.onNotice = { [view] in view.showNotice($0) }
    heard = ClientInput(
      of: client, link.inputRule(context.inputTarget(settings)), staysOpen: true,
      onAnalyst: { [weak self] in self?.measure(with: $0) },
      onSources: { [weak self] in self?.showMissingInput() },
      onFault: { [weak self] in self?.end(.error(Fault(any: $0))) })
    if drone.isAwaited { soundDrone(drone.note) }
  }

  func interruptTraining() -> Bool {
    // A drone resumes with the next client, unless the user has suspended Peach.
    let sounded = !link.isSuspended && drone.isOn ? drone.note : nil
    guard stopListening() != nil else { return false }
    drone.await(sounded)
    return true
  }

  func outputsChanged() {}
  func serverStalled(_: Bool) {}
  func soundBrokeOff() {}
  func serverLinkFailed(_ fault: Fault) { end(.error(fault)) }
}

/// A note that sounds while the user plays. Main thread.
final class TunerDrone {
  /// The note that sounds, or the next one to sound.
  private(set) var note: MIDINote

  private(set) var isOn = false

  /// True if it is to sound as soon as there is a player.
  private(set) var isAwaited = false

  /// True if it sounds, or will as soon as it can.
  var isWanted: Bool { isOn || isAwaited }

  private var handle: (any PlaybackHandle)?
  private var beginning: Task<Void, Never>?

  /// The range of a piano.
  private static let range = 21...108

  init(_ note: MIDINote) { self.note = note }

  /// The note of the scale that replaces a note.
  static func note(for note: MIDINote, in scale: TunerScale) -> MIDINote {
    scale.note(0, from: note, in: range)
  }

  /// Moves the note by semitones, as far as the scale has any.
  func move(_ steps: Int, in scale: TunerScale) {
    note = scale.note(steps, from: note, in: Self.range)
  }

  /// Sets the note that is to sound as soon as there is a player; `nil` for none.
  func await(_ note: MIDINote?) {
    isAwaited = note != nil
    if let note { self.note = note }
  }

  /// Sounds a note instead of the previous one; `nil` for none.
  ///
  /// - Parameter onError: called if the player cannot sound it, unless it has been replaced.
  func sound(
    _ note: MIDINote?, at frequency: Frequency?, on player: any NotePlayer,
    onError: @escaping (any Error) -> Void
  ) {
    let former = handle
    handle = nil
    beginning?.cancel()
    (isOn, isAwaited) = (note != nil, false)
    guard let note, let frequency else {
      former?.stop()
      return
    }
    self.note = note
    beginning = Task { [weak self] in
      do {
        let new = try await player.play(
          frequency: frequency, velocity: .training, amplitudeDB: AmplitudeDB(0))
        former?.stop()
        // It may have been moved or switched off meanwhile.
        guard let self, !Task.isCancelled else { return new.stop() }
        handle = new
      } catch {
        former?.stop()
        if !Task.isCancelled, !(error is CancellationError) { onError(error) }
      }
    }
  }

  /// Ends the drone with the use of the client.
  func forget() {
    beginning?.cancel()
    handle?.stop()
    (handle, beginning, isOn) = (nil, nil, false)
  }
}
