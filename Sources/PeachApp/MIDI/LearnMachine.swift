import Language
import Realtime
import Settings
import Training

/// The course of `peach midi learn`: what it asks for, what it guesses and what it sets. A value:
/// messages and answers go in, actions come out.
nonisolated struct LearnMachine: Hashable {
  /// What the user is asked to move, in this order. The raw value is the word in JSON.
  enum Step: String, CaseIterable, Hashable {
    case slider, commit, higher, lower, first, second, again, pause
  }

  /// What the messages of a step probably come from.
  enum Guess: Hashable {
    case control(ControlGuess)
    case button(ButtonGuess)
  }

  /// A message that is no answer to what is asked.
  struct Heard: Hashable {
    enum Reason: Hashable {
      /// It may become one: more has to come.
      case unclear
      /// Its control already does this.
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
    /// This has arrived, and nothing is recognized yet.
    case hear(Heard)
    /// There is nothing to accept yet.
    case nothingHeard
    /// All steps are done; write these settings.
    case finish([Setting])
  }

  /// A key and the text of its value.
  struct Setting: Hashable {
    let key: SettingKey
    let text: String
  }

  /// Every setting that can be learnt.
  static let keys = Set(Step.allCases.map { $0.key } + [.wheel, .midiChannel])

  /// How many messages of a step are kept; the oldest are dropped.
  private static let memory = 512

  private(set) var step: Step = .slider
  private(set) var guess: Guess?

  /// What has arrived last while there is no guess.
  private(set) var heard: Heard?

  /// Whether every step is done.
  private(set) var isComplete = false

  /// What was accepted so far.
  private(set) var accepted: [Step: Guess] = [:]
  private var received: [MIDIMessage] = []

  /// The last messages of the steps before.
  private var earlier: [MIDIMessage] = []

  /// Receives messages; returns an action if they change the guess, or if the first ones of a control
  /// are not enough for one.
  mutating func receive(_ messages: [MIDIMessage]) -> Action? {
    guard !isComplete else { return nil }
    received.append(contentsOf: messages)
    if received.count > Self.memory { received.removeFirst(received.count - Self.memory) }
    let guess = currentGuess
    guard let guess else { return self.guess == nil ? hear(messages) : nil }
    heard = nil
    guard guess != self.guess else { return nil }
    self.guess = guess
    return .show(guess)
  }

  /// What has arrived without being an answer; `nil` if the control has been named already.
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

  /// Accepts the guess.
  mutating func accept() -> Action {
    guard let guess else { return .nothingHeard }
    accepted[step] = guess
    return next()
  }

  /// Drops the guess, because it is wrong or something else was moved.
  mutating func again() -> Action {
    forget()
    return .ask(step)
  }

  /// Leaves the setting of this step as it is.
  mutating func skip() -> Action {
    accepted[step] = nil
    return next()
  }

  /// Does the step before once more, or this one if it is the first.
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

  /// Whether a message comes from the control that tunes. It may still move when a button is asked for.
  private func isOfSlider(_ message: MIDIMessage) -> Bool {
    guard case .control(let guess) = accepted[.slider],
      case .controlChange(_, let controller, _) = message
    else { return false }
    return guess.contains(.controller(Int(controller)))
  }

  /// The steps whose controls include this one and that do something in a training in which this step's
  /// does. The channel does not matter: the settings have one for all.
  private func takers(of button: MIDIButton) -> [Step] {
    Step.allCases.filter { other in
      guard case .button(let taken) = accepted[other] else { return false }
      return taken.button == button && step.meets(other)
    }
  }

  /// What the control of a message that presses it does already; `nil` for a free one.
  private func taker(of message: MIDIMessage) -> Step? {
    // The knob that tunes may still be turning.
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

  /// The accepted guesses as settings; none if nothing was accepted. If all are on one channel, that becomes the MIDI channel.
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
  /// The setting that the step is about.
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

  /// The only training in which the control does something; `nil` if it does so in all.
  private nonisolated var training: TrainingName? {
    switch self {
    case .higher, .lower: .comparison
    case .slider, .commit: .matching
    case .first, .second: .purity
    case .again, .pause: nil
    }
  }

  /// Whether there is a training in which the controls of both steps do something.
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
  /// Whether a button is one of its controllers, on any channel.
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
  /// Whether it says that something was let go.
  nonisolated fileprivate var isRelease: Bool { if case .noteOff = self { true } else { false } }

  /// Whether two messages come from one control.
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
  /// What has arrived, and why it is no answer yet.
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
