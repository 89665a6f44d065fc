import Intonation
import Music
import Realtime
import Sound
import SoundFonts
import Training

/// Peach's player and its process callback without a server, rendered period by period.
final class RenderedPlayer {
  static let pitch = TuningSystem.standardReferencePitch

  let engine: OfflineEngine
  let player: SoundFontNotePlayer

  /// Frames per period.
  let period: Int

  /// The outputs of the last period.
  let left: UnsafeMutablePointer<Float>
  private let right: UnsafeMutablePointer<Float>
  private var refusedNotes = 0

  /// - Parameter resampler: the index of the version in ``ResamplerVersions/names`` that the voices use.
  init(
    period: Int, sampleRate: Double = 48_000, library: SoundFontLibrary? = nil,
    settings: FixedSettings = FixedSettings(), tables: IntonationCache? = nil, resampler: Int = 0
  ) throws {
    self.period = period
    let engine = OfflineEngine(sampleRate: sampleRate)
    let library = try library ?? SoundFontLibrary()
    player = try ResamplerVersions.use(resampler) {
      try SoundFontNotePlayer(sink: engine, library: library, settings: settings, tables: tables)
    }
    self.engine = engine
    left = .allocate(capacity: period)
    right = .allocate(capacity: period)
    left.initialize(repeating: 0, count: period)
    right.initialize(repeating: 0, count: period)
    engine.onEvent = { [weak self] event in
      if case .refused = event.kind { self?.refusedNotes += 1 }
      self?.player.handle(event)
    }
  }

  isolated deinit {
    left.deallocate()
    right.deallocate()
  }

  /// Holds notes at different pitches within an octave, all from the same frame on.
  func hold(_ count: Int, at level: AmplitudeDB = AmplitudeDB(0)) async throws
    -> [any PlaybackHandle]
  {
    guard count > 0 else { return [] }
    return try await player.play(
      Passage(
        (0..<count).map { number in
          let pitch = Self.pitch.shifted(by: Cents(Double(700 * number % 1200)))
          return Passage.Note(NoteRequest(pitch, at: level), duration: nil)
        }))
  }

  func play(_ frequency: Frequency = pitch) async throws -> any PlaybackHandle {
    try await player.play(
      frequency: frequency, velocity: .training, amplitudeDB: AmplitudeDB(0))
  }

  /// Renders one period.
  func renderPeriod() { engine.renderPeriod(left: left, right: right, frames: period) }

  /// Renders so many frames, or up to a period more, and then delivers the callback's events.
  ///
  /// - Throws: ``BenchFault/failed(_:messages:)`` if there were fewer voices than notes.
  @discardableResult
  func render(_ frames: Int) throws -> [[Float]] {
    var channels: [[Float]] = [[], []]
    for _ in 0..<(frames + period - 1) / period {
      renderPeriod()
      channels[0] += UnsafeBufferPointer(start: left, count: period)
      channels[1] += UnsafeBufferPointer(start: right, count: period)
    }
    engine.deliverEvents()
    guard refusedNotes == 0 else {
      throw BenchFault.failed("the player", messages: "\(refusedNotes) notes found no voice")
    }
    return channels
  }

  /// Plays a note and fades it out, after which the voices exist.
  func playShortly() async throws {
    try await play().stop()
    try render(4096)
  }
}
