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
