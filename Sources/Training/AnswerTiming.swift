import Foundation

/// How the answer to a trial comes about, as far as the driver sees it: which of the trial's notes have
/// sounded, and when.
///
/// It belongs to one trial; a trial that is posed again begins with a new one.
nonisolated struct AnswerTiming {
  /// Whether the first frame of the trial has sounded.
  private(set) var hasSounded = false

  /// How many notes of the trial have been asked for.
  private var noteCount = 0

  /// When the second note of the trial began.
  private var secondNote: (time: SoundTime, date: Date)?

  /// A note of the trial is asked for.
  mutating func noteRequested() { noteCount += 1 }

  /// The note that was asked for last has sounded its first frame.
  ///
  /// - Parameter time: the moment of that frame; `nil` if it is not known.
  mutating func noteBegan(at time: SoundTime?, _ date: Date) {
    hasSounded = true
    if noteCount == 2, secondNote == nil { secondNote = time.map { ($0, date) } }
  }

  /// From the second note's first frame to `time`, in seconds; `nil` if there is no telling.
  func responseTime(at time: SoundTime, _ date: Date) -> Double? {
    // After half a day the numbers of the frames begin anew.
    guard let secondNote, time.rate == secondNote.time.rate,
      date.timeIntervalSince(secondNote.date) < Self.longestResponse
    else { return nil }
    let seconds = time.seconds(since: secondNote.time)
    // A period is computed before it sounds: an answer may come in between.
    return seconds >= -Self.longestPeriod ? max(seconds, 0) : nil
  }

  /// In seconds.
  private static let longestResponse: TimeInterval = 3600

  /// In seconds: 8192 frames at 44.1 kHz.
  private static let longestPeriod = 0.19
}
