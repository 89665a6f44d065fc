import Charts
import Console
import Music
import Settings
import Sound
import Training

/// Passes on to a training what the user asks for, by keys, lines, MIDI or Open Sound Control. Main
/// thread.
final class TrainingControls<Machine: TrialMachine> {
  /// The session that is controlled, while there is one.
  weak var session: TrainingDriver<Machine>?

  private let face: any TrainingFace
  private let doors: ControlDoors
  private let waits: TrainingWaits<Machine>
  private let mode: any OutputMode
  private let remote: OSCMode?
  private let end: (Ending) -> Void

  /// What keys, pads and tablets mean at the moment.
  private var hand = HandInput()

  /// Where the user chooses the output; the training waits meanwhile.
  private var outputs: OutputChooser?

  /// Ends when the outputs are connected as they are to stay.
  private var leaving: Task<Void, Never>?

  /// Passes changed settings on to the client.
  private let stageSettings: StageSettings

  /// - Parameters:
  ///   - mode: is told what does not fit.
  ///   - end: called when the user wants to end.
  init(
    _ face: any TrainingFace, with doors: ControlDoors, _ waits: TrainingWaits<Machine>,
    mode: any OutputMode, remote: OSCMode?, end: @escaping (Ending) -> Void
  ) {
    self.face = face
    self.doors = doors
    self.waits = waits
    self.mode = mode
    self.remote = remote
    self.end = end
    stageSettings = StageSettings(
      doors.settings, controls: face.controls, fontSearch: doors.fontSearch)
  }

  private var player: SoundFontNotePlayer? { doors.stage()?.player }

  // MARK: The training

  /// Training begins on this client.
  func begin(on stage: PlayerClient) {
    stageSettings.begin(on: stage)
    stage.player.onLevel = { [weak self] in
      self?.setLevel(.to(AmplitudeDB(levelPosition: $0).decibels))
    }
    stage.player.onPrepare = { [weak self] in self?.prepareForTrial() }
  }

  private func prepareForTrial() {
    if let stage = doors.stage() { stageSettings.updateFonts(on: stage) }
  }

  /// The run is over.
  func finish() {
    closeOutputs()
    player?.onIntent = nil
    player?.onLevel = nil
    player?.onPanic = nil
    player?.onPrepare = nil
  }

  func stateBegins(_ state: ShownState) {
    // A pad or another program may have let the training go on.
    if state.reason == nil { uncover() }
    hand.begin(state, at: doors.time(.midi) ?? doors.time(.keyboard))
    stageSettings.isAnswering = state.reason == nil
    if let stage = doors.stage() { stageSettings.bindControls(on: stage) }
  }

  // MARK: Keys and lines

  func handle(_ key: Key) {
    if key == .panic { return silence() }
    if let outputs { return handle(key, in: outputs) }
    if mode.isCovered { return handleInHelp(key) }
    if key == .enter {
      if doors.start() { return }
      if waits.reason != nil { return _ = waits.goOn() }
      if hand.isReplay { return skipFeedback(from: .keyboard) }
    }
    guard let intent = face.command(for: key) else { return _ = doors.start() }
    handle(intent, from: .keyboard)
  }

  /// Any key that closes the help does only that; Enter also goes on.
  private func handleInHelp(_ key: Key) {
    mode.handleInHelp(key)
    guard !mode.isCovered else { return }
    waits.endHoldForUser()
    if key == .enter, waits.waitsForUser { _ = waits.goOn() }
  }

  /// A key that is held goes on with what it does gradually, and answers nothing.
  func handleHeld(_ key: Key) {
    if outputs != nil || mode.isCovered {
      guard [.up, .down].contains(key) else { return }
      return handle(key)
    }
    guard let intent = face.command(for: key), intent.repeats else { return }
    handle(intent, from: .keyboard)
  }

  /// While the last result is shown, a key or a pad only ends its replay.
  func skipFeedback(from device: InputDevice) { send(.skip, from: device) }

  func handle(_ line: String) {
    switch LineCommands.parse(line, for: face.name) {
    case .intent(let intent): handle(intent, from: .line)
    case .badValue(let command, let value, let allowed):
      mode.showNotice(.badValue(command: command, value: value, allowed: allowed))
    case .unknown(let text): mode.showNotice(.unknownCommand(text, face.name))
    case .unfitting(let command): mode.showNotice(.ignored(command: command))
    case .nothing: break
    }
  }

