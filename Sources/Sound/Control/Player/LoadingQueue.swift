import Foundation
import Intonation
import MainThread
import Music
import SoundFonts
import Synchronization

/// Loads and frees sounds, one at a time, on a thread of its own.
struct LoadingQueue: Sendable {
  /// The queue of the program.
  static let standard = LoadingQueue()

  private let thread = WorkThread(named: "peach-sounds")

  /// - Parameter progress: records the share of the sound that is read.
  func load(
    _ source: SoundSourceID, from library: SoundFontLibrary, at sampleRate: Double,
    tables: IntonationCache? = nil, progress: LoadingProgress? = nil
  ) async throws -> LoadedSound {
    try await thread.value {
      Result { try Self.sound(source, from: library, at: sampleRate, tables, progress) }
    }.get()
  }

  private static func sound(
    _ source: SoundSourceID, from library: SoundFontLibrary, at sampleRate: Double,
    _ tables: IntonationCache?, _ progress: LoadingProgress?
  ) throws -> LoadedSound {
    if let progress, let bytes = library.sampleBytes(of: source) { progress.expect(bytes) }
    return try LoadingProgress.$current.withValue(progress) {
      try LoadedSound(source, from: library, at: sampleRate, tables: tables)
    }
  }

  /// Releases a bank on the thread, as freeing a large font takes time.
  func dispose(of bank: VoiceBank) {
    thread.perform { withExtendedLifetime(bank) {} }
  }

  /// Performs `work` after the sounds that are queued by now.
  func perform(_ work: @escaping @Sendable () -> Void) { thread.perform(work) }

  /// Waits until the queue has finished everything that is in it by now.
  func flush() async { await thread.value {} }
}

/// A bank of voices that is ready to play, with the properties of its keys.
struct LoadedSound: Sendable {
  let source: SoundSourceID

  /// The preset that the bank's voices play.
  let preset: PresetLocation
  let bank: VoiceBank

  /// The preset's intonation; `nil` if it is not known without reading the whole font.
  let table: IntonationTable?

  /// The loudness of some keys if there is no table: without it, an unmeasured sound would be much
  /// softer than the others and, once measured, suddenly as loud. For the built-in simple waves,
  /// which need no table, their loudness.
  let loudness: IntonationTable?

  /// True for each of the 128 keys for which the preset has samples; `nil` if that is not known.
  let sampledKeys: [Bool]?

  /// The levels of the notes' partials; `nil` if they could not be measured.
  let partials: PartialLevels?

  /// The error of the requested sound if the bank has the default one instead.
  let failure: SoundError?

  private static let simpleWaves = [BuiltInSound.sine, .triangle, .reed].map(\.rawValue)

  /// The sound that the bank plays.
  var playing: SoundSourceID { failure == nil ? source : .default }

  /// Loads a sound, which takes as long as the disk does: to be called on another thread than the
  /// main one, or before anything else is due.
  ///
  /// - Parameter tables: the measured intonation of sounds; `nil` if it is not needed.
  /// - Throws: ``SoundError`` if not even the default sound can be loaded.
  init(
    _ source: SoundSourceID, from library: SoundFontLibrary, at sampleRate: Double,
    tables: IntonationCache? = nil
  ) throws {
    self.source = source
    do {
      let preset = try library.preset(of: source)
      bank = try VoiceBank(preset: preset, sampleRate: sampleRate)
      (self.preset, failure) = (preset, nil)
    } catch let error as SoundError where source != .default {
      let preset = PresetLocation(
        path: library.builtInFont, bank: SoundSourceID.default.bank,
        program: SoundSourceID.default.program)
      bank = try VoiceBank(preset: preset, sampleRate: sampleRate)
      (self.preset, failure) = (preset, error)
    }
    let sampled = failure == nil ? library.keys(of: source) : nil
    sampledKeys = sampled
    partials = PresetMeter.partials(
      of: preset, sharingFontOf: bank.fontOwner, sampled: sampled)
    guard let tables else {
      (table, loudness) = (nil, nil)
      return
    }
    // The built-in sounds are in tune, and except for the simple waves they are equally loud.
    guard preset.path != library.builtInFont else {
      let isSimple = preset.bank == BuiltInSound.bank && Self.simpleWaves.contains(preset.program)
      (table, loudness) = (nil, isSimple ? .simpleWaves : nil)
      return
    }
    table = tables.table(font: preset.path, bank: preset.bank, program: preset.program)
    loudness = table == nil ? try? PresetMeter.loudness(of: preset, sampled: sampled) : nil
  }
}

/// The share of a sound that has been read from its font. The thread that loads the sound writes
/// it; any thread may read it.
public final class LoadingProgress: Sendable {
  /// The progress of the present thread's loading: FluidSynth opens a font by its name alone.
  @TaskLocal static var current: LoadingProgress?

  /// The interval of reports about a loading that takes long.
  public static let interval = Duration.milliseconds(500)

  private let expected = Atomic<Int>(0)
  private let read = Atomic<Int>(0)

  public init() {}

  /// The share, 0…1; `nil` if the size is not known.
  public var share: Double? {
    let expected = expected.load(ordering: .relaxed)
    guard expected > 0 else { return nil }
    return min(Double(read.load(ordering: .relaxed)) / Double(expected), 1)
  }

  /// - Parameter bytes: the bytes of the sound's samples in the file.
  func expect(_ bytes: Int) { expected.store(bytes, ordering: .relaxed) }

  func add(_ bytes: Int) { read.wrappingAdd(bytes, ordering: .relaxed) }
}
