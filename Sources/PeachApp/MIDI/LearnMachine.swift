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

  enum Action: Hashable {
    /// Ask the user for this.
    case ask(Step)
    /// The guess has changed.
    case show(Guess)
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

  /// Whether every step is done.
  private(set) var isComplete = false

  /// What was accepted so far.
  private(set) var accepted: [Step: Guess] = [:]
  private var received: [MIDIMessage] = []

  /// The last messages of the steps before.
  private var earlier: [MIDIMessage] = []

  /// Receives messages; returns an action if they change the guess.
  mutating func receive(_ messages: [MIDIMessage]) -> Action? {
    guard !isComplete else { return nil }
    received.append(contentsOf: messages)
    if received.count > Self.memory { received.removeFirst(received.count - Self.memory) }
    let guess = currentGuess
    guard let guess, guess != self.guess else { return nil }
    self.guess = guess
    return .show(guess)
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
    guard let button = ButtonGuess(received.filter { !isOfSlider($0) }, after: earlier) else {
      return nil
    }
    return isTaken(.button(button)) ? nil : .button(button)
  }

  /// Whether a message comes from the control that tunes. It may still move when a button is asked for.
  private func isOfSlider(_ message: MIDIMessage) -> Bool {
    guard case .control(let guess) = accepted[.slider], case .slider(let control) = guess.control,
      case .controlChange(let channel, let controller, _) = message,
      Int(channel) + 1 == guess.channel
    else { return false }
    let number = Int(controller)
    return switch control {
    case .none: false
    case .controller(let own), .relative(let own, _): number == own
    case .pair(let coarse): number == coarse || number == coarse + 32
    case .parameter: [6, 38, 98, 99].contains(number)
    }
  }

  /// Whether a button already does something else in a training in which this step's does something.
  private func isTaken(_ guess: Guess) -> Bool {
    accepted.contains { other, taken in taken == guess && step.meets(other) }
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
