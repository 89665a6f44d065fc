import Realtime
import Training

/// Voices for passages that follow each other so fast that the notes before them still fade out: a chord
/// that is heard again and again within one long period.
extension SoundFontNotePlayer {
  /// Returns when there are voices for the notes with which a passage begins, as soon as enough of those that
  /// fade out are silent: after a period and a fade at most. It does not wait for notes that go on.
  func waitForRoom(for passage: Passage) async {
    let fade = Int((FadeCurve.seconds * sink.sampleRate).rounded(.up))
    let begin = passage.placements(at: sink.sampleRate).count { $0.start <= fade }
    while sink.isRunning, !Task.isCancelled,
      !hasRoom(for: passage.notes.count, ofWhich: begin, within: fade)
    {
      await withCheckedContinuation { waitingForRoom.append($0) }
    }
  }

  /// Whether there is room for so many notes, and voices for those that begin within a fade, or if not,
  /// nothing ends in a moment. The notes of a chord need their voices from the moment when it is sent, and
  /// one that is stopped before it begins counts until the end is reported.
  private func hasRoom(for count: Int, ofWhich begin: Int, within fade: Int) -> Bool {
    let begun = notes.values.count { $0.needsVoice(within: fade) }
    return begun + begin <= VoiceBankView.voiceCount && notes.count + count <= Self.noteLimit
      || !notes.values.contains { $0.fadesOut }
  }

  /// A note has ended: whoever waits looks again, in the order of the requests.
  func resumeRoomWaiters() {
    let waiters = waitingForRoom
    waitingForRoom = []
    for waiter in waiters { waiter.resume() }
  }
}
