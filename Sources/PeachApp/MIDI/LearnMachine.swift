import Console
import Language
import Program
import Realtime
import Settings
import Training

/// Decides the course of MIDI learn: its requests, guesses and settings.
nonisolated struct LearnMachine: Hashable {
  /// The controls that the user is asked for, in this order. The raw value is the word in JSON.
  enum Step: String, CaseIterable, Hashable {
    case slider, commit, higher, lower, first, second, again, pause
  }

  /// The control that the messages of a step probably come from.
  enum Guess: Hashable {
    case control(ControlGuess)
    case button(ButtonGuess)
  }

  /// A message that does not answer the request.
  struct Heard: Hashable {
    enum Reason: Hashable {
      /// More messages of this control are needed.
      case unclear
      /// The control already has this role.
      case taken(Step)
    }

    let message: MIDIMessage
    let reason: Reason
  }

  enum Action: Hashable {
    /// Ask the user for this.
    case ask(Step)
    /// The guess has changed.
    case show(Guess)
    /// Show a message from which nothing is recognized yet.
    case hear(Heard)
    /// Report that there is nothing to accept yet.
    case nothingHeard
    /// Write the settings, as all steps are done.
    case finish([Setting])
  }

  struct Setting: Hashable {
    let key: SettingKey
    let text: String
  }

  /// The settings that can be learnt.
  static let keys = Set(Step.allCases.map { $0.key } + [.wheel, .midiChannel])

  /// The number of messages that are kept.
  private static let memory = 512

  private(set) var step: Step = .slider
  private(set) var guess: Guess?

  /// The last message while there is no guess.
  private(set) var heard: Heard?

  private(set) var isComplete = false

  private(set) var accepted: [Step: Guess] = [:]
  private var received: [MIDIMessage] = []

  /// The last messages of earlier steps.
  private var earlier: [MIDIMessage] = []

  /// Receives messages. Returns an action if they change the guess, or if the first ones of a
  /// control are not enough for a guess.
  mutating func receive(_ messages: [MIDIMessage]) -> Action? {
    guard !isComplete else { return nil }
    received.append(contentsOf: messages)
    if received.count > Self.memory { received.removeFirst(received.count - Self.memory) }
    guard let guess = currentGuess else { return self.guess == nil ? hear(messages) : nil }
    heard = nil
    guard guess != self.guess else { return nil }
    self.guess = guess
    return .show(guess)
  }

  /// Handles messages that do not answer. Returns `nil` if their control has been shown already.
  private mutating func hear(_ messages: [MIDIMessage]) -> Action? {
    let last: Heard?
    if step == .slider {
      last = messages.last { !$0.isRelease }.map { Heard(message: $0, reason: .unclear) }
    } else {
      last = messages.last { ButtonGuess([$0]) != nil }.flatMap { message in
        taker(of: message).map { Heard(message: message, reason: .taken($0)) }
      }
    }
    guard let last else { return nil }
    let isNew = heard.map { !$0.message.isOfSameControl(as: last.message) } ?? true
    heard = last
    return isNew ? .hear(last) : nil
  }

  mutating func accept() -> Action {
    guard let guess else { return .nothingHeard }
    accepted[step] = guess
    return next()
  }

  /// Drops the guess and repeats the step.
  mutating func again() -> Action {
    forget()
    return .ask(step)
  }

  /// Leaves the setting of this step as it is.
  mutating func skip() -> Action {
    accepted[step] = nil
    return next()
  }

  /// Repeats the previous step, or the first.
  mutating func back() -> Action {
    forget()
    if isComplete {
      isComplete = false
    } else if let index = Step.allCases.firstIndex(of: step), index > 0 {
      step = Step.allCases[index - 1]
    }
    accepted[step] = nil
    return .ask(step)
  }

  private var currentGuess: Guess? {
    guard step != .slider else { return ControlGuess(received).map(Guess.control) }
    guard let button = ButtonGuess(received.filter { !isOfSlider($0) }, after: earlier),
      takers(of: button.button).isEmpty
    else { return nil }
    return .button(button)
  }

  /// True if a message comes from the control that tunes, which may still move in later steps.
  private func isOfSlider(_ message: MIDIMessage) -> Bool {
    guard case .control(let guess) = accepted[.slider],
      case .controlChange(_, let controller, _) = message
    else { return false }
    return guess.contains(.controller(Int(controller)))
  }

  /// The steps that have this button and are used in a training that uses the present step. The
  /// channel does not matter, as the settings have one for all.
  private func takers(of button: MIDIButton) -> [Step] {
    Step.allCases.filter { other in
      guard case .button(let taken) = accepted[other] else { return false }
      return taken.button == button && step.meets(other)
    }
  }

  /// The step that has the control of a message that presses it; `nil` if it is free.
  private func taker(of message: MIDIMessage) -> Step? {
    guard !isOfSlider(message), let press = ButtonGuess([message]) else { return nil }
    return takers(of: press.button).first
  }

  private mutating func next() -> Action {
    forget()
    guard let index = Step.allCases.firstIndex(of: step), index + 1 < Step.allCases.count else {
      isComplete = true
      return .finish(settings)
    }
    step = Step.allCases[index + 1]
    return .ask(step)
  }

  private mutating func forget() {
    earlier = Array((earlier + received).suffix(Self.memory))
    received = []
    guess = nil
    heard = nil
  }

  /// The accepted guesses as settings, with their MIDI channel if they share one; empty if there
  /// are none.
  var settings: [Setting] {
    var settings: [Setting] = []
    var channels: Set<Int> = []
    for step in Step.allCases {
      switch accepted[step] {
      case .control(let guess):
        channels.insert(guess.channel)
        switch guess.control {
        case .slider(let control): settings.append(Setting(key: .slider, text: "\(control)"))
        case .wheel:
          settings.append(Setting(key: .slider, text: "none"))
          settings.append(Setting(key: .wheel, text: WheelUse.speed.rawValue))
        }
      case .button(let guess):
        channels.insert(guess.channel)
        settings.append(Setting(key: step.key, text: "\(guess.button)"))
      case nil: break
      }
    }
    guard let channel = channels.first else { return [] }
    let setting = Setting(key: .midiChannel, text: channels.count == 1 ? "\(channel)" : "0")
    return settings + [setting]
  }
}

