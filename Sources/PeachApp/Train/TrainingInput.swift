import Intonation
import Music
import Sound
import Training

/// The audio input of a client while a training listens to it. Main thread.
final class TrainingInput {
  let listener: PlayedInput
  private var analyst: InputAnalyst?
  let engine: JackEngine

  /// Called with the sound of each note that was judged, if that is to be kept.
  var onStretch: ((JudgedStretch) -> Void)?
  private let staysOpen: Bool
  private var opening: Task<Void, Never>?

  /// Opens the input when nobody uses it any more, and connects it as the settings say.
  ///
  /// - Parameter onFault: called if there is no such port.
  init(
    of stage: PlayerClient, in services: TrainingServices,
    onFault: @escaping (any Error) -> Void
  ) {
    let (link, settings) = (services.link, services.settings)
    let watch = link.inputWatch(services.context.inputTarget(settings))
    let earlier = link.closingInput(of: stage.engine)
    engine = stage.engine
    staysOpen = settings.keepsInput
    listener = PlayedInput(
      sampleRate: engine.sampleRate, referencePitch: { settings.referencePitch },
      inputDelay: { settings.inputDelay })
    opening = Task { [weak self] in
      await earlier?.value
      guard !Task.isCancelled else { return }
      do {
        self?.analyse()
        _ = try await stage.openInput(watch)
        // A server that has just started accepts clients before it has ports.
        try await Task.sleep(for: .milliseconds(500))
        self?.sourcesChanged()
      } catch is CancellationError {
      } catch {
        // The link tells of a server that has gone, and waits for it.
        guard !Task.isCancelled, stage.engine.isRunning else { return }
        onFault(error)
      }
    }
  }

  private func analyse() {
    let analyst = InputAnalyst(engine: engine)
    analyst.onFrames = { [weak listener] in listener?.receive($0, $1) }
    analyst.onOutcome = { [weak listener] in listener?.receive($0, at: $1) }
    if let onStretch { analyst.onStretch = onStretch }
    listener.begin(with: analyst)
    self.analyst = analyst
  }

  /// The input has other connections.
  func sourcesChanged() {
    listener.receive(sources: engine.inputPeers, fault: .noInput(engine.inputWatch))
  }

  /// Nobody listens any more.
  ///
  /// - Returns: what ends when the input is free.
  func close() -> Task<Void, Never> {
    opening?.cancel()
    listener.cancel()
    (listener.onMeter, listener.onNotice) = (nil, nil)
    return Task { [self] in
      await opening?.value
      await analyst?.close()
      if !staysOpen { await engine.closeInput() }
    }
  }
}
