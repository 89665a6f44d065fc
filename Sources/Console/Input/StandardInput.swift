import Foundation
import MainThread
import Synchronization

/// Reads a file descriptor on a separate thread and delivers the data to the main thread, in order.
///
/// Only `read` can wait for terminals, pipes and files alike. The thread continues only when the
/// main thread has handled the last bytes, so a flood of input fills the pipe and not the memory,
/// and a signal waits for one piece of the flood at most.
public final class StandardInput {
  public enum Chunk: Hashable, Sendable {
    case bytes([UInt8])
    /// No more bytes arrived for a moment.
    case pause
    case end
  }

  /// The time after which keys that the main thread has not handled are searched for signals.
  private nonisolated static let stuckMilliseconds = 250

  /// The interval at which the thread looks for more input meanwhile.
  private nonisolated static let stuckStepMilliseconds = 30

  /// The most bytes that are read at once.
  fileprivate nonisolated static let pieceSize = 4096

  /// The most bytes that are read ahead while the main thread is stuck.
  private nonisolated static let mostAhead = 4096

  /// The time before a terminal that could not be read is read again.
  private nonisolated static let failurePauseMicroseconds: UInt32 = 100_000

  private let source: Source

  private enum Source {
    case descriptor(CInt)
    case given(GivenInput)
  }

  public init(descriptor: CInt = STDIN_FILENO) { source = .descriptor(descriptor) }

  /// Reads what is given, or the process's standard input.
  public init(from given: GivenInput?) {
    source = given.map(Source.given) ?? .descriptor(STDIN_FILENO)
  }

  /// Starts to read. Call this once.
  public func start(_ receive: @escaping @MainActor @Sendable (Chunk) -> Void) {
    guard case .descriptor(let descriptor) = source else {
      if case .given(let input) = source { input.onChunk(receive) }
      return
    }
    let thread = Thread { Self.read(descriptor, receive) }
    thread.name = "peach-input"
    thread.start()
  }

  private nonisolated static func read(
    _ descriptor: CInt, _ receive: @escaping @MainActor @Sendable (Chunk) -> Void
  ) {
    let handover = Handover()
    let delivery = MainThreadCall {
      guard let chunk = handover.chunk.withLock({ $0.take() }) else { return }
      receive(chunk)
      handover.isOver.signal()
    }
    defer { withExtendedLifetime(delivery) {} }
    let isTerminal = isatty(descriptor) == 1
    var buffer = [UInt8](repeating: 0, count: pieceSize)
    var backlog = InputBacklog()
    var failures = TerminalFailures()
    /// Records a pause if there is nothing to read.
    func lookForPause() {
      // The time before the check: input that arrives later follows later.
      let now = ContinuousClock.now
      if !hasInput(descriptor, within: 0) { backlog.findNothing(at: now) }
    }
    func deliver(_ chunk: Chunk) {
      handover.chunk.withLock { $0 = chunk }
      delivery.request()
      guard isTerminal else {
        handover.isOver.wait()
        return
      }
      let begin = ContinuousClock.now
      var unsearched = if case .bytes(let bytes) = chunk { bytes } else { [UInt8]() }
      let step = DispatchTimeInterval.milliseconds(stuckStepMilliseconds)
      while handover.isOver.wait(timeout: .now() + step) == .timedOut {
        lookForPause()
        guard ContinuousClock.now - begin >= .milliseconds(stuckMilliseconds) else { continue }
        sendSignals(askedForBy: unsearched)
        unsearched = []
        guard backlog.count < mostAhead, hasInput(descriptor, within: 0) else { continue }
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 {
          unsearched = Array(buffer[..<count])
          backlog.append(unsearched, at: .now)
        }
      }
    }
    while true {
      if let chunk = backlog.next() {
        deliver(chunk)
        continue
      }
      if let limit = backlog.timeUntilPause(at: .now) {
        // A signal interrupts this wait, which must not be repeated: without a pause a lone Escape
        // would wait for the next key and be taken for its beginning.
        if !hasInput(descriptor, within: limit) {
          lookForPause()
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
      if count < 0, isTerminal, !failures.isEnd(inBackground: Terminal.isInBackground(descriptor)) {
        usleep(failurePauseMicroseconds)
        continue
      }
      guard count > 0 else {
        deliver(.end)
        return
      }
      failures = TerminalFailures()
      backlog.append(Array(buffer[..<count]), at: .now)
    }
  }

  /// A chunk on its way to the main thread.
  private nonisolated final class Handover: Sendable {
    let chunk = Mutex<Chunk?>(nil)

    /// Signalled when the main thread has handled the chunk.
    let isOver = DispatchSemaphore(value: 0)
  }

  /// False also if a signal has ended the wait early.
  private nonisolated static func hasInput(
    _ descriptor: CInt, within milliseconds: Int32
  ) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, milliseconds) > 0
  }

