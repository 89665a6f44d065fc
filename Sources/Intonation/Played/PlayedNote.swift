import Foundation
import Music

extension PlayedNote {
  /// Its pitch this many seconds after its beginning, in hertz.
  func hertz(at time: Double) -> Double {
    guard curve.count > 1, length > 2 * PitchCurve.reach else { return frequency }
    // Its points are the middles of means.
    let share = (time - PitchCurve.reach) / (length - 2 * PitchCurve.reach)
    let place = min(max(share, 0), 1) * Double(curve.count - 1)
    let index = min(Int(place), curve.count - 2)
    // The ends follow the direction that the curve has there.
    let beyond = (share - min(max(share, 0), 1)) * Double(curve.count - 1)
    let slope = Double(curve[index + 1] - curve[index])
    let cents = Double(curve[index]) + (place - Double(index) + beyond) * slope
    return frequency * exp2((cents - error) / 1200)
  }

  /// Whether the pitch stays, or moves about its mean as vibrato does. A trill jumps between two
  /// notes, which leaves a tenth of its width and more beside a sine; wide vibrato leaves less.
  var isHeld: Bool {
    guard vibratoExtent > 0 else { return steadiness <= 15 }
    return vibratoExtent <= 85 && (vibratoExtent <= 45 || steadiness <= 0.07 * vibratoExtent)
  }
}

extension PlayedNoteOutcome {
  var isJudged: Bool { if case .judged = self { true } else { false } }

  /// The same with the age of the note at that second.
  func judged(at time: Double) -> PlayedNoteOutcome {
    guard case .judged(var note) = self else { return self }
    note.age = max(note.age + time, 0)
    return .judged(note)
  }
}
