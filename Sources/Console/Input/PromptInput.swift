import Foundation

/// Words from standard input (single keys on a terminal, lines from a pipe), and signals.
public final class PromptInput {
  public enum Input: Hashable {
    /// A line, or the character of a key; empty for Enter.
    case word(String)

    /// A key that is neither a character nor Enter.
    case key(Key)

    /// A line longer than ``LineSplitter/longestLine``.
    case overlongLine
    case end
    case signal(Int32)

    /// The user wants to suspend the process: the receiver releases what others wait for and calls
    /// ``PromptInput/stop(on:)``.
    case suspend
  }

  private var keys: KeyDecoder?
  private var lines = LineSplitter()
  private var receive: ((Input) -> Void)?
  private var signals: SignalWatch?

  /// Starts to read.
  ///
  /// - Parameters:
  ///   - terminal: the source of single keys; `nil` reads lines.
  ///   - given: takes the place of standard input and of the process's signals.
  public init(
    terminal: Terminal?, from given: GivenInput? = nil, receive: @escaping (Input) -> Void
  ) {
    keys = terminal == nil ? nil : KeyDecoder()
    self.receive = receive
    signals = SignalWatch(
      [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP] + (terminal == nil ? [] : [SIGCONT]),
      from: given,
      whenIgnored: { number in
        guard ![SIGTSTP, SIGCONT].contains(number) else { return }
        terminal?.restore()
        _exit(128 + number)
      },
      receive: { [weak self] number in
        switch number {
        case SIGTSTP: self?.receive?(.suspend)
        // A shell may have changed the terminal meanwhile.
        case SIGCONT: if terminal?.hasKeyMode == true { terminal?.enterKeyMode() }
        default: self?.receive?(.signal(number))
        }
      })
    StandardInput(from: given).start { [weak self] in self?.handle($0) }
  }

  public func stop() { receive = nil }

  /// Restores the terminal and stops the process until it is continued. Call this only if another
  /// process can continue it (``JobControl/canStop``).
  public static func stop(on terminal: Terminal?) {
    let hadKeyMode = terminal?.hasKeyMode ?? false
    terminal?.restore()
    JobControl.stop(on: terminal)
    if hadKeyMode { terminal?.enterKeyMode() }
  }

  private func handle(_ chunk: StandardInput.Chunk) {
    switch chunk {
    case .bytes(let bytes):
      if keys != nil {
        (keys?.decode(bytes) ?? []).forEach(handle)
      } else {
        lines.split(bytes).forEach(handle)
      }
    case .pause: (keys?.flush() ?? []).forEach(handle)
    case .end:
      if let last = lines.finish() { handle(last) }
      receive?(.end)
    }
  }

  private func handle(_ key: Key) {
    if let signal = key.signal {
      signals?.send(signal)
      return
    }
    switch key {
    case .enter: receive?(.word(""))
    case .character(let character): receive?(.word(String(character).lowercased()))
    default: receive?(.key(key))
    }
  }

  private func handle(_ line: LineSplitter.Line) {
    switch line {
    case .text(let text):
      receive?(.word(text.trimmingCharacters(in: .whitespaces).lowercased()))
    case .overlong: receive?(.overlongLine)
    }
  }
}
