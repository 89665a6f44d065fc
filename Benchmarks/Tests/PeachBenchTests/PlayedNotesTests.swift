import Foundation
import Intonation
import Music
import SoundFonts
import Testing
import Training

@testable import peach_bench

@Suite("Notes to measure")
@MainActor
struct PlayedNotesTests {
  @Test(
    "a note that dies away sounds once, as the preset is measured: its level never rises",
    arguments: [84, 88, 93])
  func oneStroke(key: Int) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let notes = try PlayedNotes(
      BuiltInSound.piano.source, library: SoundFontLibrary(),
      cache: IntonationCache(folder: folder.path),
      isCorrected: true)
    let channels = try await notes.play(
      TuningSystem.equalTemperament.frequency(
        for: MIDINote(key), referencePitch: TuningSystem.standardReferencePitch))
    // Tenths of a second, without the attack.
    let powers = stride(from: 9600, through: PlayedNotes.frames - 4800, by: 4800).map { start in
      channels[0][start..<start + 4800].reduce(0.0) { $0 + Double($1 * $1) }
    }
    #expect(powers[0] > 0)
    // It is so much fainter at the end that a held note would have been struck again.
    #expect(powers[powers.count - 1] < 0.01 * powers[0])
    for (earlier, later) in zip(powers, powers.dropFirst()) {
      #expect(later < 1.05 * earlier)
    }
  }
}
