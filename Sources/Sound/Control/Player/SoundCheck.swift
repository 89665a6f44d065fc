import Foundation
import Intonation
import MainThread
import Music
import SoundFonts

/// Reads and measures a sound's intonation.
public struct SoundCheck: Sendable {
  /// The keys that can be nearest to a note of a training.
  public static var keys: ClosedRange<Int> { PresetMeter.keys }

  private let preset: PresetLocation
  private let cache: IntonationCache

  /// Whether the sound is from the built-in font, whose sounds are in tune and need no correction.
  public let isExact: Bool

  /// The font's file.
  public var font: String { preset.path }

  /// The folder of the tables.
  public var folder: String { cache.folder }

  /// - Throws: ``SoundError`` if there is no such sound.
  public init(_ source: SoundSourceID, library: SoundFontLibrary, cache: IntonationCache) throws {
    let preset = try library.preset(of: source)
    // A preset that cannot be played has nothing to measure.
    _ = try Synthesizer(preset: preset, sampleRate: NoteRenderer.sampleRate)
    self.preset = preset
    self.cache = cache
    isExact = preset.path == library.builtInFont
  }

  /// The saved table; `nil` if the sound was never measured.
  public var known: IntonationTable? {
    cache.tableAfterReading(font: preset.path, bank: preset.bank, program: preset.program)
  }

  /// Measures every key that a training can need, with all processors; ends early if the task is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - keys: MIDI keys, 0…127.
  ///   - progress: called from any thread with the share that is done, 0…1.
  /// - Throws: ``SoundError``, `CancellationError`.
  public func measure(
    keys: ClosedRange<Int> = SoundCheck.keys,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws -> IntonationTable {
    let meter = PresetMeter(preset, keys: keys)
    return try await withTaskCancellationHandler {
      try await WorkThread(named: "peach-check").value {
        let threads = ProcessInfo.processInfo.activeProcessorCount
        return Result { try meter.measure(threads: threads, progress: progress) }
      }.get()
    } onCancel: {
      meter.cancel()
    }
  }

  /// Saves a table for trainings.
  ///
  /// - Throws: the system's error if it cannot be written.
  public func keep(_ table: IntonationTable) throws {
    try cache.keep(
      table, font: preset.path, bank: preset.bank, program: preset.program)
  }
}
