import Intonation
import Music

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
