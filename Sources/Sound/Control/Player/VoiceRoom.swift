import MainThread
import Realtime
import Training

/// The notes that were requested and have not ended, and the passages that wait for voices among them. Main
/// thread.
///
/// Passages can follow each other so fast that the notes before them still fade out and use their voices: a
/// chord that is heard again and again within one long period.
@MainActor
final class VoiceRoom {
  /// The greatest number of notes at a time.
  static let noteLimit = 32

  /// The notes that were requested and have not ended.
  var notes: [NoteID: NoteInProgress] = [:] {
    didSet { invariant(notes.count <= Self.noteLimit, "the callback has room for each note") }
  }

  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Returns when there are voices for the notes with which a passage begins, as soon as enough of those that
  /// fade out are silent: after a period and a fade at most. It does not wait for notes that go on, nor if
  /// the sink does not run.
  func wait(for passage: Passage, on sink: any CommandSink) async {
    while sink.isRunning, !Task.isCancelled, !hasRoom(for: passage, at: sink.sampleRate) {
      await withCheckedContinuation { waiters.append($0) }
    }
  }

  /// Whether there is room for the notes of a passage, and voices for those that begin within a fade, or if
  /// not, nothing ends in a moment. The notes of a chord need their voices from the moment when it is sent,
  /// and one that is stopped before it begins counts until the end is reported. There is no room as long as the
  /// callback has not seen a passage that was stopped before it began: of those that replace each other in one
  /// period only the last one follows, in the next period.
  ///
  /// - Parameter sampleRate: frames per second.
  func hasRoom(for passage: Passage, at sampleRate: Double) -> Bool {
    guard !notes.values.contains(where: \.isSuperseded) else { return false }
    let fade = Int((FadeCurve.seconds * sampleRate).rounded(.up))
    let beginning = passage.placements(at: sampleRate).count { $0.start <= fade }
    let begun = notes.values.count { $0.needsVoice(within: fade) }
    return begun + beginning <= VoiceBankView.voiceCount
      && notes.count + passage.notes.count <= Self.noteLimit
      || !notes.values.contains { $0.fadesOut }
  }

  /// A note has begun or ended, or the sink has: whoever waits looks again, in the order of the requests.
  func resumeWaiters() {
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.resume() }
  }
}
