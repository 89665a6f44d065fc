import Charts
import History
import Language
import Training

/// What the console says of the records of a training.
struct RecordWords {
  /// The member of JSON objects that has their number.
  let member: String

  /// The words for a number of them.
  let count: (Int) -> String

  /// The words for what became of those in a file.
  let outcome: (String) -> String

  /// One of them in words, within a sentence.
  let answer: (RecordedResult) -> String
}

extension RecordWords {
  /// The trainings that have records, and what is said of these.
  static var all: [(training: TrainingName, words: RecordWords)] {
    RecordedResult.trainings.map { ($0, $0.recordWords) }
  }

  /// Those that are named in a text: what has no answer is left out if there is nothing of it.
  static func named(
    _ hasAny: (TrainingName) -> Bool
  ) -> [(training: TrainingName, words: RecordWords)] {
    all.filter { TrainingName.answered.contains($0.training) || hasAny($0.training) }
  }
}

extension TrainingName {
  /// What is said of the training's records.
  var recordWords: RecordWords {
    switch self {
    case .comparison:
      RecordWords(
        member: "comparisons", count: CountText.comparisons,
        outcome: { localized("comparisons: %@", $0) },
        answer: { result in
          let cents = CentsText.plain((result.measures.centOffset ?? 0).magnitude)
          return result.measures.isCorrect == true
            ? localized("comparison, right, %@ cents", cents)
            : localized("comparison, wrong, %@ cents", cents)
        })
    case .matching:
      RecordWords(
        member: "matchings", count: CountText.matchings,
        outcome: { localized("tuned notes: %@", $0) },
        answer: { result in
          localized("tuned note, %@ cents", CentsText.signed(result.measures.userCentError ?? 0))
        })
    case .purity:
      RecordWords(
        member: "purities", count: CountText.purities,
        outcome: { localized("questions of purity: %@", $0) },
        answer: { result in
          let cents = CentsText.plain((result.measures.centOffset ?? 0).magnitude)
          return result.measures.isCorrect == true
            ? localized("purity, right, %@ cents", cents)
            : localized("purity, wrong, %@ cents", cents)
        })
    case .playing:
      RecordWords(
        member: "playings", count: CountText.playings,
        outcome: { localized("played notes: %@", $0) },
        answer: { result in
          localized("played note, %@ cents", CentsText.signed(result.measures.userCentError ?? 0))
        })
    case .oddOne:
      RecordWords(
        member: "oddOnes", count: CountText.oddOnes,
        outcome: { localized("odd ones of three: %@", $0) },
        answer: { result in
          let cents = CentsText.plain((result.measures.centOffset ?? 0).magnitude)
          return result.measures.isCorrect == true
            ? localized("odd one of three, right, %@ cents", cents)
            : localized("odd one of three, wrong, %@ cents", cents)
        })
    case .listening:
      RecordWords(
        member: "listenings", count: CountText.listenings,
        outcome: { localized("blocks listened to: %@", $0) },
        answer: { _ in localized("block listened to") })
    case .map:
      RecordWords(
        member: "mapped", count: CountText.mapped,
        outcome: { localized("notes of the map: %@", $0) },
        answer: { result in
          localized(
            "%@, %@ cents", NoteName.text(result.targetNote),
            CentsText.signed(result.measures.userCentError ?? 0))
        })
    }
  }
}

extension RecordCounts {
  /// The number of each training in words.
  var text: String {
    CountText.list(
      RecordWords.named { self[$0] > 0 }.map { $0.words.count(self[$0.training]) })
  }
}
