import Language
import Realtime
import Settings

/// Decides how `peach midi learn` goes on: what it asks for, what it guesses, what it will set. A value:
/// messages and answers in, what to say out.
nonisolated struct LearnMachine: Hashable {
  /// What is asked for, in this order.
  enum Step: String, CaseIterable, Hashable {
    case slider, commit, higher, lower
  }

  /// What the messages of a step came to.
  enum Guess: Hashable {
    case control(ControlGuess)
    case button(ButtonGuess)
  }

  enum Action: Hashable {
    /// The user is to do what the step asks for.
    case ask(Step)
    /// There is another guess than before.
    case show(Guess)
    /// There is nothing to accept yet.
    case nothingHeard
    /// Everything is asked; these are to be set.
    case finish([Setting])
  }

  /// A key and the text of its value.
  struct Setting: Hashable {
    let key: SettingKey
    let text: String
  }

  /// How many messages of a step are kept; what came first is forgotten.
  private static let memory = 512

  private(set) var step: Step = .slider
  private(set) var guess: Guess?
  private var heard: [MIDIMessage] = []
  private var accepted: [Step: Guess] = [:]

  /// Takes in what came; returns what to say, if anything.
  mutating func hear(_ messages: [MIDIMessage]) -> Action? {
    heard.append(contentsOf: messages)
    if heard.count > Self.memory { heard.removeFirst(heard.count - Self.memory) }
    let guess = currentGuess
    guard let guess, guess != self.guess else { return nil }
    self.guess = guess
    return .show(guess)
  }

  /// The guess is right.
  mutating func accept() -> Action {
    guard let guess else { return .nothingHeard }
    accepted[step] = guess
    return next()
  }

  /// The guess is wrong, or something else was moved.
  mutating func again() -> Action {
    forget()
    return .ask(step)
  }

  /// This is not to be set.
  mutating func skip() -> Action { next() }

  private var currentGuess: Guess? {
    switch step {
    case .slider: ControlGuess(heard).map(Guess.control)
    case .commit, .higher, .lower: ButtonGuess(heard).map(Guess.button)
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
    heard = []
    guess = nil
  }

  /// What was accepted, as settings. Where all of it is on one channel, that is the channel.
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
  /// The setting that the step is for.
  nonisolated var key: SettingKey {
    switch self {
    case .slider: .slider
    case .commit: .commitButtons
    case .higher: .higherButtons
    case .lower: .lowerButtons
    }
  }
}

/// What `peach midi learn` asks the user to move.
nonisolated enum LearnStep: String, Hashable, Sendable {
  case slider, commit, higher, lower

  var request: String {
    switch self {
    case .slider:
      localized(
        "Turn the knob or the wheel that shall tune slowly to the left, then to the right, some steps each."
      )
    case .commit: localized("Press the key, pad or pedal that shall commit a tuned note.")
    case .higher: localized("Press the key, pad or pedal that shall answer: higher.")
    case .lower: localized("Press the key, pad or pedal that shall answer: lower.")
    }
  }
}
