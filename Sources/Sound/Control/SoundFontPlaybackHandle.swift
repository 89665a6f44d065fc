import Music
import Realtime
import Training

/// A note of ``SoundFontNotePlayer`` that sounds until it is stopped. Main thread.
@MainActor
final class SoundFontPlaybackHandle: PlaybackHandle {
  /// What an offset computed through hertz may be off by, in cents.
  private static let tolerance = 1e-6

  private let player: SoundFontNotePlayer
  private let note: NoteID
  private let start: Frequency

  init(player: SoundFontNotePlayer, note: NoteID, start: Frequency) {
    self.player = player
    self.note = note
    self.start = start
  }

  func stop() { player.stop(note) }

  func adjustFrequency(_ frequency: Frequency) throws {
    try player.check(frequency)
    let bend = Cents(from: start, to: frequency)
    let limits = SoundFontNotePlayer.bendRange
    guard bend.rawValue >= limits.lowerBound - Self.tolerance,
      bend.rawValue <= limits.upperBound + Self.tolerance
    else { throw AudioError.bendOutOfRange(cents: bend.rawValue) }
    try player.retune(note, bend: bend)
  }
}
