import Music
import Training

/// The note that sounds beside what is played. Main thread.
final class TunerDrone {
  /// The note that sounds, or would.
  private(set) var note: MIDINote

  private(set) var isOn = false
  private var handle: (any PlaybackHandle)?
  private var beginning: Task<Void, Never>?

  /// The notes that it can have: those of a piano.
  private static let range = 21...108

  init(_ note: MIDINote) { self.note = note }

  /// Moves the note by semitones, as far as there are any.
  func move(_ steps: Int) {
    let number = min(max(note.rawValue + steps, Self.range.lowerBound), Self.range.upperBound)
    note = MIDINote(number)
  }

  /// Sounds this note instead of the one before; `nil` for none.
  ///
  /// - Parameter onError: called if the player cannot sound it.
  func sound(
    _ note: MIDINote?, at frequency: Frequency?, on player: any NotePlayer,
    onError: @escaping (any Error) -> Void
  ) {
    let former = handle
    handle = nil
    beginning?.cancel()
    isOn = note != nil
    guard let note, let frequency else {
      former?.stop()
      return
    }
    self.note = note
    beginning = Task { [weak self] in
      do {
        let new = try await player.play(
          frequency: frequency, velocity: .training, amplitudeDB: AmplitudeDB(0))
        former?.stop()
        // Meanwhile it may have been moved or switched off.
        guard let self, !Task.isCancelled else { return new.stop() }
        handle = new
      } catch {
        former?.stop()
        if !(error is CancellationError) { onError(error) }
      }
    }
  }

  /// The client has gone, and the note with it.
  func forget() {
    beginning?.cancel()
    (handle, beginning, isOn) = (nil, nil, false)
  }
}
