import Training

/// A training as `/peach/start` names it: `comparison` or `matching`, and behind it, if the kind is to be
/// said, `unison` or `intervals`.
struct NamedTraining: Hashable {
  let name: TrainingName

  /// `nil` where the settings decide, on the start screen unison.
  let kind: TrainingKind?

  /// Case does not matter; the command's names, `compare` and `match`, are good, too.
  init?(_ text: String) {
    let words = text.lowercased().split { !$0.isLetter }
    switch words.first {
    case "comparison", "compare": name = .comparison
    case "matching", "match": name = .matching
    default: return nil
    }
    switch words.dropFirst().first {
    case "unison": kind = .unison
    case "interval", "intervals": kind = .interval
    case nil: kind = nil
    default: return nil
    }
    guard words.count <= 2 else { return nil }
  }
}
