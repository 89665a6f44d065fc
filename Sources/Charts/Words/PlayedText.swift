import Console
import Language
import Music
import Training

/// What is known of played notes one by one, and of the intervals that they made.
enum PlayedText {
  /// `A4: 2.1 flat, spread 6.4, 12 notes`, or `perfect fifth up: 2.1 flat, spread 6.4, 30 notes`.
  static func line(_ figures: ProfileSnapshot.PlayedFigures) -> String {
    let count = HearingWords.notes(figures.count)
    guard let fit = figures.fit else { return localized("%@: %@", name(of: figures), count) }
    return localized("%@: %@, %@", name(of: figures), HearingWords.matchingBrief(fit), count)
  }

  static func name(of figures: ProfileSnapshot.PlayedFigures) -> String {
    switch figures.subject {
    case .note(let note): NoteName.text(note)
    case .interval(let interval): NoteName.text(interval)
    }
  }

  /// A note with its bias and spread.
  static func json(_ figures: ProfileSnapshot.PlayedFigures) -> JSONLine {
    var line = JSONLine()
    if case .note(let note) = figures.subject { line.add("note", note.rawValue) }
    line.add("count", figures.count)
    FiguresJSON.add(figures.fit, to: &line, hasPull: false)
    return line
  }

  /// An interval with its plain figures, as of matchings, and with its bias and spread.
  static func json(
    _ errors: IntervalErrors, _ figures: [ProfileSnapshot.PlayedFigures]
  ) -> JSONLine {
    var line = FiguresJSON.errors(errors)
    let fit = figures.first { $0.subject == .interval(errors.interval) }?.fit
    FiguresJSON.add(fit, to: &line, hasPull: false)
    return line
  }
}
