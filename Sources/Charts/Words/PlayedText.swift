import Console
import Language
import Music
import Training

/// What is known of played notes one by one, and of the intervals that they made.
enum PlayedText {
  /// `A4: 2.1 flat, spread 6.4, 12 notes`
  static func line(_ figures: ProfileSnapshot.PlayedNoteFigures) -> String {
    let count = HearingWords.notes(figures.count)
    guard let fit = figures.fit else {
      return localized("%@: %@", NoteName.text(figures.note), count)
    }
    return localized(
      "%@: %@, %@", NoteName.text(figures.note), HearingWords.matchingBrief(fit), count)
  }

  /// `perfect fifth up: 2.1 flat, average error 6.4, 30 notes`; `nil` if that is not known yet.
  static func line(_ errors: IntervalErrors) -> String? {
    guard errors.interval != .prime, let figures = errors.figures else { return nil }
    return localized(
      "%@: %@, average error %@, %@", NoteName.text(errors.interval),
      HearingWords.side(figures.bias),
      EstimateText(figures.size).value, HearingWords.notes(errors.count))
  }

  static func json(_ figures: ProfileSnapshot.PlayedNoteFigures) -> JSONLine {
    var line = JSONLine()
    line.add("note", figures.note.rawValue)
    line.add("count", figures.count)
    FiguresJSON.add(figures.fit, to: &line, hasPull: false)
    return line
  }
}
