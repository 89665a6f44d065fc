/// Does one work after the other, in the order in which they were asked for. Main thread.
final class WorkInOrder {
  /// Ends when everything that was asked for by now is done; `nil` before anything was.
  private(set) var last: Task<Void, Never>?

  /// Returns when the work is done, and all that was asked for before it.
  func perform(_ work: @escaping @MainActor () async -> Void) async {
    let task = Task { [last] in
      await last?.value
      await work()
    }
    last = task
    await task.value
  }
}
