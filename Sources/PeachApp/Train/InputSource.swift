import Console
import Foundation
import MainThread
import OSC

/// All input from the user: keys or lines on standard input, and signals. A process has one input
/// source. Its input goes to the current receiver.
final class InputSource {
  enum Input {
    /// A key on the terminal.
    case key(Key)
    /// A key that is held down, which the terminal repeats. It answers nothing.
    case heldKey(Key)
    /// A line from a pipe, without its line end.
    case line(String)
    /// A line from a pipe longer than `LineSplitter.longestLine`.
    case overlongLine
    case endOfInput
    /// The signal asks Peach to end.
    case signal(Int32)
    /// Ctrl-Z: the process should stop for a while.
    case suspend
    /// The terminal has been resized, or shows something else and is to be drawn again (Ctrl-L).
    case resized
    /// A session manager requests that pending results are stored (LADISH, level 1).
    case save
    /// A command by Open Sound Control.
    case remote(RemoteCommand)
  }

  private var keys: KeyDecoder?
  private var heldKeys = HeldKeyGuard()
  private var lines = LineSplitter()
  private var signals: SignalWatch?

  /// The receiver. Without one, keys are lost unless ``keepsKeys``, but lines and a signal that ends Peach are kept.
  var receive: ((Input) -> Void)? {
    didSet {
      if receive != nil { keepsKeys = false }
      deliverMissed()
    }
  }
  private var missedSignal: Int32?
  private var missedLines: [String] = []
  private var missedEnd = false
  private var missedKeys: [Input] = []

  /// Whether keys are kept for the next receiver, because they can be meant for it: its page is shown already.
  var keepsKeys = false

  /// Whether lines and their end are kept for later.
  var keepsLines = false { didSet { deliverMissed() } }

  /// The number of lines that are kept for the next receiver.
  private static let mostMissedLines = 100

  /// Reads from now on.
  ///
  /// - Parameters:
  ///   - terminal: the source of single keys; `nil` reads lines.
  ///   - given: takes the place of standard input and of the process's signals.
  ///   - readsInput: whether standard input is read at all.
  init(
    terminal: Terminal?, from given: GivenInput?, readsInput: Bool = true,
    receive: ((Input) -> Void)? = nil
  ) {
    keys = terminal == nil ? nil : KeyDecoder()
    self.receive = receive
    signals = SignalWatch(
      [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGUSR1],
      from: given,
      whenIgnored: { number in
        guard ![SIGWINCH, SIGUSR1, SIGCONT].contains(number) else { return }
        terminal?.restore()
        _exit(128 + number)
      },
      receive: { [weak self] number in
        switch number {
        case SIGTSTP: self?.receive?(.suspend)
        case SIGWINCH: self?.receive?(.resized)
        // The process may have come from the background, where it cannot set up the terminal. A
        // terminal that hangs up sends this signal, too.
        case SIGCONT: if terminal?.enterKeyMode() == true { self?.receive?(.resized) }
        case SIGUSR1: self?.receive?(.save)
        default: self?.handle(signal: number)
        }
      })
    guard readsInput else { return }
    StandardInput(from: given).start { [weak self] in self?.handle($0) }
  }

  private func handle(signal number: Int32) {
    guard let receive else {
      missedSignal = number
      return
    }
    receive(.signal(number))
  }

  private func handle(_ line: LineSplitter.Line) {
    guard case .text(let text) = line else {
      receive?(.overlongLine)
      return
    }
    missedLines.append(text)
    missedLines = missedLines.suffix(Self.mostMissedLines)
    // Each line may set another receiver, or remove it.
    deliverLines()
  }

  private func deliverLines() {
    while !keepsLines, let receive, !missedLines.isEmpty {
      receive(.line(missedLines.removeFirst()))
    }
  }

  /// Delivers the missed input to the new receiver, as soon as it is ready.
  private func deliverMissed() {
    guard receive != nil,
      missedSignal != nil || !missedLines.isEmpty || !missedKeys.isEmpty || missedEnd
    else { return }
    Task {
      if let number = missedSignal {
        missedSignal = nil
        handle(signal: number)
      }
      deliverLines()
      while let receive, !missedKeys.isEmpty { receive(missedKeys.removeFirst()) }
      if missedEnd, !keepsLines {
        missedEnd = false
        receive?(.endOfInput)
      }
    }
  }

  private func handle(_ press: KeyPress) {
    let isHeld = heldKeys.isHeld(press, at: ProgramClock.now)
    guard press.kind != .release else { return }
    if let signal = press.key.signal {
      // Takes the way that it takes on other terminals.
      if !isHeld { signals?.send(signal) }
    } else if press.key == .control("l") {
      receive?(.resized)
    } else {
      let input = isHeld ? Input.heldKey(press.key) : .key(press.key)
      if receive == nil && keepsKeys || !missedKeys.isEmpty {
        // In their order.
        missedKeys.append(input)
      } else {
        receive?(input)
      }
    }
  }

  private func handle(_ chunk: StandardInput.Chunk) {
    switch chunk {
    case .bytes(let bytes):
      if keys != nil {
        for press in keys?.presses(in: bytes) ?? [] { handle(press) }
      } else {
        for line in lines.split(bytes) { handle(line) }
      }
    case .pause:
      for key in keys?.flush() ?? [] { handle(KeyPress(key)) }
    case .end:
      if let last = lines.finish() { handle(last) }
      // A terminal does not report an end of input; it hangs up.
      if keys != nil {
        receive?(.signal(SIGHUP))
      } else if keepsLines {
        missedEnd = true
      } else {
        receive?(.endOfInput)
      }
    }
  }
}
