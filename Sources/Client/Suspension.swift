import Console

/// Ctrl-Z in a run that has a client and no ``ServerLink``. The client is closed before the process stops, because
/// one that does not answer would hold up the server, and another is opened when the process goes on. Main thread.
package final class Suspension {
  /// Whether the user wants the process to stop.
  package private(set) var isWanted = false

  private let canStop: () -> Bool
  private let stop: () -> Void

  /// - Parameter terminal: is as it was found while the process is stopped.
  package convenience init(on terminal: Terminal?) {
    self.init(canStop: { JobControl.canStop }, stop: { PromptInput.stop(on: terminal) })
  }

  /// - Parameters:
  ///   - canStop: whether somebody could continue the process.
  ///   - stop: stops the process, and returns when it goes on.
  package init(canStop: @escaping () -> Bool, stop: @escaping () -> Void) {
    self.canStop = canStop
    self.stop = stop
  }

  /// The user wants the process to stop. Returns whether it can: then the part that is under way has to end.
  package func request() -> Bool {
    guard canStop() else { return false }
    isWanted = true
    return true
  }

  /// Performs the part of a run that has a client, and again each time after the process was stopped.
  ///
  /// - Parameter isOver: whether the run has ended. That counts more than the wish to stop, and than what the part
  ///   throws, as no client is needed then.
  package func perform(isOver: () -> Bool, _ part: () async throws -> Void) async throws {
    while true {
      isWanted = false
      do {
        try await part()
      } catch {
        if isOver() { return }
        throw error
      }
      guard isWanted, !isOver() else { return }
      stop()
    }
  }
}
