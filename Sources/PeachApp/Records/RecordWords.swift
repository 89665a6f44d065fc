import Charts
import History
import Language
import Training

/// The words of the console for the records of a training.
struct RecordWords {
  /// The member of JSON objects that has their number.
  let member: String

  /// The words for a number of them.
  let count: (Int) -> String

  /// The words for the outcome of the records in a file.
  let outcome: (String) -> String

  /// The words for one record, within a sentence.
  let answer: (RecordedResult) -> String
}

extension RecordWords {
  /// The trainings that have records, with the words for these.
  static var all: [(training: TrainingName, words: RecordWords)] {
    RecordedResult.trainings.map { ($0, $0.recordWords) }
  }

  /// The trainings that a text names: those with answers, and others that have records.
  static func named(
    _ hasAny: (TrainingName) -> Bool
  ) -> [(training: TrainingName, words: RecordWords)] {
    all.filter { TrainingName.answered.contains($0.training) || hasAny($0.training) }
  }
}

extension TrainingName {
  var recordWords: RecordWords {
    switch self {
    case .comparison:
      RecordWords(
        member: "comparisons", count: CountText.comparisons,
        outcome: { localized("comparisons: %@", $0) },
        answer: {
          $0.isRight
            ? localized("comparison, right, %@ cents", $0.offset)
            : localized("comparison, wrong, %@ cents", $0.offset)
        })
    case .matching:
      RecordWords(
        member: "matchings", count: CountText.matchings,
        outcome: { localized("tuned notes: %@", $0) },
        answer: { localized("tuned note, %@ cents", $0.error) })
    case .purity:
      RecordWords(
        member: "purities", count: CountText.purities,
        outcome: { localized("questions of purity: %@", $0) },
        answer: {
          $0.isRight
            ? localized("purity, right, %@ cents", $0.offset)
            : localized("purity, wrong, %@ cents", $0.offset)
        })
    case .playing:
      RecordWords(
        member: "playings", count: CountText.playings,
        outcome: { localized("played notes: %@", $0) },
        answer: { localized("played note, %@ cents", $0.error) })
    case .oddOne:
      RecordWords(
        member: "oddOnes", count: CountText.oddOnes,
        outcome: { localized("odd ones of three: %@", $0) },
        answer: {
          $0.isRight
            ? localized("odd one of three, right, %@ cents", $0.offset)
            : localized("odd one of three, wrong, %@ cents", $0.offset)
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
        answer: { localized("%@, %@ cents", NoteName.text($0.targetNote), $0.error) })
    }
  }
}

extension RecordedResult {
  fileprivate var isRight: Bool { measures.isCorrect == true }
  fileprivate var offset: String { CentsText.plain((measures.centOffset ?? 0).magnitude) }
  fileprivate var error: String { CentsText.signed(measures.userCentError ?? 0) }
}

extension RecordCounts {
  /// The number of each training in words.
  var text: String {
    CountText.list(
      RecordWords.named { self[$0] > 0 }.map { $0.words.count(self[$0.training]) })
  }
}
