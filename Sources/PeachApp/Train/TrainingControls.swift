import Charts
import Client
import Console
import Music
import Program
import Realtime
import Settings
import Sound
import SoundFonts
import Training

/// What the controls of a training ask of the run around them. Main thread.
protocol ControlledRun: AnyObject {
  var settings: FileUserSettings { get }

  /// Whether keys are pressed on a terminal.
  var isOnTerminal: Bool { get }

  /// The client, if there is one.
  var client: PlayerClient? { get }

  /// Lets a training that a server interrupted continue; `false` if none waits for that.
  func resumeAfterInterruption() -> Bool

  /// When an input of the device that is being handled happened; `nil` if that is not known.
  func time(of device: InputDevice) -> SoundTime?

  /// Where SoundFonts are looked for with these settings.
  func fontSearch(_ paths: SoundFontPaths) -> SoundFontSearch

  /// Makes the page where the output is chosen.
  ///
  /// - Parameter onMessage: called with what it has done.
  func makeOutputChooser(onMessage: @escaping (String) -> Void) -> OutputChooser

  /// The user wants to end.
  func end(_ reason: Ending)
}

/// Passes on to a training what the user asks for, by keys, lines, MIDI or Open Sound Control. Main
/// thread.
final class TrainingControls {
  /// The session that is controlled, while there is one.
  weak var session: TrainingDriver?

  private let face: any TrainingFace
  private weak var run: (any ControlledRun)?
  private let pauses: TrainingPauses
  private let mode: any OutputMode
  private let remote: OSCMode?

  /// What keys, pads and tablets mean at the moment.
  private var hand = HandInput()

  /// Where the user chooses the output; the training waits meanwhile.
  private var outputs: OutputChooser?

  /// Ends when the outputs are connected as they are to stay.
  private var leaving: Task<Void, Never>?

  /// Whether controls answer. Otherwise what would answer only continues.
  private var isAnswering = true

  /// What the process callback knows of the MIDI settings.
  private var boundControls: (settings: MIDISettings, isAnswering: Bool)?

  /// Where the SoundFonts were last looked for.
  private var searchedFonts: SoundFontPaths?

  /// - Parameters:
  ///   - run: outlives the controls.
  ///   - mode: is told what does not fit.
  init(
    _ face: any TrainingFace, of run: any ControlledRun, _ pauses: TrainingPauses,
    mode: any OutputMode, remote: OSCMode?
  ) {
    self.face = face
    self.run = run
    self.pauses = pauses
    self.mode = mode
    self.remote = remote
    searchedFonts = run.settings.soundFonts
  }

  private var player: SoundFontNotePlayer? { run?.client?.player }

  // MARK: The training

  /// Training begins on this client, which knows nothing of the settings yet.
  func begin(on client: PlayerClient) {
    boundControls = nil
    isAnswering = true
    bindControls(of: client.player)
    client.player.onLevel = { [weak self] in
      self?.setLevel(.to(AmplitudeDB(levelPosition: $0).decibels))
    }
    client.player.onPrepare = { [weak self] in self?.updateFonts() }
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
    hand.begin(state, at: run?.time(of: .midi) ?? run?.time(of: .keyboard))
    isAnswering = state.reason == nil
    if let player { bindControls(of: player) }
  }

  /// Hands over the MIDI settings if they have changed.
  private func bindControls(of player: SoundFontNotePlayer) {
    guard let midi = run?.settings.midi,
      boundControls.map({ $0 == (midi, isAnswering) }) != true
    else { return }
    // The link reports a client that has gone meanwhile.
    let controls = ControlBindings(midi, for: face.controls, isAnswering: isAnswering)
    guard (try? player.bind(controls)) != nil else { return }
    boundControls = (midi, isAnswering)
  }

