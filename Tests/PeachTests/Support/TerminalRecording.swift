import Foundation

/// All that a terminal was sent, for whoever waits until it shows something.
final class TerminalRecording: Sendable {
  private let condition = NSCondition()

  // Touched with the condition locked.
  private nonisolated(unsafe) var data = Data()
  private nonisolated(unsafe) var hasEnded = false

  func append(_ more: Data) {
    condition.withLock {
      data += more
      condition.broadcast()
    }
  }

  /// Nothing more will come.
  func end() {
    condition.withLock {
      hasEnded = true
      condition.broadcast()
    }
  }

  /// What has come so far, as soon as that is more than so many bytes, or the end, or too late.
  func text(after count: Int, until deadline: Date) async -> (text: Data, hasEnded: Bool) {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        let result = condition.withLock {
          while data.count <= count, !hasEnded, condition.wait(until: deadline) {}
          return (data, hasEnded)
        }
        continuation.resume(returning: result)
      }
    }
  }
}
