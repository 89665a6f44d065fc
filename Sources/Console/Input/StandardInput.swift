import Foundation
import MainThread
import Synchronization

/// Reads a file descriptor on a separate thread and delivers the data to the main thread, in order.
///
/// It uses a thread because only `read` can wait for terminals, pipes and files alike. The main
/// thread sleeps meanwhile. The thread reads on only after the main thread has handled the last
/// bytes: a flood of input fills the pipe and not the memory, and a signal waits for one piece of
/// the flood at most.
public final class StandardInput {
  public enum Chunk: Hashable, Sendable {
    case bytes([UInt8])
    /// No more bytes arrived for a moment.
    case pause
    case end
  }

  /// How long the main thread may take to handle keys until they are searched for signals, in
  /// milliseconds.
  private nonisolated static let stuckMilliseconds = 250

  /// How often it is looked meanwhile whether more has come, in milliseconds.
  private nonisolated static let stuckStepMilliseconds = 30

  /// The most bytes that are read ahead while the main thread is stuck.
  private nonisolated static let mostAhead = 4096

  /// How long it takes until a terminal that could not be read is tried again, in microseconds.
  private nonisolated static let failurePauseMicroseconds: UInt32 = 100_000

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
    let handover = Handover()
    let delivery = MainThreadCall {
      guard let chunk = handover.chunk.withLock({ $0.take() }) else { return }
      receive(chunk)
      handover.isOver.signal()
    }
    defer { withExtendedLifetime(delivery) {} }
    let isTerminal = isatty(descriptor) == 1
    var buffer = [UInt8](repeating: 0, count: 4096)
    var backlog = InputBacklog()
    var failures = TerminalFailures()
    /// Notes that nothing follows what was read, if that is so.
    func lookForPause() {
      // Before it is looked for: what comes later follows later.
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
        // A signal interrupts this wait, and no other one may follow it: without a pause a lone Escape would
        // wait for the next key and be taken for its beginning.
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
      if count <= 0, isTerminal, !failures.isEnd(inBackground: Terminal.isInBackground(descriptor))
      {
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

  /// One chunk on its way to the main thread.
  private nonisolated final class Handover: Sendable {
    let chunk = Mutex<Chunk?>(nil)

    /// Is signalled when the main thread has handled the chunk.
    let isOver = DispatchSemaphore(value: 0)
  }

  /// Whether there is something to read within that time, in milliseconds; `false` also if a signal has ended the
  /// wait early.
  private nonisolated static func hasInput(
    _ descriptor: CInt, within milliseconds: Int32
  ) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, milliseconds) > 0
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
