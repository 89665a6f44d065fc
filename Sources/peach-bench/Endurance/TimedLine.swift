import Foundation

/// A line that a process wrote, and when it came.
nonisolated struct TimedLine: Sendable {
  let text: String
  /// By ``WallClock``.
  let seconds: Double

  static var now: Double { Double(WallClock.now()) / 1e9 }

  /// What comes out of a pipe, line by line, whether anybody reads or not; on a thread of its own, so that
  /// the times are right.
  static func lines(of handle: FileHandle) -> AsyncStream<TimedLine> {
    let (stream, continuation) = AsyncStream<TimedLine>.makeStream()
    let descriptor = handle.fileDescriptor
    Thread.detachNewThread {
      // It keeps the descriptor open.
      defer { withExtendedLifetime(handle) {} }
      var pending = Data()
      var buffer = [UInt8](repeating: 0, count: 4096)
      func tell(_ line: Data) {
        continuation.yield(TimedLine(text: String(decoding: line, as: UTF8.self), seconds: now))
      }
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        pending += buffer[..<count]
        while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
          tell(pending[..<end])
          pending = Data(pending[(end + 1)...])
        }
      }
      if !pending.isEmpty { tell(pending) }
      continuation.finish()
    }
    return stream
  }
}
