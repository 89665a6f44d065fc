import Music
import Training

/// The notes of a range with the smallest and the largest threshold.
struct ThresholdExtremes {
  struct Extreme {
    let note: MIDINote
    let estimate: ThresholdEstimate
  }

  let finest: Extreme
  let coarsest: Extreme

  /// `nil` before the first trial.
  init?(_ part: ProfileSnapshot.Comparisons) {
    let known = part.notes.compactMap { note in
      note.estimate.map { Extreme(note: note.note, estimate: $0) }
    }
    func threshold(_ extreme: Extreme) -> Cents { extreme.estimate.threshold }
    guard let finest = known.min(by: { threshold($0) < threshold($1) }),
      let coarsest = known.max(by: { threshold($0) < threshold($1) })
    else { return nil }
    (self.finest, self.coarsest) = (finest, coarsest)
  }

  /// Whether the one is truly finer: the two 90 % intervals have nothing in common. Of many notes that are
  /// all alike some have the smallest estimate, too.
  var differ: Bool { finest.estimate.high < coarsest.estimate.low }
}
