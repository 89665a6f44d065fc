import Console
import Language
import Program
import Settings
import Sound

/// A run of `peach midi learn`: drives a ``LearnMachine``. Main thread.
final class MIDILearner {
  private let context: CommandContext
  private let listening: ListeningRun
  private var machine = LearnMachine()

  init(_ context: CommandContext) {
    self.context = context
    listening = ListeningRun(context)
  }

  /// Asks for each control in turn; returns the exit status. Throws `JackError`.
  func run() async throws -> Int32 {
    listening.onEvents = { [weak self] events, _ in
      guard let self else { return }
      perform(machine.receive(events.compactMap(\.message)))
    }
    listening.onWord = { [weak self] in self?.handle($0) }
    listening.onKey = { [weak self] in self?.handle($0) }
    listening.whenReady = { [weak self] in
      guard let self else { return }
      perform(machine.guess.map { .show($0) } ?? .ask(machine.step))
    }
    return try await listening.run { _ in }
  }

  private func handle(_ word: String) {
    guard let answer = LearnAnswer(line: word) else {
      return listening.view.showNotice(.unknownAnswer(word))
    }
    handle(answer)
  }

  private func handle(_ key: Key) {
    if let answer = LearnAnswer(key) { handle(answer) }
  }

  private func handle(_ answer: LearnAnswer) {
    switch answer {
    case .skip: perform(machine.skip())
    // What was found and is not yet accepted is the last one.
    case .redo: perform(machine.guess == nil ? machine.back() : machine.again())
    case .accept: perform(machine.accept())
    case .leave: listening.end(ExitStatus.success.rawValue)
    }
  }

  private func perform(_ action: LearnMachine.Action?) {
    switch action {
    case .ask(let step): listening.view.ask(step)
    case .show(let guess): show(guess)
    case .hear(let heard): listening.view.showHeard(heard)
    case .nothingHeard: listening.view.showNotice(.nothingReceived)
    case .finish(let settings): finish(settings)
    case nil: break
    }
  }

  private func show(_ guess: LearnMachine.Guess) {
    let (value, channel) =
      switch guess {
      case .control(let guess): (guess.control.text, guess.channel)
      case .button(let guess): (guess.button.description, guess.channel)
      }
    let step = machine.step
    listening.view.showGuess(step, value: value, channel: channel)
  }

  private func finish(_ settings: [LearnMachine.Setting]) {
    do {
      let file = try context.writableSettingsFile
      let texts = try file.withControlsMoved(by: settings.map { (key: $0.key, text: $0.text) })
      try file.change(setting: texts)
      listening.view.showWritten(texts.map { ($0.key.name, $0.text) }, path: file.path)
      listening.end(ExitStatus.success.rawValue)
    } catch {
      let fault = Fault(any: error)
      listening.view.showFault(fault)
      listening.end(fault.status.rawValue)
    }
  }
}

extension ControlGuess.Control {
  fileprivate var text: String {
    switch self {
    case .slider(let control): control.description
    case .wheel: localized("the pitch wheel")
    }
  }
}

extension Notice {
  /// There is nothing to accept yet.
  fileprivate static var nothingReceived: Notice {
    Notice(
      "nothingHeard", localized("no matching MIDI message has arrived yet, so nothing to accept"))
  }

  /// The word is not an answer to the question.
  fileprivate static func unknownAnswer(_ word: String) -> Notice {
    Notice(
      "unknownAnswer",
      localized(
        "'%@' is not an answer; the answers are %@", word,
        LearnAnswer.allCases.map { "\($0.word) (\($0.key))" }.joined(separator: ", ")))
  }
}
