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
    listener.receive(sources: engine.inputPeers, fault: .noInput(engine.inputWatch.target))
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

/// Decides by the level of the input when the reference of loudspeakers has died away in the room. A value
/// that knows no clock.
struct LeakWatch {
  /// The last levels, in dB of full scale.
  private var levels: [Double] = []

  /// How loud it was when the reference ended, and how long ago that was, in levels; `nil` if it need not
  /// die away.
  private var waiting: (loudest: Double, count: Int)?

  /// Levels in a second.
  private static let rate = 50

  /// So much softer, in dB, it does not disturb; below the floor nothing does.
  private static let drop = 20.0
  private static let floor = -60.0

  /// Who plays already would keep it waiting: it waits for a second at most.
  private static let longest = 1.0

  /// As long as this before the end of the reference its level is looked for, in levels.
  private static let lookBack = 15

  /// Whether what was waited for is over.
  var isOver: Bool { waiting == nil }

  /// The reference has ended. Returns whether nothing of it is heard.
  mutating func begin() -> Bool {
    let loudest = levels.suffix(Self.lookBack).max() ?? -.infinity
    let quietest = levels.min() ?? -.infinity
    guard loudest > max(Self.floor, quietest + 6) else {
      waiting = nil
      return true
    }
    waiting = (loudest, 0)
    return false
  }

  mutating func receive(_ frames: [PitchFrame]) {
    for frame in frames {
      let level = frame.level.isNaN ? -.infinity : frame.level
      levels.append(level)
      guard let (loudest, count) = waiting else { continue }
      let limit = max(loudest - Self.drop, Self.floor)
      let isLongest = Double(count) >= Self.longest * Double(Self.rate)
      waiting = level <= limit || isLongest ? nil : (loudest, count + 1)
    }
    levels.removeFirst(max(levels.count - 4 * Self.rate, 0))
  }
}
