import Music

extension ScalaError {
  /// What is wrong with the line, and what should stand there.
  var words: String {
    switch self {
    case .noDescription: "no Scala file: there is no description and no number of notes"
    case .noCount: "no Scala file: the number of notes is missing"
    case .badCount(_, let text): "the number of notes should stand here, not '\(text)'"
    case .tooFewPitches(_, let expected, let found):
      "the scale ends after \(found) of \(expected) pitches"
    case .badPitch(_, let text):
      "'\(text)' is no pitch; a pitch is cents with a point (701.955) or a ratio (3/2)"
    case .ratioNotPositive(_, let text): "the ratio '\(text)' is not above 0"
    }
  }
}
