import Training

/// What was waited for did not come about.
public struct WaitingError: Error, CustomStringConvertible {
  public let description: String
}

/// Lets other tasks run until a condition holds. Yields, never sleeps, and gives up in the end.
///
/// - Throws: ``WaitingError`` if the condition does not come about.
@MainActor public func wait(for what: @autoclosure () -> String, until isTrue: () -> Bool)
  async throws
{
  for _ in 0..<1_000_000 {
    if isTrue() { return }
    await Task.yield()
  }
  throw WaitingError(description: "no \(what()), however long one waits")
}

/// Lets other tasks run until the session is in a state.
///
/// - Throws: ``WaitingError`` if it does not get there.
@MainActor public func waitForState<Machine>(
  _ session: TrainingDriver<Machine>, _ state: Machine.Phase
) async throws {
  try await wait(for: "state \(state) (it is \(session.state))") { session.state == state }
}

/// Lets every task that can run do so, for a test that nothing happens.
@MainActor public func settle() async {
  for _ in 0..<1_000 { await Task.yield() }
}
