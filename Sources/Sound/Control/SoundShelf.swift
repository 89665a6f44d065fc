import Music

/// The banks of voices: the one that sounds, those that still fade, and the choice between them.
@MainActor
final class SoundShelf {
  enum Choice: Equatable {
    /// The sound that was asked for is the one that sounds.
    case asAsked
    /// That sound is not there (any more); the default sounds instead. Told once for each sound.
    case fallback(SoundSourceID)
  }

  private let library: SoundFontLibrary
  private let sampleRate: Double

  // Every bank that the callback has or that is to be handed over, by its pointer.
  private var banks: [UnsafeMutableRawPointer: VoiceBank] = [:]
  private var prepared: VoiceBank?
  private var chosen: SoundSourceID
  private var complaint: SoundSourceID?

  /// Loads the first sound, so that the first note need not wait for it.
  ///
  /// - Throws: ``SoundError`` where not even the default sound can be loaded.
  init(library: SoundFontLibrary, initial: SoundSourceID, sampleRate: Double) throws {
    self.library = library
    self.sampleRate = sampleRate
    chosen = initial
    let (bank, isFallback) = try Self.load(initial, from: library, at: sampleRate)
    prepared = bank
    if isFallback { complaint = initial }
  }

  /// Sees to it that the next note sounds with `source`.
  ///
  /// - Parameter install: hands a bank to the callback; false where it cannot take one now, and the
  ///   sound changes with a later note.
  /// - Throws: ``SoundError`` where not even the default sound can be loaded.
  func choose(_ source: SoundSourceID, install: (VoiceBank) -> Bool) throws -> Choice {
    if source != chosen, banks.count < VoiceBanks.capacity {
      let (bank, isFallback) = try Self.load(source, from: library, at: sampleRate)
      prepared = bank
      chosen = source
      complaint = isFallback ? source : nil
    }
    if let bank = prepared, install(bank) {
      banks[UnsafeMutableRawPointer(bank.pointer)] = bank
      prepared = nil
    }
    guard let missing = complaint else { return .asAsked }
    complaint = nil
    return .fallback(missing)
  }

  /// Takes a bank back that the callback no longer uses.
  func dispose(of pointer: UnsafeMutableRawPointer?) {
    if let pointer { banks.removeValue(forKey: pointer) }
  }

  private static func load(
    _ source: SoundSourceID, from library: SoundFontLibrary, at sampleRate: Double
  ) throws -> (VoiceBank, isFallback: Bool) {
    if let preset = library.location(of: source),
      let bank = try? VoiceBank(preset: preset, sampleRate: sampleRate)
    {
      return (bank, false)
    }
    guard let preset = library.location(of: .default) else {
      throw SoundError.builtInFontMissing(tried: [library.builtInFont])
    }
    return (try VoiceBank(preset: preset, sampleRate: sampleRate), source != .default)
  }
}
