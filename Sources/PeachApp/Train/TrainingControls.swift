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

/// The run around the controls of a training. Main thread.
protocol ControlledRun: AnyObject {
  var settings: FileUserSettings { get }

  /// True if the user presses keys on a terminal.
  var isOnTerminal: Bool { get }

  var client: PlayerClient? { get }

  /// Continues a training that the loss of a server interrupted. Returns false if there is none.
  func resumeAfterInterruption() -> Bool

  /// The time of the input from the device that is being handled; `nil` if it is not known.
  func time(of device: InputDevice) -> SoundTime?

  /// The search for SoundFonts with these settings.
  func fontSearch(_ paths: SoundFontPaths) -> SoundFontSearch

  /// Makes the page on which the output is chosen.
  ///
  /// - Parameter onMessage: called with each change.
  func makeOutputChooser(onMessage: @escaping (String) -> Void) -> OutputChooser

  /// Ends the run for the user.
  func end(_ reason: Ending)
}

/// Passes keys, lines, MIDI and Open Sound Control to a training. Main thread.
final class TrainingControls {
  /// The session that is controlled, while there is one.
  weak var session: TrainingDriver?

  private let face: any TrainingFace
  private weak var run: (any ControlledRun)?
  private let pauses: TrainingPauses
  private let mode: any OutputMode
  private let remote: OSCMode?

  /// The meaning of keys, pads and tablets at the moment.
  private var hand = HandInput()

  /// The page of the outputs, while it is open and the training waits.
  private var outputs: OutputChooser?

  /// Ends when the outputs have their final connections.
  private var leaving: Task<Void, Never>?

  /// True if controls answer. Otherwise they only continue the training.
  private var isAnswering = true

  /// The MIDI settings that the process callback has.
  private var boundControls: (settings: MIDISettings, isAnswering: Bool)?

  /// The places of the last search for SoundFonts.
  private var searchedFonts: SoundFontPaths?

  /// - Parameters:
  ///   - run: outlives the controls.
  ///   - mode: shows the inputs that do not fit.
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

  /// Begins training on this client, which does not have the settings yet.
  func begin(on client: PlayerClient) {
    boundControls = nil
    isAnswering = true
    bindControls(of: client.player)
    client.player.onLevel = { [weak self] in
      self?.setLevel(.to(AmplitudeDB(levelPosition: $0).decibels))
    }
    client.player.onPrepare = { [weak self] in self?.updateFonts() }
  }

  /// Ends the controls with the run.
  func finish() {
    closeOutputs()
    player?.onIntent = nil
    player?.onLevel = nil
    player?.onPanic = nil
    player?.onPrepare = nil
  }

  func stateBegins(_ state: ShownState) {
    // A pad or another program may have continued the training.
    if state.reason == nil { uncover() }
    hand.begin(state.phase, at: run?.time(of: .midi) ?? run?.time(of: .keyboard))
    isAnswering = state.reason == nil
    if let player { bindControls(of: player) }
  }

  /// Passes the MIDI settings to the callback if they have changed.
  private func bindControls(of player: SoundFontNotePlayer) {
    guard let midi = run?.settings.midi,
      boundControls.map({ $0 == (midi, isAnswering) }) != true
    else { return }
    // The link reports it if the client is lost meanwhile.
    let controls = ControlBindings(midi, for: face.controls, isAnswering: isAnswering)
    guard (try? player.bind(controls)) != nil else { return }
    boundControls = (midi, isAnswering)
  }

  /// Searches for SoundFonts if the places in the settings have changed.
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

  /// Handles a key in the help. A key that closes it does nothing else, but Enter also continues.
  private func handleInHelp(_ key: Key) {
    mode.handleInHelp(key)
    guard !mode.isCovered else { return }
    pauses.endHoldForUser()
    if key == .enter, pauses.waitsForUser { _ = pauses.resume() }
  }

  /// Handles the repetition of a held key, which answers nothing.
  func handleHeld(_ key: Key) {
    if outputs != nil || mode.isCovered {
      guard [.up, .down].contains(key) else { return }
      return handle(key)
    }
    guard let intent = face.command(for: key), intent.repeats else { return }
    handle(intent, from: .keyboard)
  }

  /// Ends the replay of the last result.
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

  /// Does what the user wants. If an intent does not fit, a user who has typed it is notified; keys
  /// and pads of an instrument are there to be played.
  func handle(_ intent: Intent, from device: InputDevice) {
    let isTyped = device == .keyboard || device == .line
    // On a terminal any key continues.
    if isTyped, run?.isOnTerminal == true, ![.quit, .panic].contains(intent),
      resumeAfterInterruption()
    {
      return
    }
    // The page of the outputs uses the keys.
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
      // A pad or a tablet continues if the training waits only for the user.
      if !isTyped, pauses.waitsForUser, pauses.resume() { return }
      isDone = send(intent, from: device)
    case .slider, .sliderFromStart, .nudge, .tuneOn, .again, .last, .skip:
      isDone = send(intent, from: device)
    }
    if !isDone, isTyped { mode.showNotice(.ignored(command: intent.command)) }
  }

  private func showHelp(for device: InputDevice) {
    mode.show(.help)
    if mode.isCovered {
      pauses.holdForUser()
    } else if device == .keyboard, pauses.reason == nil {
      // The lines are read out, and notes would mask them.
      _ = pauses.togglePause()
    }
  }

  /// Passes an intent to the session. Returns false if it does not fit. An intent that a hand
  /// cannot have meant is dropped silently; scripts and sliders always mean what they send.
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

  /// Fades out everything that sounds, also outside of trials, and lets the training wait.
  func silence() {
    pauses.silence()
    player?.stopAll()
  }

  /// Sets the level of everything that sounds, until Peach ends.
  private func setLevel(_ change: LevelChange) {
    guard let settings = run?.settings else { return }
    settings.changeLevel(change)
    let level = settings.outputLevel
    mode.show(.level(level))
    remote?.show(.level(level))
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

  /// Shows the state of the audio input on the page of the outputs.
  func receive(_ meter: InputMeter) { outputs?.show(meter) }

  private func showOutputs() { if let outputs { mode.show(.outputs(outputs.screen)) } }

  /// Closes the page of the outputs, and undoes connections that were tried and not chosen.
  private func closeOutputs() {
    guard let chooser = outputs else { return }
    outputs = nil
    chooser.close()
    mode.show(.outputs(nil))
    leaving = Task { [weak self, pauses] in
      await chooser.closingHasEnded()
      // The page may be open again.
      if self?.outputs == nil { pauses.endHoldForUser() }
    }
  }

  /// Undoes connections that were tried and not chosen, before the client closes.
  func leaveOutputs() async {
    closeOutputs()
    await leaving?.value
  }

  /// Removes the pages over the training.
  private func uncover() {
    closeOutputs()
    guard mode.isCovered else { return }
    mode.handleInHelp(.escape)
    pauses.endHoldForUser()
  }
}
