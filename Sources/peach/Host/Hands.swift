import Console
import Foundation
import OSC

/// Everything by which a user reaches Peach: keys or lines on standard input, and signals. One for a
/// process; what it brings goes to whoever listens at that moment.
final class Hands {
  enum Input {
    /// A key on the terminal.
    case key(Key)
    /// A line from a pipe, without its end.
    case line(String)
    case endOfInput
    /// The signal asks Peach to end.
    case signal(Int32)
    /// Ctrl-Z: the process shall stop for a while.
    case suspend
    /// The terminal has another size now.
    case resized
    /// Whatever waits is to be stored: a session manager wants it (LADISH, level 1).
    case save
    /// A command by Open Sound Control.
    case remote(RemoteCommand)
  }

  private var keys: KeyDecoder?
  private var lines = LineSplitter()
  private var signals: SignalWatch?

  /// Who listens; without anybody, what comes is lost, but for a signal that asks for the end.
  var receive: ((Input) -> Void)? { didSet { deliverMissedSignal() } }
  private var missedSignal: Int32?

  /// Reads from now on.
  ///
  /// - Parameters:
  ///   - terminal: where single keys come from; `nil` reads lines.
  ///   - readsInput: whether standard input is read at all.
  init(terminal: Terminal?, readsInput: Bool = true, receive: ((Input) -> Void)? = nil) {
    keys = terminal == nil ? nil : KeyDecoder()
    self.receive = receive
    signals = SignalWatch(
      [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH, SIGUSR1],
      whenIgnored: { number in
        guard number != SIGWINCH, number != SIGUSR1 else { return }
        terminal?.restore()
        _exit(128 + number)
      },
      receive: { [weak self] number in
        switch number {
        case SIGTSTP: self?.receive?(.suspend)
        case SIGWINCH: self?.receive?(.resized)
        case SIGUSR1: self?.receive?(.save)
        default: self?.take(signal: number)
        }
      })
    guard readsInput else { return }
    StandardInput().start { [weak self] in self?.take($0) }
  }

  private func take(signal number: Int32) {
    guard let receive else {
      missedSignal = number
      return
    }
    receive(.signal(number))
  }

  /// Tells whoever listens now, once they are ready, of the end that was asked for before.
  private func deliverMissedSignal() {
    guard receive != nil, let number = missedSignal else { return }
    missedSignal = nil
    DispatchQueue.main.async { MainActor.assumeIsolated { self.take(signal: number) } }
  }

  private func take(_ chunk: StandardInput.Chunk) {
    switch chunk {
    case .bytes(let bytes):
      if keys != nil {
        for key in keys?.decode(bytes) ?? [] { receive?(.key(key)) }
      } else {
        for line in lines.split(bytes) { receive?(.line(line)) }
      }
    case .pause:
      for key in keys?.flush() ?? [] { receive?(.key(key)) }
    case .end:
      if let last = lines.finish() { receive?(.line(last)) }
      // A terminal sends no end; it hangs up.
      receive?(keys == nil ? .endOfInput : .signal(SIGHUP))
    }
  }
}
