import MainThread
import Program
import Sound

/// The audio input of a client while somebody hears it: a training or the tuner. Main thread.
package final class ClientInput {
  package let engine: JackEngine

  /// Reads what comes in; `nil` until nobody else uses the input.
  private var analyst: InputAnalyst?
  private let staysOpen: Bool
  private var opening: Task<Void, Never>?

  /// A server that has just started accepts clients before it has ports: so long after the opening it is known
  /// what there is to connect.
  private static let pause = Duration.milliseconds(500)

  /// Opens the input when nobody uses it any more, and connects it.
  ///
  /// - Parameters:
  ///   - watch: decides what it is connected with.
  ///   - earlier: ends when nobody uses the input any more; `nil` if nobody does.
  ///   - staysOpen: whether the port stays when nobody hears it any more, as long as the client does.
  ///   - onAnalyst: called with what reads the input, before anything comes in.
  ///   - onMade: called with the connections that were made as it was opened.
  ///   - onSources: called when it is known what the input is connected with.
  ///   - onFault: called if there is no such port, unless the server has gone, of which the link tells.
  package init(
    of client: PlayerClient, _ watch: PortRule, after earlier: Task<Void, Never>?,
    staysOpen: Bool, onAnalyst: @escaping (InputAnalyst) -> Void,
    onMade: @escaping ([JackConnections.Connection]) -> Void = { _ in },
    onSources: @escaping () -> Void, onFault: @escaping (any Error) -> Void
  ) {
    engine = client.engine
    self.staysOpen = staysOpen
    opening = Task { [weak self] in
      await earlier?.value
      guard let self, !Task.isCancelled else { return }
      do {
        let analyst = InputAnalyst(engine: engine)
        onAnalyst(analyst)
        self.analyst = analyst
        let made = try await client.openInput(watch)
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

  /// Why nothing is connected to the input, and what to do about it.
  package var missing: Notice { .noInput(engine.inputRule) }

  /// Nobody hears it any more. What is kept of the sound still comes.
  ///
  /// - Returns: what ends when another one may hear it.
  package func close() -> Task<Void, Never> {
    opening?.cancel()
    analyst?.onFrames = nil
    analyst?.onOutcome = nil
    analyst?.onHeldTone = nil
    return Task { [self] in
      await opening?.value
      await analyst?.close()
      if !staysOpen { await engine.closeInput() }
    }
  }
}
