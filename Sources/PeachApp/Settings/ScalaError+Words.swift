import Language
import Music

extension ScalaError {
  /// What is wrong with the line, and what should stand there.
  var words: String {
    switch self {
    case .noDescription: localized("no Scala file: there is no description and no number of notes")
    case .noCount: localized("no Scala file: the number of notes is missing")
    case .badCount(_, let text): localized("the number of notes should stand here, not '%@'", text)
    case .tooFewPitches(_, let expected, let found):
      localized("the scale ends after %d of %d pitches", found, expected)
    case .badPitch(_, let text):
      localized("'%@' is no pitch; a pitch is cents with a point (701.955) or a ratio (3/2)", text)
    case .ratioNotPositive(_, let text): localized("the ratio '%@' is not above 0", text)
    }
  }
}
