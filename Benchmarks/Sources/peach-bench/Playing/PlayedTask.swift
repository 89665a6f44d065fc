import Foundation
import Intonation
import Music

/// Something to be played and judged.
nonisolated struct PlayedTask: Sendable {
  /// The recording, and what has become of it.
  struct Result: Sendable {
    let recording: PlayedCase
    let outcome: PlayedNoteOutcome
  }

  /// The keys that a training may ask for.
  let keys: ClosedRange<Int>

  /// What the training plays meanwhile.
  var setting = PosedNote.Setting.alone

  /// Makes the recording for a note that is asked for; `nil` for one of its own choice.
  let recording: @Sendable (PosedNote?) async throws -> PlayedCase
}

/// Plays recordings to what judges them.
protocol TaskPlayer: AnyObject {
  /// What follows the titles of its reports.
  var place: String { get }

  /// How often something was played once more so far, because it did not arrive in one piece.
  var repetitions: Int { get }

  /// The results in the order of the tasks.
  func play(_ tasks: [PlayedTask]) async throws -> [PlayedTask.Result]
}

extension TaskPlayer {
  /// What a report says of its repetitions after the first so many; nothing if there were none.
  func notes(since repetitions: Int) -> [String] {
    let more = self.repetitions - repetitions
    return more > 0
      ? ["\(more) times a recording was played anew, because the server had lost a part of it."]
      : []
  }
}

/// The judge alone, in this process.
final class OfflinePlayer: TaskPlayer {
  let place = ""
  let repetitions = 0

  func play(_ tasks: [PlayedTask]) async throws -> [PlayedTask.Result] {
    var results: [PlayedTask.Result] = []
    for task in tasks {
      try Task.checkCancellation()
      let recording = try await task.recording(nil)
      results.append(
        PlayedTask.Result(
          recording: recording, outcome: JudgedRecording.outcome(of: recording)))
    }
    return results
  }
}