  /// Has SoundFonts looked for where the settings say now.
  private func updateFonts() {
    guard let run, let player, searchedFonts != run.settings.soundFonts else { return }
    searchedFonts = run.settings.soundFonts
    player.library.search = run.fontSearch(run.settings.soundFonts)
  }

  private func resumeAfterInterruption() -> Bool { run?.resumeAfterInterruption() == true }

  // MARK: Keys and lines

  func handle(_ key: Key) {
    if key == .panic { return silence() }
    if let outputs { return handle(key, in: outputs) }
    if mode.isCovered { return handleInHelp(key) }
    if key == .enter {
      if resumeAfterInterruption() { return }
      if pauses.reason != nil { return _ = pauses.resume() }
      if hand.isReplay { return skipFeedback(from: .keyboard) }
    }
    guard let intent = face.command(for: key) else { return _ = resumeAfterInterruption() }
    handle(intent, from: .keyboard)
  }

  /// Any key that closes the help does only that; Enter also goes on.
  private func handleInHelp(_ key: Key) {
    mode.handleInHelp(key)
    guard !mode.isCovered else { return }
    pauses.endHoldForUser()
    if key == .enter, pauses.waitsForUser { _ = pauses.resume() }
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
    if isTyped, run?.isOnTerminal == true, ![.quit, .panic].contains(intent),
      resumeAfterInterruption()
    {
      return
    }
    // A page with outputs takes the keys.
    let isOpen = isTyped || outputs == nil
    var isDone = true
    switch intent {
    case .start(let name):
      guard isOpen, name == nil || name.flatMap(NamedTraining.init)?.name == face.name else {
        return
      }
      isDone = resumeAfterInterruption() || pauses.resume()
    case .pause: isDone = !isOpen || pauses.togglePause()
    case .panic: silence()
    case .help: showHelp(for: device)
    case .output: openOutputs()
    case .quit: run?.end(.quit)
    case .undo:
      isDone = session?.undo() == true
      // A command asks for something that does not fit now; a key may just be tried.
      if !isDone, device == .keyboard { return mode.showNotice(.nothingToUndo) }
    case .level(let change): setLevel(change)
    case .answer, .choose, .commit, .commitAt:
      guard isOpen else { return }
      // A pad or a tablet goes on while only the user is waited for.
      if !isTyped, pauses.waitsForUser, pauses.resume() { return }
      isDone = send(intent, from: device)
    case .slider, .sliderFromStart, .nudge, .tuneOn, .again, .last, .skip:
      isDone = send(intent, from: device)
    }
    if !isDone, isTyped { mode.showNotice(.ignored(command: intent.command)) }
  }

  private func showHelp(for device: InputDevice) {
    mode.showHelp()
    if mode.isCovered {
      pauses.holdForUser()
    } else if device == .keyboard, pauses.reason == nil {
      // Lines are read out, and notes would cover them.
      _ = pauses.togglePause()
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
      let time = run?.time(of: device)
      guard let meant = hand.meaning(of: intent, at: time) else { return true }
      return session?.handle(meant, from: device, at: time) ?? false
    }
  }

  /// Fades out everything that sounds, also what belongs to no trial. A training waits then.
  func silence() {
    pauses.silence()
    player?.stopAll()
  }

  /// Sets the level of everything that sounds from here on, until Peach ends.
  private func setLevel(_ change: LevelChange) {
    guard let settings = run?.settings else { return }
    settings.changeLevel(change)
    let level = settings.outputLevel
    mode.showLevel(level)
    remote?.showLevel(level)
  }

  // MARK: The output

  private func openOutputs() {
    pauses.holdForUser()
    let chooser = run?.makeOutputChooser { [mode] in mode.showNotice(.portChosen($0)) }
    guard let chooser else { return }
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
    leaving = Task { [weak self, pauses] in
      await chooser.closingHasEnded()
      // The page may be open again.
      if self?.outputs == nil { pauses.endHoldForUser() }
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
    pauses.endHoldForUser()
  }
}
