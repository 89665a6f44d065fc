import Foundation
import Language
import Music
import Training

/// The words of a report. Each sentence is written once; extensions contain those of the plots.
enum ReportText {
  /// The text of a cell without a value.
  static let nothing = "–"

  static let title = localized("Peach: your hearing")

  static func summary(_ report: ReportSnapshot) -> String {
    localized(
      """
      As of %@: \
      %@ \
      on %@.
      """, DateText.full(report.date, in: report.calendar),
      RecordCounts(comparisons: report.comparisons, matchings: report.matchings).text,
      days(report.activeDays))
  }

  static let howToRead = localized(
    """
    A cent is a hundredth of a semitone. A threshold is the difference that you get right three \
    times out of four; smaller is finer. Estimates come with an interval that contains the true \
    value with a probability of 90 %%.
    """)

  static func footer(source: String, version: String) -> String {
    localized(
      "Made by Peach %@ from %@. This page needs no network and contains no scripts.", version,
      source)
  }

  static func comparisonSection(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: localized("Hearing differences: unison")
    case .interval: localized("Hearing differences: intervals")
    }
  }

  static func matchingSection(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: localized("Tuning by ear: unison")
    case .interval: localized("Tuning by ear: intervals")
    }
  }

  static let trendSection = localized("Trends")
  static let activitySection = localized("When you trained")

  static func noComparisons(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: localized("No unison has been compared yet. To start, run peach compare.")
    case .interval:
      localized("No interval has been compared yet. To start, run peach compare --intervals P5.")
    }
  }

  static func noMatchings(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: localized("No unison has been tuned yet. To start, run peach match.")
    case .interval:
      localized("No interval has been tuned yet. To start, run peach match --intervals P5.")
    }
  }

  static let noTrend =
    localized(
      "There is not enough training for a trend yet: the test needs %d results of one kind.",
      TestedChange.minimumTrials)
  static let noActivity = localized("Nothing has been trained yet.")

  /// The text that opens a table.
  static let showTable = localized("The figures as a table")

  static func cents(_ value: Cents?) -> String {
    value.map { CentsText.plain($0.rawValue) } ?? nothing
  }

  static func signedCents(_ value: Cents) -> String { CentsText.signed(value) }
  static func signedCents(_ value: Double) -> String { CentsText.signed(Cents(value)) }

  /// With its unit.
  static func centsOf(_ value: Cents) -> String {
    localized("%@ cents", CentsText.plain(value.rawValue))
  }

  static func percent(_ share: Double) -> String {
    localized("%@ %%", NumberText.fixed(share * 100, places: 0))
  }

  static func signedPercent(_ share: Double) -> String {
    if share == 0 { return localized("%@ %%", "0") }
    return share < 10
      ? localized("%@ %%", NumberText.fixed(share * 100, places: 0, isSigned: true))
      : localized("over +1000 %%")
  }

  /// A number on an axis, with its sign.
  static func signed(_ value: Double) -> String {
    (value > 0 ? "+" : "") + NumberAxis.text(value)
  }

  static func days(_ count: Int) -> String {
    localized(one: "%d day", other: "%d days", count)
  }

  /// The heading of a column of dates.
  static func column(of period: ReportPeriod) -> String {
    switch period {
    case .day: localized(context: "column", "Day")
    case .week: localized(context: "column", "Week from")
    case .month: localized(context: "column", "Month")
    case .year: localized(context: "column", "Year")
    }
  }
}

extension ReportText {
  static let thresholdAxis = localized("threshold in cents")
  static let askedAxis = localized("mean difference asked, in cents")
  static let rightAxis = localized("answered right")
  static let differenceAxis = localized("difference in cents")
  static let matchingsAxis = localized(context: "axis", "notes tuned")
  static let errorAxis = localized("error in cents: flat is –, sharp is +")
  static let activityAxis = localized("up: comparisons, down: notes tuned")
  static let dateAxis = localized(context: "axis", "date")
  static let changeAxis = localized("change in 1000 trials")
}
