import Intonation
import Music

@testable import PlayedTones

extension PlayedNoteJudge {
  /// Hears a recording in pieces of one length, and then silence until there is an outcome.
  mutating func hear(_ sound: [Double], piece: Int = 1000, silence: Int = 0) -> PlayedNoteOutcome? {
    hear(sound.map(Float.init) + [Float](repeating: 0, count: silence), piece: piece)
  }

  mutating func hear(_ samples: [Float], piece: Int = 1000) -> PlayedNoteOutcome? {
    for start in stride(from: 0, to: samples.count, by: piece) {
      let part = Array(samples[start..<min(start + piece, samples.count)])
      if let outcome = part.withUnsafeBufferPointer({ append($0) }) { return outcome }
    }
    return nil
  }
}

extension PlayedNoteOutcome {
  var note: PlayedNote? {
    if case .judged(let note) = self { note } else { nil }
  }
}

extension PitchTracker {
  mutating func frames(of samples: [Float], piece: Int) -> [PitchFrame] {
    var frames: [PitchFrame] = []
    for start in stride(from: 0, to: samples.count, by: piece) {
      let part = Array(samples[start..<min(start + piece, samples.count)])
      frames += part.withUnsafeBufferPointer { append($0) }
    }
    return frames
  }
}
