import Dispatch
import Intonation
import Music
import SoundFonts

/// Where sounds are made and disposed of, one at a time, on a thread of its own.
struct SoundWorkshop: Sendable {
  /// The program's.
  static let standard = SoundWorkshop()

  private let queue = DispatchQueue(label: "peach.sounds", qos: .userInitiated)

  func load(
    _ source: SoundSourceID, from library: SoundFontLibrary, at sampleRate: Double,
    tables: IntonationCache? = nil
  ) async throws -> LoadedSound {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(
          with: Result {
            try LoadedSound(source, from: library, at: sampleRate, tables: tables)
          })
      }
    }
  }

  /// Lets go of a bank: a large font is not freed in a moment.
  func dispose(of bank: VoiceBank) {
    queue.async { withExtendedLifetime(bank) {} }
  }

  /// Does that after what is being made or disposed of by now.
  func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  /// Returns when what is being made or disposed of by now is done.
  func settle() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }
}

/// A bank of voices that is ready, and whether it is what was asked for.
struct LoadedSound: Sendable {
  let source: SoundSourceID

  /// What the bank's voices sound.
  let preset: PresetLocation
  let bank: VoiceBank

  /// How the preset is tuned; `nil` where that is not known, or not without reading the whole font.
  let table: IntonationTable?

  /// The sound that was asked for is not there (any more): the bank has the default one.
  let isFallback: Bool

  /// Takes as long as the disk does: on any thread but the main one, or before anything else is due.
  ///
  /// - Parameter tables: where it is kept how sounds are tuned; `nil` where nobody wants to know.
  /// - Throws: ``SoundError`` where not even the default sound can be loaded.
  init(
    _ source: SoundSourceID, from library: SoundFontLibrary, at sampleRate: Double,
    tables: IntonationCache? = nil
  ) throws {
    self.source = source
    if let preset = library.location(of: source),
      let bank = try? VoiceBank(preset: preset, sampleRate: sampleRate)
    {
      self.preset = preset
      self.bank = bank
      isFallback = false
    } else {
      preset = PresetLocation(
        path: library.builtInFont, bank: SoundSourceID.default.bank,
        program: SoundSourceID.default.program)
      bank = try VoiceBank(preset: preset, sampleRate: sampleRate)
      isFallback = source != .default
    }
    // The built-in sounds are in tune as they are.
    table =
      preset.path == library.builtInFont
      ? nil
      : tables?.table(font: preset.path, bank: preset.bank, program: preset.program)
  }
}
