import Console

/// Ctrl-Z in a run that has a client and no ``ServerLink``. The client is closed before the process
/// stops, because a client that does not answer would delay the server, and another one is opened
/// when the process continues. Main thread.
package final class Suspension {
  /// True if the user wants the process to stop.
  package private(set) var isWanted = false

  private let canStop: () -> Bool
  private let stop: () -> Void

  /// - Parameter terminal: restored while the process is stopped.
  package convenience init(on terminal: Terminal?) {
    self.init(canStop: { JobControl.canStop }, stop: { PromptInput.stop(on: terminal) })
  }

  /// - Parameters:
  ///   - canStop: true if a shell could continue the process.
  ///   - stop: stops the process, and returns when it continues.
  init(canStop: @escaping () -> Bool, stop: @escaping () -> Void) {
    self.canStop = canStop
    self.stop = stop
  }

  /// Requests that the process stops. If it returns true, the part in progress has to end.
  package func request() -> Bool {
    guard canStop() else { return false }
    isWanted = true
    return true
  }

  /// Performs the part of a run that has a client, and again each time after the process was
  /// stopped.
  ///
  /// - Parameter isOver: true if the run has ended. Then the process does not stop, and errors of
  ///   the part are ignored, as no client is needed.
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
