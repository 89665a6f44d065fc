import Foundation
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
  private var loading: (source: SoundSourceID, task: Task<Loaded, any Error>)?
  private var chosen: SoundSourceID
  private var complaint: SoundSourceID?

  /// What the next note sounds with; `nil` before the first.
  private(set) var sounding: PresetLocation?

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

  /// Sees to it that the next note sounds with `source`. Another sound is made ready on a thread of its
  /// own, while whatever sounds goes on.
  ///
  /// - Parameter install: hands a bank to the callback; false where it cannot take one now, and the
  ///   sound changes with a later note.
  /// - Throws: ``SoundError`` where not even the default sound can be loaded.
  func choose(_ source: SoundSourceID, install: (VoiceBank) -> Bool) async throws -> Choice {
    if source != chosen, banks.count < VoiceBanks.capacity {
      let loaded = try await load(source)
      // Another note may have asked for the same meanwhile, and taken it.
      if source != chosen {
        prepared = loaded.bank
        chosen = source
        complaint = loaded.isFallback ? source : nil
      }
    }
    if let bank = prepared, install(bank) {
      banks[UnsafeMutableRawPointer(bank.pointer)] = bank
      sounding = bank.preset
      prepared = nil
    }
    guard let missing = complaint else { return .asAsked }
    complaint = nil
    return .fallback(missing)
  }

  /// Takes a bank back that the callback no longer uses.
  func dispose(of pointer: UnsafeMutableRawPointer) {
    guard let bank = banks.removeValue(forKey: pointer) else { return }
    // A large font is not freed in a moment.
    Self.workshop.async { withExtendedLifetime(bank) {} }
  }

  /// Where sounds are made and disposed of, one at a time.
  private static let workshop = DispatchQueue(label: "peach.sounds", qos: .userInitiated)

  /// Returns when what is being made or disposed of by now is done.
  static func settle() async {
    await withCheckedContinuation { continuation in workshop.async { continuation.resume() } }
  }

  private typealias Loaded = (bank: VoiceBank, isFallback: Bool)

  private func load(_ source: SoundSourceID) async throws -> Loaded {
    if let loading, loading.source == source { return try await loading.task.value }
    let (library, sampleRate) = (library, sampleRate)
    let task = Task {
      try await withCheckedThrowingContinuation { continuation in
        Self.workshop.async {
          continuation.resume(
            with: Result { try Self.load(source, from: library, at: sampleRate) })
        }
      }
    }
    loading = (source, task)
    defer { if loading?.source == source { loading = nil } }
    return try await task.value
  }

  private nonisolated static func load(
    _ source: SoundSourceID, from library: SoundFontLibrary, at sampleRate: Double
  ) throws -> Loaded {
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
