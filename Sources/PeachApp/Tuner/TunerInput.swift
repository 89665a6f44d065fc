import Intonation
import Sound

/// The audio input of a client while a tuner hears it. Main thread.
final class TunerInput {
  let engine: JackEngine
  private let analyst: InputAnalyst
  private var opening: Task<Void, Never>?

  /// Opens the input, connects it, and measures what comes in.
  ///
  /// - Parameters:
  ///   - earlier: ends when nobody uses the input any more.
  ///   - onMissing: called if nothing has been connected to it soon after.
  ///   - onFault: called if there is no such port.
  init(
    of stage: PlayerClient, _ watch: OutputWatch, after earlier: Task<Void, Never>?,
    onFrames: @escaping ([PitchFrame], InputHealth) -> Void,
    onHeldTone: @escaping (HeldTone) -> Void, onMissing: @escaping () -> Void,
    onFault: @escaping (any Error) -> Void
  ) {
    engine = stage.engine
    let analyst = InputAnalyst(engine: engine)
    self.analyst = analyst
    opening = Task {
      await earlier?.value
      guard !Task.isCancelled else { return }
      analyst.onFrames = onFrames
      analyst.onHeldTone = onHeldTone
      analyst.measuresHeldTones = true
      do {
        _ = try await stage.openInput(watch)
        // A server that has just started accepts clients before it has ports.
        try await Task.sleep(for: .milliseconds(500))
        if !Task.isCancelled { onMissing() }
      } catch is CancellationError {
      } catch {
        // The link tells of a server that has gone, and waits for it.
        guard !Task.isCancelled, stage.engine.isRunning else { return }
        onFault(error)
      }
    }
  }

  /// The ports that are connected to the input.
  var sources: [String] { engine.inputPeers }

  /// Nobody hears it any more. The port stays as long as the client does.
  ///
  /// - Returns: what ends when another one may hear it.
  func close() -> Task<Void, Never> {
    opening?.cancel()
    (analyst.onFrames, analyst.onHeldTone) = (nil, nil)
    return Task { [analyst] in await analyst.close() }
  }
}
