import CFluidSynth
import Dispatch
import Foundation
import Intonation
import MainThread
import Music
import SoundFonts
import Synchronization

/// Measures a preset, key by key. Any thread.
final class PresetMeter: Sendable {
  /// The keys that can be nearest to a note of a training: the whole range of reference notes, an
  /// octave to either side for the targets, and one more key for detuned notes.
  static let keys = 8...121

  private let preset: PresetLocation
  private let keys: [Int]
  private let next = Atomic<Int>(0)
  private let done = Atomic<Int>(0)
  private let isCancelled = Atomic<Bool>(false)
  private let found = Mutex<[KeyIntonation]>([])

  init(_ preset: PresetLocation, keys: ClosedRange<Int> = PresetMeter.keys) {
    self.preset = preset
    self.keys = Array(keys)
  }

  /// Makes ``measure(threads:progress:)`` throw a `CancellationError` soon. Any thread.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Returns when every key is measured.
  ///
  /// - Parameters:
  ///   - threads: the number of threads, each with a synthesizer of its own.
  ///   - progress: called from any of them with the share that is done, 0…1.
  /// - Throws: ``SoundError`` if the preset cannot be played, `CancellationError`.
  func measure(
    threads: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws -> IntonationTable {
    let renderers = try (0..<max(threads, 1)).map { _ in
      Handover(renderer: try NoteRenderer(preset: preset))
    }
    DispatchQueue.concurrentPerform(iterations: renderers.count) { worker in
      measure(with: renderers[worker].renderer, progress: progress)
    }
    guard !isCancelled.load(ordering: .relaxed) else { throw CancellationError() }
    return IntonationTable(found.withLock { $0 })
  }

  private func measure(with renderer: NoteRenderer, progress: (Double) -> Void) {
    let meter = ToneMeter()
    while !isCancelled.load(ordering: .relaxed) {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < keys.count else { return }
      let key = keys[index]
      let entry = KeyIntonation(key: key, tone: meter.measure(renderer.render(key: key)))
      found.withLock { $0.append(entry) }
      let count = done.add(1, ordering: .relaxed).newValue
      progress(Double(count) / Double(keys.count))
    }
  }

  /// Measures the loudness of a few keys alone, which takes some hundredths of a second: enough to
  /// play the notes between them at about the common level until all keys are measured.
  ///
  /// - Parameter sampled: true for each of the 128 keys for which the font has samples; `nil` if
  ///   that is not known.
  /// - Throws: ``SoundError`` if the preset cannot be played.
  static func loudness(of preset: PresetLocation, sampled: [Bool]?) throws -> IntonationTable {
    let renderer = try NoteRenderer(preset: preset)
    let meter = ToneMeter()
    let keys = loudnessKeys.filter { key in sampled.map { $0[key] } ?? true }
    return IntonationTable(
      keys.map { key in
        KeyIntonation(
          key: key,
          tone: meter.measureLoudness(renderer.render(key: key, pieces: NoteRenderer.notePieces)))
      })
  }

  /// Measures the partials of a key in each octave, which takes some hundredths of a second the
  /// first time for a file; `nil` if the preset cannot be played.
  ///
  /// - Parameters:
  ///   - owner: a synthesizer with the preset, to use its font.
  ///   - sampled: true for each of the 128 keys for which the font has samples; `nil` if that is
  ///     not known.
  static func partials(
    of preset: PresetLocation, sharingFontOf owner: Synthesizer, sampled: [Bool]?
  ) -> PartialLevels? {
    let file = URL(fileURLWithPath: preset.path)
    let date = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      .contentModificationDate
    let version = PresetVersion(preset: preset, date: date)
    if let known = knownPartials.withLock({ $0[version] }) { return known }
    guard let renderer = try? NoteRenderer(preset: preset, sharingFontOf: owner) else { return nil }
    let keys = partialKeys.filter { key in sampled.map { $0[key] } ?? true }
    let levels = PartialLevels(
      Dictionary(
        uniqueKeysWithValues: keys.map { key in
          (key, PartialMeter.levels(of: renderer.render(key: key, pieces: NoteRenderer.firstPiece)))
        }))
    knownPartials.withLock { $0[version] = levels }
    return levels
  }

  /// A preset, and the time of its file's last change.
  private struct PresetVersion: Hashable {
    let preset: PresetLocation
    let date: Date?
  }

  private static let knownPartials = Mutex<[PresetVersion: PartialLevels]>([:])

  /// Every octave of the notes that are commonly trained.
  private static let partialKeys = Array(stride(from: 36, through: 96, by: 12))

  /// Every half octave of the notes that are commonly trained.
  private static let loudnessKeys = Array(stride(from: 36, through: 96, by: 6))

  /// `@unchecked Sendable`: made on one thread, then used by only one worker.
  private struct Handover: @unchecked Sendable {
    let renderer: NoteRenderer
  }
}

/// Renders single notes of a preset as fast as it can, for measurements. One thread at a time.
final class NoteRenderer {
  /// The rate, which hardly matters: FluidSynth plays a sample at the ratio of two pitches at any
  /// rate, so a table that is made at this rate is valid for every server.
  static let sampleRate = 48_000.0

