import Console
import Foundation
import MainThread
import Training

/// All input from the user: keys or lines on standard input, and signals. A process has one input
/// source, which passes its input to the current receiver.
final class InputSource {
  enum Input {
    /// A key on the terminal.
    case key(Key)
    /// The repetition of a key that is held down. It answers nothing.
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
    /// The terminal has to be drawn again, because it was resized or because of Ctrl-L.
    case resized
    /// A session manager requests that pending results are stored (LADISH, level 1).
    case save
    /// A command by Open Sound Control.
    case remote(Intent)
  }

  private var keys: KeyDecoder?
  private var heldKeys = HeldKeyGuard()
  private var lines = LineSplitter()
  private var signals: SignalWatch?

  /// The receiver. Input without one waits for the next, or is lost, as ``waits(_:)`` says.
  var receive: ((Input) -> Void)? {
    didSet {
      if receive != nil { keepsKeys = false }
      deliverLater()
    }
  }

  /// Input that waits, in its order.
  private var pending: [Input] = []

  /// True while keys are kept for the next receiver, whose page is shown already.
  var keepsKeys = false

  /// True while lines and their end are kept for later.
  var keepsLines = false { didSet { deliverLater() } }

  /// The greatest number of inputs that wait. If there are more, the oldest line is lost.
  private static let mostPending = 100

  /// Reads from now on.
  ///
  /// - Parameters:
  ///   - terminal: the source of single keys; `nil` for lines.
  ///   - given: input in place of standard input and of the process's signals.
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
        case SIGTSTP: self?.send(.suspend)
        case SIGWINCH: self?.send(.resized)
        // In the background, the process could not set up the terminal. A terminal that hangs up
        // sends this signal, too.
        case SIGCONT: if terminal?.enterKeyMode() == true { self?.send(.resized) }
        case SIGUSR1: self?.send(.save)
        default: self?.send(.signal(number))
        }
      })
    guard readsInput else { return }
    StandardInput(from: given).start { [weak self] in self?.handle($0) }
  }

  /// Returns true if an input waits now, instead of being received or lost.
  private func waits(_ input: Input) -> Bool {
    switch input {
    case .signal, .suspend: receive == nil
    case .line, .endOfInput: receive == nil || keepsLines
    case .key, .heldKey: receive == nil && keepsKeys
    case .overlongLine, .resized, .save, .remote: false
    }
  }

  private func send(_ input: Input) {
    guard receive != nil || waits(input) else { return }
    pending.append(input)
    deliver()
    guard pending.count > Self.mostPending else { return }
    let line = pending.firstIndex { if case .line = $0 { true } else { false } }
    if let line { pending.remove(at: line) }
  }

  /// Passes on what waits. Each input may set another receiver, or remove it.
  private func deliver() {
    while let receive, let next = pending.firstIndex(where: { !waits($0) }) {
      receive(pending.remove(at: next))
    }
  }

  /// Passes what waits to the new receiver, as soon as it is ready.
  private func deliverLater() {
    if receive != nil, !pending.isEmpty { Task { deliver() } }
  }

  private func handle(_ press: KeyPress) {
    let isHeld = heldKeys.isHeld(press, at: ProgramClock.now)
    guard press.kind != .release else { return }
    if let signal = press.key.signal {
      // On other terminals the key causes this signal.
      if !isHeld { signals?.send(signal) }
    } else if press.key == .control("l") {
      send(.resized)
    } else {
      send(isHeld ? .heldKey(press.key) : .key(press.key))
    }
  }

  private func handle(_ line: LineSplitter.Line) {
    if case .text(let text) = line { send(.line(text)) } else { send(.overlongLine) }
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
      send(keys == nil ? .endOfInput : .signal(SIGHUP))
    }
  }
}