  /// Does what the user wants. What does not fit is news for those who have typed it; keys and pads of an instrument
  /// are there to be played.
  func handle(_ intent: Intent, from device: InputDevice) {
    let isTyped = device == .keyboard || device == .line
    // On a terminal any key goes on.
    if isTyped, doors.isOnTerminal, ![.quit, .panic].contains(intent), doors.start() { return }
    // A page with outputs takes the keys.
    let isOpen = isTyped || outputs == nil
    var isDone = true
    switch intent {
    case .start(let name):
      guard isOpen, name == nil || name.flatMap(NamedTraining.init)?.name == face.name else {
        return
      }
      isDone = doors.start() || waits.goOn()
    case .pause: isDone = !isOpen || waits.togglePause()
    case .panic: silence()
    case .help: showHelp(for: device)
    case .output: openOutputs()
    case .quit: end(.quit)
    case .undo:
      isDone = session?.undo() == true
      // A command asks for something that does not fit now; a key may just be tried.
      if !isDone, device == .keyboard { return mode.showNotice(.nothingToUndo) }
    case .level(let change): setLevel(change)
    case .answer, .choose, .commit, .commitAt:
      guard isOpen else { return }
      // A pad or a tablet goes on while only the user is waited for.
      if !isTyped, waits.waitsForUser, waits.goOn() { return }
      isDone = send(intent, from: device)
    case .slider, .sliderFromStart, .nudge, .tuneOn, .again, .last, .skip:
      isDone = send(intent, from: device)
    }
    if !isDone, isTyped { mode.showNotice(.ignored(command: intent.command)) }
  }

  private func showHelp(for device: InputDevice) {
    mode.showHelp()
    if mode.isCovered {
      waits.holdForUser()
    } else if device == .keyboard, waits.reason == nil {
      // Lines are read out, and notes would cover them.
      _ = waits.togglePause()
    }
  }

  /// Passes an intent to the session; `false` if it does not fit. One that a hand cannot have meant is dropped without
  /// a word. A script means what it says, and so does a slider.
  @discardableResult
  private func send(_ intent: Intent, from device: InputDevice) -> Bool {
    switch (device, intent) {
    case (.line, _), (.osc, .nudge), (.osc, .sliderFromStart):
      return session?.handle(intent, from: device) ?? false
    default:
      let time = doors.time(device)
      guard let meant = hand.meaning(of: intent, at: time) else { return true }
      return session?.handle(meant, from: device, at: time) ?? false
    }
  }

  /// Fades out everything that sounds, also what belongs to no trial. A training waits then.
  func silence() {
    waits.silence()
    player?.stopAll()
  }

  /// Sets the level of everything that sounds from here on, until Peach ends.
  private func setLevel(_ change: LevelChange) {
    doors.settings.changeLevel(change)
    let level = doors.settings.outputLevel
    mode.showLevel(level)
    remote?.showLevel(level)
  }

  // MARK: The output

  private func openOutputs() {
    waits.holdForUser()
    let chooser = doors.makeOutputs { [mode] in mode.showNotice(Notice("connected", $0)) }
    chooser.onFault = { [mode] in mode.showFault($0) }
    chooser.onChange = { [weak self] in self?.showOutputs() }
    outputs = chooser
    showOutputs()
    chooser.begin()
  }

  private func handle(_ key: Key, in chooser: OutputChooser) {
    switch chooser.handle(key) {
    case .back: closeOutputs()
    case .stay, .perform, .help: showOutputs()
    }
  }

  /// This comes in at the audio input.
  func receive(_ meter: InputMeter) { outputs?.show(meter) }

  private func showOutputs() { if let outputs { mode.show(outputs.screen) } }

  /// An output that was tried and not chosen is undone.
  private func closeOutputs() {
    guard let chooser = outputs else { return }
    outputs = nil
    chooser.close()
    mode.show(nil)
    leaving = Task { [weak self, waits] in
      await chooser.closingHasEnded()
      // The page may be open again.
      if self?.outputs == nil { waits.endHoldForUser() }
    }
  }

  /// Undoes what was tried and not chosen, before the client closes.
  func leaveOutputs() async {
    closeOutputs()
    await leaving?.value
  }

  /// Shows the training again.
  private func uncover() {
    closeOutputs()
    guard mode.isCovered else { return }
    mode.handleInHelp(.escape)
    waits.endHoldForUser()
  }
}
