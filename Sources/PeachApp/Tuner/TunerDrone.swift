import Music
import Training

/// The note that sounds beside what is played. Main thread.
final class TunerDrone {
  /// The note that sounds, or would.
  private(set) var note: MIDINote

  private(set) var isOn = false

  /// Whether it was asked for while there is nothing to play it on.
  private(set) var isAwaited = false

  /// Whether it sounds, or will as soon as it can.
  var isWanted: Bool { isOn || isAwaited }

  private var handle: (any PlaybackHandle)?
  private var beginning: Task<Void, Never>?

  /// The notes that it can have: those of a piano.
  private static let range = 21...108

  init(_ note: MIDINote) { self.note = note }

  /// The note of the scale that stands for this one.
  static func note(for note: MIDINote, in scale: TunerScale) -> MIDINote {
    scale.note(0, from: note, in: range)
  }

  /// Moves the note by semitones, as far as the scale has any.
  func move(_ steps: Int, in scale: TunerScale) {
    note = scale.note(steps, from: note, in: Self.range)
  }

  /// There is nothing to play it on yet: this note is to sound then, or none.
  func await(_ note: MIDINote?) {
    isAwaited = note != nil
    if let note { self.note = note }
  }

  /// Sounds this note instead of the one before; `nil` for none.
  ///
  /// - Parameter onError: called if the player cannot sound it, unless nobody waits for it any more.
  func sound(
    _ note: MIDINote?, at frequency: Frequency?, on player: any NotePlayer,
    onError: @escaping (any Error) -> Void
  ) {
    let former = handle
    handle = nil
    beginning?.cancel()
    (isOn, isAwaited) = (note != nil, false)
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
        if !Task.isCancelled, !(error is CancellationError) { onError(error) }
      }
    }
  }

  /// Ends with the use of the client, which may stay.
  func forget() {
    beginning?.cancel()
    handle?.stop()
    (handle, beginning, isOn) = (nil, nil, false)
  }
}
