import Intonation
import Sound

/// The audio input of a client while a tuner hears it. Main thread.
final class TunerInput {
  let engine: JackEngine

  /// From when nobody else uses the input.
  private var analyst: InputAnalyst?
  private var opening: Task<Void, Never>?

  /// Opens the input when nobody uses it any more, connects it, and measures what comes in.
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
    opening = Task { [weak self] in
      await earlier?.value
      guard let self, !Task.isCancelled else { return }
      do {
        analyse(onFrames, onHeldTone)
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

  private func analyse(
    _ onFrames: @escaping ([PitchFrame], InputHealth) -> Void,
    _ onHeldTone: @escaping (HeldTone) -> Void
  ) {
    let analyst = InputAnalyst(engine: engine)
    analyst.onFrames = onFrames
    analyst.onHeldTone = onHeldTone
    analyst.measuresHeldTones = true
    self.analyst = analyst
  }

  /// The ports that are connected to the input.
  var sources: [String] { engine.inputPeers }

  /// Nobody hears it any more. The port stays as long as the client does.
  ///
  /// - Returns: what ends when another one may hear it.
  func close() -> Task<Void, Never> {
    opening?.cancel()
    analyst?.onFrames = nil
    analyst?.onHeldTone = nil
    return Task { [self] in
      await opening?.value
      await analyst?.close()
    }
  }
}
