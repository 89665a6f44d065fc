import Charts
import History
import Language
import Training

extension RecordedResult {
  /// The trainings that are named in a text. A training without answers is named only if there is
  /// something of it.
  static func namedTrainings(_ hasAny: (TrainingName) -> Bool) -> [TrainingName] {
    trainings.filter { TrainingName.answered.contains($0) || hasAny($0) }
  }

  /// The answer within a sentence: `tuned note, +3.2 cents`.
  var words: String {
    training.words.answer(
      measures.userCentError ?? measures.centOffset ?? 0, measures.isCorrect == true, targetNote)
  }
}

extension RecordCounts {
  /// The number of each training in words.
  var text: String {
    ListText.joined(
      RecordedResult.namedTrainings { self[$0] > 0 }.map { $0.words.count(self[$0]) })
  }
}
