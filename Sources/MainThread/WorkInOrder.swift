/// Does one work after the other, in the order in which they were asked for. Main thread.
@MainActor
public final class WorkInOrder {
  /// Ends when everything that was asked for by now is done; `nil` before anything was.
  public private(set) var last: Task<Void, Never>?

  public init() {}

  /// Asks for work, which begins when all that was asked for before it is done.
  ///
  /// - Returns: what ends with the work.
  @discardableResult
  public func begin<Outcome: Sendable>(
    _ work: @escaping @MainActor () async -> Outcome
  ) -> Task<Outcome, Never> {
    let task = Task { [last] in
      await last?.value
      return await work()
    }
    last = Task { _ = await task.value }
    return task
  }

  /// Returns when the work is done, and all that was asked for before it.
  public func perform<Outcome: Sendable>(
    _ work: @escaping @MainActor () async -> Outcome
  ) async -> Outcome {
    await begin(work).value
  }
}
