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

/// A note that a training asks for.
nonisolated struct PosedNote: Sendable {
  /// What the training plays meanwhile.
  enum Setting: Sendable, CaseIterable {
    /// Nothing any more.
    case alone
    /// The note itself.
    case overUnison
    /// The fifth below it.
    case overFifth
    /// Nothing any more; the note before was the fifth below.
    case afterFifth
  }

  /// How long a note sounds before.
  static let referenceSeconds = 0.8

  /// In hertz.
  let target: Double

  /// The note that it plays before or meanwhile, in hertz.
  let reference: Double
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

/// Judges a recording as the worker thread does: in pieces.
nonisolated enum JudgedRecording {
  static let piece = 1024

  static func outcome(of recording: PlayedCase, longestWait: Double = PlayedCases.longestWait)
    -> PlayedNoteOutcome
  {
    let ringing = recording.ringing.map { Frequency(hertz: $0) }
    let leak = recording.before.isEmpty ? nil : leakLevel(of: ringing, in: recording.before)
    let rules = PlayedNoteRules(
      target: Frequency(hertz: recording.target), steadyTime: recording.steadyTime,
      longestWait: longestWait,
      accompaniment: recording.accompaniment.map { Frequency(hertz: $0) },
      ringing: leak == nil && !recording.before.isEmpty ? [] : ringing, ringingLevel: leak)
    var judge = PlayedNoteJudge(rules, sampleRate: PlayedCases.sampleRate)
    // Silence until after the deadline.
    let silence = [Float](repeating: 0, count: Int((longestWait + 1) * PlayedCases.sampleRate))
    let samples = recording.sound.map(Float.init) + silence
    return samples.withUnsafeBufferPointer { all in
      for start in stride(from: 0, to: all.count, by: piece) {
        let part = all[start..<min(start + piece, all.count)]
        if let outcome = judge.append(UnsafeBufferPointer(rebasing: part)) { return outcome }
      }
      return judge.commit()
    }
  }

  /// How loud the notes are that sounded meanwhile, as a training finds it out.
  private static func leakLevel(of notes: [Frequency], in sound: [Double]) -> Double? {
    var tracker = PitchTracker(sampleRate: PlayedCases.sampleRate)
    var leak = LeakWatch()
    sound.map(Float.init).withUnsafeBufferPointer { leak.receive(tracker.append($0)) }
    return leak.level(of: notes, after: PlayedUnison.referenceSeconds)
  }
}
