import Foundation

/// Reads a file descriptor on a separate thread and delivers the data to the main thread, in order.
///
/// It uses a thread because only `read` can wait for terminals, pipes and files alike. The main
/// thread sleeps meanwhile. The thread reads on only after the main thread has handled the last
/// bytes: a flood of input fills the pipe and not the memory, and a signal waits for one piece of
/// the flood at most.
public final class StandardInput {
  public enum Chunk: Sendable {
    case bytes([UInt8])
    /// No more bytes arrived for a moment.
    case pause
    case end
  }

  /// The longest time that a key's sequence may take to arrive, in milliseconds.
  private nonisolated static let pauseMilliseconds: Int32 = 30

  /// How long the main thread may take to handle keys until they are searched for signals, in
  /// milliseconds.
  private nonisolated static let stuckMilliseconds = 250

  /// The most bytes that are read ahead while the main thread is stuck.
  private nonisolated static let mostAhead = 4096

  /// How often a terminal is asked whether the process is in the foreground again, in microseconds.
  private nonisolated static let backgroundMicroseconds: UInt32 = 100_000

  private let descriptor: CInt

  public init(descriptor: CInt = STDIN_FILENO) { self.descriptor = descriptor }

  /// Starts reading. Call once.
  public func start(_ receive: @escaping @MainActor @Sendable (Chunk) -> Void) {
    let descriptor = descriptor
    let thread = Thread { Self.read(descriptor, receive) }
    thread.name = "peach-input"
    thread.start()
  }

  private nonisolated static func read(
    _ descriptor: CInt, _ receive: @escaping @MainActor @Sendable (Chunk) -> Void
  ) {
    // The main queue keeps the order, which separate tasks would not guarantee.
    let isHandled = DispatchSemaphore(value: 0)
    let isTerminal = isatty(descriptor) == 1
    var buffer = [UInt8](repeating: 0, count: 4096)
    var ahead: [UInt8] = []
    func deliver(_ chunk: Chunk) {
      DispatchQueue.main.async {
        MainActor.assumeIsolated { receive(chunk) }
        isHandled.signal()
      }
      guard isTerminal else {
        isHandled.wait()
        return
      }
      var unsearched = if case .bytes(let bytes) = chunk { bytes } else { [UInt8]() }
      while isHandled.wait(timeout: .now() + .milliseconds(stuckMilliseconds)) == .timedOut {
        sendSignals(askedForBy: unsearched)
        unsearched = []
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard ahead.count < mostAhead, poll(&waiting, 1, 0) > 0 else { continue }
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 {
          unsearched = Array(buffer[..<count])
          ahead += unsearched
        }
      }
    }
    var saidPause = true
    while true {
      if !ahead.isEmpty {
        let bytes = ahead
        ahead = []
        deliver(.bytes(bytes))
        saidPause = false
        continue
      }
      if !saidPause {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&waiting, 1, pauseMilliseconds) == 0 {
          deliver(.pause)
          saidPause = true
          continue
        }
      }
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        // The process that started Peach left the descriptor non-blocking.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, -1)
        continue
      }
      if count <= 0, Terminal.isInBackground(descriptor) {
        // A terminal refuses to be read in the background; in the foreground reading goes on.
        usleep(backgroundMicroseconds)
        continue
      }
      guard count > 0 else {
        deliver(.end)
        return
      }
      deliver(.bytes(Array(buffer[..<count])))
      saidPause = false
    }
  }
}

extension StandardInput {
  /// Sends the signals of Ctrl-C and its like, which a terminal with key events reports as keys:
  /// the main thread, which would send them, is stuck.
  private nonisolated static func sendSignals(askedForBy bytes: [UInt8]) {
    var decoder = KeyDecoder()
    for signal in decoder.decode(bytes).compactMap(\.signal) { kill(getpid(), signal) }
  }
}

/// Splits a stream of bytes into lines, which end with LF, CR LF or CR. Invalid UTF-8 is repaired.
public struct LineSplitter {
  public enum Line: Hashable {
    case text(String)

    /// A line longer than ``longestLine``, reported as soon as that is known. Its text is dropped:
    /// a part of a command is not what was meant.
    case overlong
  }

  /// The most bytes of a line. No command is nearly as long.
  public static let longestLine = 4096

  private var line: [UInt8] = []
  private var isOverlong = false
  private var lastWasCarriageReturn = false

  public init() {}

  public mutating func split(_ bytes: some Sequence<UInt8>) -> [Line] {
    var lines: [Line] = []
    for byte in bytes {
      if byte == 0x0A, lastWasCarriageReturn {
        lastWasCarriageReturn = false
        continue
      }
      lastWasCarriageReturn = byte == 0x0D
      if byte == 0x0A || byte == 0x0D {
        if !isOverlong { lines.append(.text(take())) }
        isOverlong = false
      } else if line.count < Self.longestLine {
        if !isOverlong { line.append(byte) }
      } else {
        isOverlong = true
        line = []
        lines.append(.overlong)
      }
    }
    return lines
  }

  /// The last line, if it has no line end.
  public mutating func finish() -> Line? {
    defer { isOverlong = false }
    return line.isEmpty ? nil : .text(take())
  }

  private mutating func take() -> String {
    defer { line = [] }
    return String(decoding: line, as: UTF8.self)
  }
}
