import Charts
import Console
import Music
import Program
import Realtime
import Settings
import Sound
import Training

/// The MIDI output of a client, by which controllers are told what to show. Main thread.
protocol ControllerPort: AnyObject {
  /// The full names of the ports to which it is connected, none of them Peach's own.
  var controllers: [String] { get }

  /// Sends a message soon, and `again` if it may have been lost; returns whether it will be sent.
  @discardableResult
  func send(_ message: ShortMIDIMessage, again: Bool) -> Bool

  /// What was sent lets a motor move the control that tunes: its way is no movement of a hand.
  func followMotor()
}

extension JackEngine: ControllerPort {}

/// A run of training for those who look at a controller: its lights show whether an answer is expected, and
/// whether the last one was right; its fader shows what was committed. Nothing is sent unless a controller is
/// connected with the MIDI output, and nothing tells the answer before it is given. Main thread.
final class ControllerFeedback: OutputMode {
  /// From the middle of the slider to its end, in cents.
  private static let reach = PitchSlider.usualReach.rawValue

  private let settings: () -> MIDISettings
  private let port: () -> (any ControllerPort)?
  private var board = LightBoard()

  /// What the lights say.
  private var lit: Set<ControllerLight.Meaning> = []

  /// Where the slider is shown, −1…+1; `nil` before the first trial.
  private var position: Double?

  /// The ports to which the MIDI output was last connected.
  private var connected: [String] = []

  /// - Parameters:
  ///   - settings: what is set now.
  ///   - port: the MIDI output; `nil` without a client.
  init(settings: @escaping () -> MIDISettings, port: @escaping () -> (any ControllerPort)?) {
    self.settings = settings
    self.port = port
  }

  // MARK: Connections

  /// A training begins, on a client that may be a new one.
  func begin() {
    lit = []
    position = nil
    connected = []
    controllersChanged()
  }

  /// The MIDI output has other connections. A controller that has come gets its preset, and shows how the
  /// training stands.
  func controllersChanged() {
    let present = port()?.controllers ?? []
    let hasCome = present.contains { !connected.contains($0) }
    connected = present
    guard hasCome else { return }
    board.forget()
    if let preset = settings().presetMessage { port()?.send(preset, again: true) }
    showLights()
    if let position { showSlider(at: position, isNew: true) }
  }

  // MARK: The training

  func show(_: ShownTrial) {
    lit = []
    showLights()
    // A fader has its whole way in both directions again.
    showSlider(at: 0)
  }

  func show(_ state: ShownState) {
    if state.isReplay {
      lit.subtract([.waiting, .paused])
    } else if state.reason != nil {
      lit = [.paused]
    } else {
      lit.subtract([.waiting, .paused])
      if state.awaitsAnswer { lit.insert(.waiting) }
    }
    showLights()
  }

  func showVerdict(_ result: ShownResult) {
    lit = []
    if let isCorrect = result.isCorrect { lit = [isCorrect ? .right : .wrong] }
    showLights()
    if let cents = result.centsTuned { showSlider(at: cents / Self.reach) }
  }

  func show(_: ShownWithdrawal) {
    lit.subtract([.right, .wrong])
    showLights()
  }

  func show(_: ShownDiscard) {
    lit = []
    showLights()
  }

  func showStopped(_: Ending, trials _: Int) {
    lit = []
    position = nil
    showLights()
  }

  func showNotice(_: Notice) {}
  func showFault(_: Fault) {}

  // MARK: Messages

  private func showLights() {
    guard !connected.isEmpty, let port = port() else { return }
    var areSent = true
    for message in board.show(lit, by: settings()) {
      areSent = port.send(message, again: true) && areSent
    }
    // What a light was not told it is told the next time.
    if !areSent { board.forget() }
  }

  /// - Parameter isNew: whether the controller has just come, and no hand has moved it in this trial.
  private func showSlider(at position: Double, isNew: Bool = false) {
    self.position = position
    guard !connected.isEmpty, let port = port() else { return }
    let settings = settings()
    let messages = settings.messages(forSliderAt: position)
    for message in messages { port.send(message, again: isNew) }
    if !messages.isEmpty, settings.showsSliderOnItsControl { port.followMotor() }
  }
}

extension ShownState {
  /// Whether an answer is expected: it is waited for, or can be given to what has begun.
  var awaitsAnswer: Bool {
    reason == nil
      && (answerLockout > 0 || name == TrialPhase.awaitingAnswer.rawValue)
  }
}

extension ShownResult {
  /// Whether the answer was right; `nil` if answers are neither right nor wrong.
  var isCorrect: Bool? {
    guard case .bool(let isCorrect)? = value("isCorrect") else { return nil }
    return isCorrect
  }

  /// How far the slider was from where it began, in cents; `nil` if nothing was tuned.
  var centsTuned: Double? {
    guard case .double(let error)? = value("userCentError"),
      case .double(let start)? = value("initialCentOffset")
    else { return nil }
    return error - start
  }

  private func value(_ name: String) -> ShownField.Value? {
    fields.first { $0.name == name }?.value
  }
}

extension CommandContext {
  /// The inputs of controllers with which the MIDI output is to be connected; none under a session
  /// manager, which makes the connections.
  func controllerInputs(_ settings: FileUserSettings) -> [MIDISourcePattern] {
    guard SessionManager(environment: environment) == nil else { return [] }
    return settings.midi.feedback.outputs.compactMap { MIDISourcePattern(checking: $0.text) }
  }
}