  /// Sends the signals of Ctrl-C and the like, which a terminal with key events reports as keys, as
  /// the main thread is stuck and does not.
  private nonisolated static func sendSignals(askedForBy bytes: [UInt8]) {
    var decoder = KeyDecoder()
    for signal in decoder.decode(bytes).compactMap(\.signal) { kill(getpid(), signal) }
  }
}

/// Distinguishes a terminal that is gone from one that cannot be read in the background. A read
/// fails in both cases, and the process may come to the foreground between the failed read and the
/// check. So a failure in the foreground is the end only if the next read also fails there.
nonisolated struct TerminalFailures {
  private var hasFailedInForeground = false

  /// Returns whether a failed read is the end of the input.
  mutating func isEnd(inBackground: Bool) -> Bool {
    defer { hasFailedInForeground = !inBackground }
    return hasFailedInForeground && !inBackground
  }
}

/// The input that was read and is still to be delivered, in order, with its pauses.
///
/// A pause completes a lone Escape, which could be the beginning of a key's sequence. So it must
/// arrive, and at its place, even if a signal interrupts the wait for it or the receiver is late.
nonisolated struct InputBacklog {
  /// The longest time that the bytes of a key may take to arrive.
  static let pause = Duration.milliseconds(30)

  private var chunks: [StandardInput.Chunk] = []

  /// The time of the last bytes; `nil` if the pause after them is known.
  private var lastRead: ContinuousClock.Instant?

  /// The bytes that are still to be delivered.
  private(set) var count = 0

  mutating func append(_ bytes: [UInt8], at time: ContinuousClock.Instant) {
    if case .bytes(let before)? = chunks.last {
      chunks[chunks.count - 1] = .bytes(before + bytes)
    } else {
      chunks.append(.bytes(bytes))
    }
    count += bytes.count
    lastRead = time
  }

  /// Adds a pause if the last bytes are old enough, as there is nothing to read.
  mutating func findNothing(at time: ContinuousClock.Instant) {
    guard let lastRead, time - lastRead >= Self.pause else { return }
    self.lastRead = nil
    chunks.append(.pause)
  }

  /// The milliseconds, rounded up, after which silence is a pause; `nil` if no pause is due.
  func timeUntilPause(at time: ContinuousClock.Instant) -> Int32? {
    guard let lastRead else { return nil }
    let left = Self.pause - (time - lastRead)
    return Int32(max(0, (left / .milliseconds(1)).rounded(.up)))
  }

  mutating func next() -> StandardInput.Chunk? {
    guard !chunks.isEmpty else { return nil }
    let chunk = chunks.removeFirst()
    if case .bytes(let bytes) = chunk { count -= bytes.count }
    return chunk
  }
}

/// Bytes and signals that a run gets in place of the process's own, as in a test that runs a
/// command within its own process. Main thread.
public final class GivenInput {
  private var receiveChunk: (@MainActor (StandardInput.Chunk) -> Void)?
  private var receiveSignal: (@MainActor @Sendable (Int32) -> Void)?

  private var waiting: [StandardInput.Chunk] = []
  private lazy var delivery = MainThreadCall { [weak self] in self?.deliver() }

  /// A terminal sends the input and shows the output of the run.
  public let isTerminal: Bool

  public init(isTerminal: Bool = false) { self.isTerminal = isTerminal }

  /// Sends bytes, which arrive in pieces as those of a pipe do.
  public func send(_ bytes: [UInt8]) {
    for start in stride(from: 0, to: bytes.count, by: StandardInput.pieceSize) {
      add(.bytes(Array(bytes[start...].prefix(StandardInput.pieceSize))))
    }
  }

  public func end() { add(.end) }

  public func send(signal number: Int32) { receiveSignal?(number) }

  public var isListening: Bool { receiveSignal != nil }

  func onSignal(_ receive: @escaping @MainActor @Sendable (Int32) -> Void) {
    receiveSignal = receive
  }

  func onChunk(_ receive: @escaping @MainActor (StandardInput.Chunk) -> Void) {
    receiveChunk = receive
    delivery.request()
  }

  private func add(_ chunk: StandardInput.Chunk) {
    waiting.append(chunk)
    delivery.request()
  }

  /// Delivers one chunk after the other, as a thread that reads does.
  private func deliver() {
    guard let receiveChunk, !waiting.isEmpty else { return }
    receiveChunk(waiting.removeFirst())
    if !waiting.isEmpty { delivery.request() }
  }
}