extension LearnMachine.Step {
  nonisolated var key: SettingKey {
    switch self {
    case .slider: .slider
    case .commit: .commitButtons
    case .higher: .higherButtons
    case .lower: .lowerButtons
    case .first: "firstButtons"
    case .second: "secondButtons"
    case .again: "againButtons"
    case .pause: "pauseButtons"
    }
  }

  /// The training that uses the control; `nil` for all.
  private nonisolated var training: TrainingName? {
    switch self {
    case .higher, .lower: .comparison
    case .slider, .commit: .matching
    case .first, .second: .purity
    case .again, .pause: nil
    }
  }

  /// True if a training uses the controls of both steps.
  fileprivate nonisolated func meets(_ other: Self) -> Bool {
    guard let training, let others = other.training else { return true }
    return training == others
  }

  /// The request to the user.
  nonisolated var request: String {
    switch self {
    case .slider:
      localized(
        """
        Turn the knob or wheel that you want to tune with slowly to the left, then to the \
        right, a few steps each way.
        """
      )
    case .commit: localized("Press the key, pad or pedal for: in tune.")
    case .higher: localized("Press the key, pad or pedal for: higher.")
    case .lower: localized("Press the key, pad or pedal for: lower.")
    case .first: localized("Press the key, pad or pedal for: the first was in tune.")
    case .second: localized("Press the key, pad or pedal for: the second was in tune.")
    case .again: localized("Press the key, pad or pedal for: hear again.")
    case .pause: localized("Press the key, pad or pedal for: pause.")
    }
  }
}