  /// Notes are rendered in pieces of .85 s, a length for which the transform is fast.
  private static let pieceFrames = 40_960

  /// The pieces of a held note: at least a second to measure, also after a slow attack, and the
  /// length of the filters, 1.7 s; at most six seconds, as the loops of most recordings that do not
  /// die away have begun by then.
  static let heldPieces = 2...7

  /// The pieces of a note of a second with its end.
  static let notePieces = 2...2

  /// The pieces of the beginning of a note.
  static let firstPiece = 1...1

  /// The share of its peak below which a note is over (−40 dB).
  private static let leastHeld: Float = 0.01

  private static let blockFrames = 64

  private let synthesizer: Synthesizer

  /// - Parameter owner: a synthesizer with the same preset, to use its font.
  /// - Throws: ``SoundError``
  init(preset: PresetLocation, sharingFontOf owner: Synthesizer? = nil) throws {
    synthesizer = try Synthesizer(
      preset: preset, sampleRate: Self.sampleRate, sharingFontOf: owner)
  }

  /// Renders the note of a key, 0…127, as a training plays it.
  ///
  /// - Parameter pieces: the number of pieces, fewer than the most if the note dies away before.
  func render(key: Int, pieces: ClosedRange<Int> = NoteRenderer.heldPieces) -> RenderedTone {
    var (left, right): ([Float], [Float]) = ([], [])
    var (leftPiece, rightPiece) = (silentPiece, silentPiece)
    var peak: Float = 0
    fluid_synth_noteon(synthesizer.handle, 0, Int32(key), Int32(MIDIVelocity.training.rawValue))
    for piece in 1...pieces.upperBound {
      fluid_synth_write_float(
        synthesizer.handle, Int32(Self.pieceFrames), &leftPiece, 0, 1, &rightPiece, 0, 1)
      left += leftPiece
      right += rightPiece
      let highest = max(Self.peak(of: leftPiece), Self.peak(of: rightPiece))
      peak = max(peak, highest)
      if piece >= pieces.lowerBound, highest <= Self.leastHeld * peak { break }
    }
    silence()
    let hertz = TuningSystem.equalTemperament.frequency(
      for: MIDINote(key), referencePitch: TuningSystem.standardReferencePitch)
    return RenderedTone(
      channels: [left, right], sampleRate: Self.sampleRate, nominal: hertz)
  }

  private var silentPiece: [Float] { [Float](repeating: 0, count: Self.pieceFrames) }

  private static func peak(of piece: [Float]) -> Float {
    piece.reduce(0) { max($0, abs($1)) }
  }

  private func silence() {
    fluid_synth_all_sounds_off(synthesizer.handle, 0)
    // The synthesizer releases its voices while it renders: one block that is not used.
    var left = [Float](repeating: 0, count: Self.blockFrames)
    var right = left
    fluid_synth_write_float(
      synthesizer.handle, Int32(Self.blockFrames), &left, 0, 1, &right, 0, 1)
  }
}

/// Reads and measures a sound's intonation.
public struct SoundCheck: Sendable {
  /// The keys that can be nearest to a note of a training.
  public static var keys: ClosedRange<Int> { PresetMeter.keys }

  private let preset: PresetLocation
  private let cache: IntonationCache

  /// True if the sound is from the built-in font, whose sounds are in tune and need no correction.
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
