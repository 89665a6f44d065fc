import Intonation
import Music

/// The outcomes of one mishap.
nonisolated struct MishapTally {
  /// An error beyond this, in cents, is a false judgement.
  private static let tolerance = 2.0

  private(set) var counts: [String: Int] = [:]
  private(set) var right = 0
  private(set) var falselyJudged = 0
  /// Of what was judged in the right octave, in cents.
  private(set) var errors: [Double] = []

  mutating func add(_ outcome: PlayedNoteOutcome, to expectation: PlayedCase.Expectation) {
    let name = outcome.name
    var isRight = false
    switch outcome {
    case .judged(let note):
      if case .judged(let cents, let octaves) = expectation, note.octaves == octaves {
        errors.append(abs(note.error - cents))
        isRight = abs(note.error - cents) <= Self.tolerance
      }
      if !isRight { falselyJudged += 1 }
    case .wrongNote(_, let cents):
      if case .wrongNote(let truth) = expectation { isRight = abs(cents - truth) <= Self.tolerance }
    case .tooShort: isRight = expectation == .tooShort
    case .unsteady: isRight = expectation == .unsteady
    case .noPitch: isRight = expectation == .noPitch
    case .inseparable: isRight = expectation == .inseparable
    case .lost: break
    }
    if expectation == .notJudged, name != "judged" { isRight = true }
    counts[name, default: 0] += 1
    if isRight { right += 1 }
  }
}
