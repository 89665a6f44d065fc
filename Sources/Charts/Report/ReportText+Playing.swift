import Language
import Training

/// The words of the plots of played notes.
extension ReportText {
  static let playedErrors = localized("Errors of played notes")
  static let playedErrorsCaption = localized("Played notes by their error, in cents")
  static let playedErrorsColumns = [
    localized(context: "column", "From"), localized(context: "column", "To less than"),
    localized(context: "column", "Played notes"),
  ]

  static let playedNotesHeading = localized("Played notes, one by one")
  static let playedNotesDescription = localized(
    """
    Each row is a note. Its dot shows where it lies on average, the thick line is the 90 %% interval of \
    that, and about two out of three notes lie within the thin line (the spread). Notes that were played \
    fewer than eight times are left out; slips count little.
    """)
  static let playedNotesCaption = localized(
    "Bias and spread of played notes in cents, with the 90 %% interval of the bias")
  static let playedNotesColumns = [
    localized(context: "column", "Note"), localized(context: "column", "Played notes"),
    localized(context: "column", "Bias (sharp is +)"), localized(context: "column", "From"),
    localized(context: "column", "To"), localized(context: "column", "Spread"),
  ]

  static let playedIntervalsHeading = localized("Played intervals, one by one")
  static let playedIntervalsDescription = localized(
    """
    Each row is an interval. Its dot shows where the notes that were played at it lie on average, the thick \
    line is the 90 %% interval of that, and about two out of three notes lie within the thin line (the \
    spread). Intervals that were played fewer than %d times are left out; slips count little.
    """, MatchingFit.fewest)
  static let playedIntervalsCaption = localized(
    "Bias and spread of played intervals in cents, with the 90 %% interval of the bias")
  static let playedIntervalsColumns =
    [localized(context: "column", "Interval")] + playedNotesColumns.dropFirst()

  static let curvesSection = localized("The last session of playing")
  static let curvesHeading = localized("Pitch of each note")

  static func curves(_ count: Int) -> String {
    localized(
      one: "%d note, from its steady start to its end.",
      other: "%d notes, each from its steady start to its end.", count)
  }

  static let curvesDescription = localized(
    """
    Each small picture is a note in the order of the session. The line in the middle is the target; the \
    lines above and below it are 5 cents away, or 50 if the note leaves these.
    """)
  static let curvesCaption = localized("The notes of the last session of playing")
  static let curvesColumns = [
    localized(context: "column", "Note"), localized(context: "column", "Error, cents"),
    localized(context: "column", "Drift, cents"), localized(context: "column", "Vibrato, Hz"),
    localized(context: "column", "Vibrato, cents"), localized(context: "column", "Settled in, s"),
    localized(context: "column", "Judged, s"),
  ]
}
