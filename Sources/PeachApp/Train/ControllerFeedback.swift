import Charts
import Console
import Music
import Program
import Realtime
import Settings
import Sound
import Training

/// The MIDI output of a client, which sends controllers what to show. Main thread.
protocol ControllerPort: AnyObject {
  /// The full names of the ports to which it is connected, none of them Peach's own.
  var controllers: [String] { get }

  /// Sends a message soon, and `again` if it may have been lost. Returns false if that fails.
  @discardableResult
  func send(_ message: ShortMIDIMessage, again: Bool) -> Bool

  /// Ignores the movement of the control that tunes, as the last message makes a motor move it.
  func followMotor()
}

extension JackEngine: ControllerPort {}

/// A run of training on a controller: its lights show whether an answer is expected, and whether
/// the last one was right; its fader shows what was committed. Nothing is sent unless a controller
/// is connected with the MIDI output, and no message gives the answer away. Main thread.
final class ControllerFeedback: OutputMode {
  /// From the middle of the slider to its end, in cents.
  private static let reach = PitchSlider.usualReach.rawValue

  private let settings: () -> MIDISettings
  private let port: () -> (any ControllerPort)?
  private var board = LightBoard()

  /// The meanings of the lights that are on.
  private var lit: Set<ControllerLight.Meaning> = []

  /// The position of the slider that is shown, −1…+1; `nil` before the first trial.
  private var position: Double?

  /// The ports to which the MIDI output was last connected.
  private var connected: [String] = []

  /// - Parameters:
  ///   - settings: the present settings.
  ///   - port: the MIDI output; `nil` without a client.
  init(settings: @escaping () -> MIDISettings, port: @escaping () -> (any ControllerPort)?) {
    self.settings = settings
    self.port = port
  }

  // MARK: Connections

  /// Begins a training, on a client that may be new.
  func begin() {
    lit = []
    position = nil
    connected = []
    controllersChanged()
  }

  /// Sends a controller that has been connected its preset and the state of the training.
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

  func show(_ event: ShownEvent) {
    switch event {
    case .trial:
      lit = []
      showLights()
      // A fader has its whole way in both directions again.
      showSlider(at: 0)
    case .state(let state):
      if state.replay != nil {
        lit.subtract([.waiting, .paused])
      } else if state.pause != nil {
        lit = [.paused]
      } else {
        lit.subtract([.waiting, .paused])
        if state.phase.acceptsAnswer { lit.insert(.waiting) }
      }
      showLights()
    case .verdict(let result):
      lit = []
      if let isCorrect = result.isCorrect { lit = [isCorrect ? .right : .wrong] }
      showLights()
      if let cents = result.centsTuned { showSlider(at: cents / Self.reach) }
    case .withdrawal:
      lit.subtract([.right, .wrong])
      showLights()
    case .discard:
      lit = []
      showLights()
    case .result, .miss, .scene, .summary, .block, .plan, .level, .question, .help, .outputs: break
    }
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
    // A light that did not get its message gets it the next time.
    if !areSent { board.forget() }
  }

  /// - Parameter isNew: whether the controller was just connected, and was not moved in this trial.
  private func showSlider(at position: Double, isNew: Bool = false) {
    self.position = position
    guard !connected.isEmpty, let port = port() else { return }
    let settings = settings()
    let messages = settings.messages(forSliderAt: position)
    for message in messages { port.send(message, again: isNew) }
    if !messages.isEmpty, settings.showsSliderOnItsControl { port.followMotor() }
  }
}

extension TrialPhase {
  /// True if an answer is awaited, or can be given to the sound that has begun.
  fileprivate var acceptsAnswer: Bool {
    switch self {
    case .playingNote2, .playingSecond, .playingThird, .playingTunable, .listening, .awaitingAnswer:
      true
    case .idle, .paused, .playingNote1, .playingTogether, .playingFirst, .playingReference,
      .judging, .showingFeedback, .replaying:
      false
    }
  }
}

extension ShownResult {
  /// `nil` if answers are neither right nor wrong.
  fileprivate var isCorrect: Bool? {
    guard case .bool(let isCorrect)? = value("isCorrect") else { return nil }
    return isCorrect
  }

  /// The way of the slider from its beginning, in cents; `nil` if nothing was tuned.
  fileprivate var centsTuned: Double? {
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
  /// The inputs of controllers with which the MIDI output is to be connected; empty under a session
  /// manager, which makes the connections.
  func controllerInputs(_ settings: FileUserSettings) -> [MIDISourcePattern] {
    guard SessionManager(environment: environment) == nil else { return [] }
    return settings.midi.feedback.outputs.compactMap { MIDISourcePattern(checking: $0.text) }
  }
}

/// The lights of a controller, as messages. Only changes are sent. A value.
nonisolated struct LightBoard {
  /// The value that was last sent to each light, on the channel of that time.
  private var shown: [ControllerLight.Control: Int] = [:]
  private var channel = 0

  /// Returns the messages that make the lights show these meanings.
  ///
  /// Several meanings may share a light that has a value for each; the first that is lit wins.
  mutating func show(
    _ lit: Set<ControllerLight.Meaning>, by settings: MIDISettings
  ) -> [ShortMIDIMessage] {
    if settings.feedbackChannel != channel {
      shown = [:]
      channel = settings.feedbackChannel
    }
    var messages: [ShortMIDIMessage] = []
    var handled: Set<ControllerLight.Control> = []
    let lights = settings.feedback.lights
    for light in lights where handled.insert(light.control).inserted {
      let alike = lights.filter { $0.control == light.control }
      let value = alike.first { lit.contains($0.meaning) }?.on ?? light.off
      guard shown[light.control] != value else { continue }
      shown[light.control] = value
      messages.append(message(light.control, value))
    }
    // The settings or the map no longer have these lights.
    for control in shown.keys.filter({ !handled.contains($0) }) {
      shown[control] = nil
      messages.append(message(control, 0))
    }
    return messages
  }

  /// Forgets the values, as a controller that was just connected may show anything.
  mutating func forget() { shown = [:] }

  private func message(_ control: ControllerLight.Control, _ value: Int) -> ShortMIDIMessage {
    switch control {
    case .note(let key): .note(key, velocity: value, channel: channel)
    case .controller(let number): .controller(number, value: value, channel: channel)
    }
  }
}

extension MIDISettings {
  /// The messages that make a fader or a ring of lights show a position of the slider, −1…+1; empty
  /// if none shows it.
  nonisolated func messages(forSliderAt position: Double) -> [ShortMIDIMessage] {
    let share = (min(max(position, -1), 1) + 1) / 2
    let channel = feedbackChannel
    let fine = Int((share * 16_383).rounded())
    switch feedback.slider {
    case .none: return []
    case .controller(let number, let range):
      let value =
        range.lowerBound + Int((share * Double(range.upperBound - range.lowerBound)).rounded())
      return [.controller(number, value: value, channel: channel)]
    case .pair(let number):
      return [
        .controller(number, value: fine >> 7, channel: channel),
        .controller(number + 32, value: fine & 0x7F, channel: channel),
      ]
    case .wheel: return [.pitchWheel(fine, channel: channel)]
    }
  }

  /// The message that selects the controller's preset; `nil` if it is to keep the one that it has.
  nonisolated var presetMessage: ShortMIDIMessage? {
    guard case .program(let number, _) = feedback.preset else { return nil }
    return .program(number, channel: feedbackChannel)
  }
}
