import Testing

/// Lets tests that are JACK clients themselves, in the process of all tests, take turns: libjack keeps what
/// it knows of a server once for the process, and breaks where there are two.
public struct LibjackTurn: SuiteTrait, TestTrait, TestScoping {
  /// Whether the test at hand has its turn.
  @TaskLocal public nonisolated static var isMine = false

  public nonisolated var isRecursive: Bool { true }

  public nonisolated func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Met once more, at a suite within a suite.
    if Self.isMine { return try await function() }
    await LibjackQueue.begin()
    do {
      try await Self.$isMine.withValue(true, operation: function)
    } catch {
      await LibjackQueue.end()
      throw error
    }
    await LibjackQueue.end()
  }
}

@MainActor
private enum LibjackQueue {
  private static var isTaken = false
  private static var waiting: [CheckedContinuation<Void, Never>] = []

  static func begin() async {
    if isTaken {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isTaken = true
    }
  }

  /// The turn goes on to whoever has waited longest.
  static func end() {
    if waiting.isEmpty {
      isTaken = false
    } else {
      waiting.removeFirst().resume()
    }
  }
}

extension Trait where Self == LibjackTurn {
  /// The test opens clients of a JACK server itself.
  public nonisolated static var libjack: LibjackTurn { LibjackTurn() }
}
