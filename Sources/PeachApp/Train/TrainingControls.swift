import Charts
import Console
import Music
import OSC
import Realtime
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
      if hand.isReplay { return _ = sendByHand(.skip, from: .keyboard, at: doors.time(.keyboard)) }
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
  func skipFeedback(from device: InputDevice) {
    sendByHand(.skip, from: device, at: doors.time(device))
  }

  func handle(_ line: String) {
    switch LineCommands.parse(line, for: face.name) {
    case .intent(let intent): handle(intent, from: .line)
    case .badValue(let command, let value, let allowed):
      mode.showNotice(.badValue(command: command, value: value, allowed: allowed))
    case .unknown(let text): mode.showNotice(.unknownCommand(text, face.name))
    case .unfitting(let command): ignore(command)
    case .nothing: break
    }
  }

  private func handle(_ intent: Intent, from device: InputDevice) {
    // On a terminal any key goes on.
    if doors.isOnTerminal, ![.quit, .panic].contains(intent), doors.start() { return }
    switch intent {
    case .start: if !doors.start(), !waits.goOn() { ignore(intent.command) }
    case .pause: if !waits.togglePause() { ignore(intent.command) }
    case .panic: silence()
    case .help:
      mode.showHelp()
      if mode.isCovered {
        waits.holdForUser()
      } else if device == .keyboard, waits.reason == nil {
        // Lines are read out, and notes would cover them.
        _ = waits.togglePause()
      }
    case .output: openOutputs()
    case .quit: end(.quit)
    case .undo:
      guard session?.undo() != true else { return }
      // A command asks for something that does not fit now; a key may just be tried.
      if device == .keyboard { mode.showNotice(.nothingToUndo) } else { ignore(intent.command) }
    case .level(let change): setLevel(change)
    case .training(let wanted):
      let isDone =
        device == .line
        ? send(wanted, from: device) : sendByHand(wanted, from: device, at: doors.time(device))
      if !isDone { ignore(intent.command) }
    }
  }

  /// Passes an intent to the session; `false` if it does not fit.
  private func send(
    _ intent: TrainingIntent, from device: InputDevice, at time: SoundTime? = nil
  ) -> Bool {
    session?.handle(intent, from: device, at: time) ?? false
  }

  /// The same for a hand. An intent that it cannot have meant is dropped without a word.
  @discardableResult
  private func sendByHand(
    _ intent: TrainingIntent, from device: InputDevice, at time: SoundTime?
  ) -> Bool {
    guard let meant = hand.meaning(of: intent, at: time) else { return true }
    return send(meant, from: device, at: time)
  }

  /// A pad or a tablet answers. While only the user is waited for, that goes on.
  private func answer(_ intent: TrainingIntent, from device: InputDevice, at time: SoundTime?) {
    guard outputs == nil else { return }
    if waits.waitsForUser, waits.goOn() { return }
    sendByHand(intent, from: device, at: time)
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

  // MARK: MIDI and Open Sound Control

  /// Does what a key, a pad or a pedal asks for. One that does not fit is no news: keys are there to be
  /// played.
  func handle(_ intent: ControlIntent, sliderAt value: Double) {
    let time = doors.time(.midi)
    switch intent {
    case .higher: answer(.answer(higher: true), from: .midi, at: time)
    case .lower: answer(.answer(higher: false), from: .midi, at: time)
    case .first: answer(.choose(first: true), from: .midi, at: time)
    case .second: answer(.choose(first: false), from: .midi, at: time)
    case .commit: answer(.commitAt(value), from: .midi, at: time)
    case .done: answer(.commit, from: .midi, at: time)
    case .again: sendByHand(.again, from: .midi, at: time)
    case .pause: if outputs == nil { _ = waits.togglePause() }
    case .undo: session?.undo()
    case .stop: end(.quit)
    }
  }

  /// Does what Open Sound Control asks for. As with a pad, what does not fit is no news.
  func handle(_ command: RemoteCommand) {
    let now = doors.time(.osc)
    switch command {
    case .higher: answer(.answer(higher: true), from: .osc, at: now)
    case .lower: answer(.answer(higher: false), from: .osc, at: now)
    case .first: answer(.choose(first: true), from: .osc, at: now)
    case .second: answer(.choose(first: false), from: .osc, at: now)
    case .slider(let value): _ = send(.sliderFromStart(value), from: .osc)
    case .nudge(let cents): _ = send(.nudge(Cents(cents)), from: .osc)
    case .commit: answer(.commit, from: .osc, at: now)
    case .again: sendByHand(.again, from: .osc, at: now)
    case .last: sendByHand(.last, from: .osc, at: now)
    case .skip: sendByHand(.skip, from: .osc, at: now)
    case .pause: if outputs == nil { _ = waits.togglePause() }
    case .panic: silence()
    case .level(let level): setLevel(.to(level))
    case .undo: session?.undo()
    case .start(let name):
      guard outputs == nil else { return }
      guard name == nil || name.flatMap(NamedTraining.init)?.name == face.name else { return }
      if !doors.start() { _ = waits.goOn() }
    case .stop: end(.quit)
    case .subscribe, .unsubscribe, .confirm: break
    }
  }

  private func ignore(_ command: String) { mode.showNotice(.ignored(command: command)) }
}
