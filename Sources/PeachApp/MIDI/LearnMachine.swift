import Language
import Realtime
import Settings

/// The course of `peach midi learn`: what it asks for, what it guesses and what it sets. A value:
/// messages and answers go in, actions come out.
nonisolated struct LearnMachine: Hashable {
  /// What the user is asked to move, in this order. The raw value is the word in JSON.
  enum Step: String, CaseIterable, Hashable {
    case slider, commit, higher, lower
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

  /// How many messages of a step are kept; the oldest are dropped.
  private static let memory = 512

  private(set) var step: Step = .slider
  private(set) var guess: Guess?
  private var received: [MIDIMessage] = []
  private var accepted: [Step: Guess] = [:]

  /// Receives messages; returns an action if they change the guess.
  mutating func receive(_ messages: [MIDIMessage]) -> Action? {
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
  mutating func skip() -> Action { next() }

  private var currentGuess: Guess? {
    switch step {
    case .slider: ControlGuess(received).map(Guess.control)
    case .commit, .higher, .lower: ButtonGuess(received).map(Guess.button)
    }
  }

  private mutating func next() -> Action {
    forget()
    guard let index = Step.allCases.firstIndex(of: step), index + 1 < Step.allCases.count else {
      return .finish(settings)
    }
    step = Step.allCases[index + 1]
    return .ask(step)
  }

  private mutating func forget() {
    received = []
    guess = nil
  }

  /// The accepted guesses as settings. If all are on one channel, that becomes the MIDI channel.
  private var settings: [Setting] {
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
    }
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
    }
  }
}
