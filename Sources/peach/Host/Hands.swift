import Console
import Foundation

/// Everything by which a user reaches a training: keys or lines on standard input, and signals.
final class Hands {
  enum Input {
    case intent(Intent)
    /// A line that is no command.
    case unknown(String)
    /// A command whose value cannot be.
    case badValue(command: String, value: String, allowed: String)
    /// A key that means nothing by itself.
    case otherKey
    /// A command that this training does not know and the other does.
    case unfitting(String)
    case endOfInput
    /// The signal asks Peach to end.
    case signal(Int32)
    /// Ctrl-Z: the process shall stop for a while.
    case suspend
  }

  private let training: TrainingName
  private var keys: KeyDecoder?
  private var lines = LineSplitter()
  private var receive: ((Input) -> Void)?
  private var signals: SignalWatch?

  /// Reads from now on.
  ///
  /// - Parameter terminal: where single keys come from; `nil` reads lines.
  init(terminal: Terminal?, training: TrainingName, receive: @escaping (Input) -> Void) {
    self.training = training
    keys = terminal == nil ? nil : KeyDecoder()
    self.receive = receive
    signals = SignalWatch(
      [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP],
      whenIgnored: { number in
        terminal?.restore()
        _exit(128 + number)
      },
      receive: { [weak self] number in
        self?.receive?(number == SIGTSTP ? .suspend : .signal(number))
      })
    StandardInput().start { [weak self] in self?.take($0) }
  }

  /// Nothing is received any more.
  func stop() { receive = nil }

  private func take(_ chunk: StandardInput.Chunk) {
    switch chunk {
    case .bytes(let bytes):
      if keys != nil {
        (keys?.decode(bytes) ?? []).forEach(take)
      } else {
        lines.split(bytes).forEach(take)
      }
    case .pause: (keys?.flush() ?? []).forEach(take)
    case .end:
      if let last = lines.finish() { take(last) }
      // A terminal sends no end; it hangs up.
      receive?(keys == nil ? .endOfInput : .signal(SIGHUP))
    }
  }

  private func take(_ key: Key) {
    receive?(training.intent(for: key).map { .intent($0) } ?? .otherKey)
  }

  private func take(_ line: String) {
    switch LineCommands.parse(line, for: training) {
    case .intent(let intent): receive?(.intent(intent))
    case .badValue(let command, let value, let allowed):
      receive?(.badValue(command: command, value: value, allowed: allowed))
    case .unknown(let text): receive?(.unknown(text))
    case .unfitting(let text): receive?(.unfitting(text))
    case .nothing: break
    }
  }
}
