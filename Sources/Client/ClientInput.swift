import MainThread
import Program
import Sound

/// The audio input of a client while a training or the tuner uses it. Main thread.
package final class ClientInput {
  package let client: PlayerClient
  private var engine: JackEngine { client.engine }

  /// Reads the input; `nil` until the earlier user has finished with it.
  private var analyst: InputAnalyst?
  private let staysOpen: Bool
  private var opening: Task<Void, Never>?

  /// The time after which a server that has just started has its ports; it accepts clients before.
  private static let pause = Duration.milliseconds(500)

  /// Opens the input when the earlier user of this client's input has finished with it, and
  /// connects it.
  ///
  /// - Parameters:
  ///   - rule: decides what it is connected with.
  ///   - staysOpen: whether the port stays after ``close()``, as long as the client.
  ///   - onAnalyst: called with the reader of the input, before anything comes in.
  ///   - onMade: called with the connections that were made as it was opened.
  ///   - onSources: called when it is known what the input is connected with.
  ///   - onFault: called if there is no such port, unless the server has gone, which ``ServerLink``
  ///     reports.
  package init(
    of client: PlayerClient, _ rule: PortRule, staysOpen: Bool,
    onAnalyst: @escaping (InputAnalyst) -> Void,
    onMade: @escaping ([JackConnections.Connection]) -> Void = { _ in },
    onSources: @escaping () -> Void, onFault: @escaping (any Error) -> Void
  ) {
    self.client = client
    self.staysOpen = staysOpen
    opening = Task { [weak self, earlier = client.inputClosing] in
      await earlier?.value
      guard let self, !Task.isCancelled else { return }
      do {
        let analyst = InputAnalyst(engine: engine)
        onAnalyst(analyst)
        self.analyst = analyst
        let made = try await client.openInput(rule)
        if !made.isEmpty, !Task.isCancelled { onMade(made) }
        try await ProgramClock.sleep(for: Self.pause)
        if !Task.isCancelled { onSources() }
      } catch is CancellationError {
      } catch {
        guard await engine.hasServer(), !Task.isCancelled, engine.isRunning else { return }
        onFault(error)
      }
    }
  }

  /// The ports that are connected to the input.
  package var sources: [String] { engine.inputPeers }

  /// The notice of why nothing is connected to the input, and what to do about it.
  package var missing: Notice { .noInput(engine.inputRule) }

  /// Closes the input. Sound that is kept is still reported.
  ///
  /// - Returns: a task that ends when the input may be used again.
  @discardableResult
  package func close() -> Task<Void, Never> {
    opening?.cancel()
    analyst?.onFrames = nil
    analyst?.onOutcome = nil
    analyst?.onHeldTone = nil
    let closing = Task { [self] in
      await opening?.value
      await analyst?.close()
      if !staysOpen { await engine.closeInput() }
    }
    client.inputClosing = closing
    return closing
  }
}
