import Intonation
import Music
import Sound

/// The audio input during the soak: hears what the program itself plays, judges notes and measures what is held, and
/// comes and goes. Main thread.
final class SoakEar {
  /// How many frames the coarse analysis has made of what came in.
  private(set) var looks = 0

  /// How often a part of the input was lost.
  private(set) var losses = 0

  private let engine: JackEngine
  private var analyst: InputAnalyst?

  init(_ engine: JackEngine) { self.engine = engine }

  /// Opens the input, and connects it.
  ///
  /// - Parameters:
  ///   - port: the output that it hears; `nil` for the program's own one.
  ///   - isRead: whether somebody reads what comes in.
  func open(to port: String? = nil, isRead: Bool = true) async throws {
    try await engine.openInput()
    try await engine.openTrigger()
    let output = PortPattern(port.map { "^\($0)$" } ?? engine.description.audioPorts[0])
    _ = await engine.connectInput(PortRule(.input, output.map(PortTarget.matching) ?? .physical))
    guard isRead else { return }
    let analyst = InputAnalyst(engine: engine)
    analyst.measuresHeldTones = true
    analyst.onFrames = { [weak self] frames, health in
      self?.looks += frames.count
      self?.losses += health.overruns
    }
    analyst.onOutcome = { [weak self] _, _ in self?.judge() }
    self.analyst = analyst
    judge()
  }

  private func judge() {
    analyst?.judge(PlayedNoteRules(target: Frequency(hertz: 440), longestWait: 2))
  }

  /// Closes the input and opens it again.
  func reopen(to port: String? = nil, isRead: Bool = true) async throws {
    await close()
    try await open(to: port, isRead: isRead)
  }

  func close() async {
    await analyst?.close()
    analyst = nil
    await engine.closeInput()
  }
}
