import Music
import Realtime
import Training

/// A note of ``SoundFontNotePlayer`` that sounds until it is stopped. Main thread.
@MainActor
final class SoundFontPlaybackHandle: PlaybackHandle {
  private let player: SoundFontNotePlayer
  private let note: NoteID

  init(player: SoundFontNotePlayer, note: NoteID) {
    self.player = player
    self.note = note
  }

  func stop() { player.stop(note) }

  func adjustFrequency(_ frequency: Frequency) throws { try player.retune(note, to: frequency) }

  func arm(_ slider: PitchSlider, at value: Double) throws {
    try player.arm(note, with: slider, at: value)
  }

  // Kept with the note, so that it goes when that has ended.
  var onSliderMove: ((Double) -> Void)? {
    get { player.notes[note]?.onSliderMove }
    set { player.notes[note]?.onSliderMove = newValue }
  }

  var onFailure: ((AudioError) -> Void)? {
    get { player.notes[note]?.onFailure }
    set { player.notes[note]?.onFailure = newValue }
  }
}