extension ControlGuess {
  /// True if a button is one of its controllers, on any channel.
  nonisolated fileprivate func contains(_ button: MIDIButton) -> Bool {
    guard case .slider(let control) = control, case .controller(let number) = button else {
      return false
    }
    return switch control {
    case .none: false
    case .controller(let own), .relative(let own, _): number == own
    case .pair(let coarse): number == coarse || number == coarse + 32
    case .parameter: [6, 38, 98, 99].contains(number)
    }
  }
}

extension MIDIMessage {
  nonisolated fileprivate var isRelease: Bool { if case .noteOff = self { true } else { false } }

  /// True if both messages come from one control.
  nonisolated fileprivate func isOfSameControl(as other: MIDIMessage) -> Bool {
    guard channel == other.channel else { return false }
    return switch (self, other) {
    case (.noteOn(_, let key, _), .noteOn(_, let other, _)): key == other
    case (.controlChange(_, let number, _), .controlChange(_, let other, _)): number == other
    case (.programChange, .programChange), (.pitchWheel, .pitchWheel): true
    default: false
    }
  }
}

extension LearnMachine.Heard {
  /// The message, and the reason why it is no answer yet.
  nonisolated var words: String {
    let message = MIDIWords.text(message)
    return switch reason {
    case .unclear:
      localized("Received: %@. Not recognized yet: a few steps more, in both directions.", message)
    case .taken(let step):
      localized("Received: %@. This control already has another role: %@", message, step.request)
    }
  }
}

/// An answer of the user during MIDI learn: a key, on the page and in `peach midi learn`, or a word
/// on a line.
enum LearnAnswer: CaseIterable, Hashable {
  /// Leaves the control as it is.
  case skip
  /// Learns the last control anew.
  case redo
  /// Accepts the guess.
  case accept
  /// Ends without a change.
  case leave

  init?(_ key: Key) {
    guard let answer = Self.allCases.first(where: { $0.keys.contains(key.command) }) else {
      return nil
    }
    self = answer
  }

  /// - Parameter line: a word, or the letter of a key; empty for Enter.
  init?(line: String) {
    let key: Key? =
      line.isEmpty ? .enter : line.count == 1 ? line.first.map { Key.character($0) } : nil
    let answer = Self.allCases.first { $0.words.contains(line) } ?? key.flatMap { Self($0) }
    guard let answer else { return nil }
    self = answer
  }

  private var keys: [Key] {
    switch self {
    case .skip: [.character(" "), .character("s")]
    case .redo: [.backspace, .character("r")]
    case .accept: [.enter]
    case .leave: [.escape, .character("q")]
    }
  }

  /// The words, of which the first is shown.
  private var words: [String] {
    switch self {
    case .skip: ["skip"]
    case .redo: ["again"]
    case .accept: ["accept", "a", "yes", "y"]
    case .leave: ["quit"]
    }
  }

  var word: String { words[0] }

  /// The name of the shown key.
  var key: String {
    switch self {
    case .skip: SpaceKey.name
    case .redo: localized(context: "key on the keyboard", "Backspace")
    case .accept: "Enter"
    case .leave: "Esc"
    }
  }

  /// - Parameter savesAll: true if Enter saves all controls, not only the last.
  func hint(savesAll: Bool) -> StageFrame.KeyHint {
    let meaning =
      switch self {
      case .skip: localized(context: "key", "skip")
      case .redo: localized(context: "key", "redo")
      case .accept:
        savesAll ? localized(context: "key", "save") : localized(context: "key", "accept")
      case .leave: localized(context: "key", "cancel")
      }
    return StageFrame.KeyHint(key, meaning)
  }

  /// The row of the help page.
  var row: KeyTable.Row {
    switch self {
    case .skip: KeyTable.Row("\(key) s", localized("leave this control as it is"))
    case .redo: KeyTable.Row("\(key) r", localized("the last one again"))
    case .accept: KeyTable.Row(key, localized("save what was found"))
    case .leave: KeyTable.Row("\(key) q", localized("cancel"))
    }
  }
}
