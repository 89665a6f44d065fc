import Foundation
import Music
import Training

/// What a report says. Each sentence has one place; extensions hold those of the plots.
enum ReportText {
  /// What a cell says that has nothing to say.
  static let nothing = "–"

  static let title = "Peach: how you hear"

  static func summary(_ report: ReportSnapshot) -> String {
    """
    As of \(DateText.full(report.date, in: report.calendar)): \
    \(DataText.counts(StoredCounts(comparisons: report.comparisons, matchings: report.matchings))) \
    on \(days(report.activeDays)).
    """
  }

  static let howToRead = """
    A cent is a hundredth of a semitone. A threshold is the difference that you tell right three times \
    in four; smaller is finer. Where something is estimated, an interval is shown that holds the true \
    value with a probability of 90 %.
    """

  static func footer(source: String, version: String) -> String {
    "Made by Peach \(version) from \(source). This page needs no network and holds no script."
  }

  static func comparisonSection(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: "Hearing differences: unison"
    case .interval: "Hearing differences: intervals"
    }
  }

  static func matchingSection(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: "Tuning by ear: unison"
    case .interval: "Tuning by ear: intervals"
    }
  }

  static let trendSection = "Where it is heading"
  static let activitySection = "When you trained"

  static func noComparisons(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: "No unison has been compared yet; peach compare asks for some."
    case .interval: "No interval has been compared yet; peach compare --intervals P5 asks for some."
    }
  }

  static func noMatchings(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: "No unison has been tuned yet; peach match asks for some."
    case .interval: "No interval has been tuned yet; peach match --intervals P5 asks for some."
    }
  }

  static let noTrend =
    "There is too little training to speak of a trend: a test needs \(TestedChange.minimumTrials) results of one kind."
  static let noActivity = "Nothing has been trained yet."

  /// What opens a table.
  static let showTable = "The figures as a table"

  static func cents(_ value: Cents?) -> String {
    value.map { CentsText.plain($0.rawValue) } ?? nothing
  }

  static func signedCents(_ value: Cents) -> String { CentsText.signed(value) }
  static func signedCents(_ value: Double) -> String { CentsText.signed(Cents(value)) }

  /// With its unit.
  static func centsOf(_ value: Cents) -> String { "\(CentsText.plain(value.rawValue)) cents" }

  static func percent(_ share: Double) -> String { String(format: "%.0f %%", share * 100) }

  static func signedPercent(_ share: Double) -> String {
    if share == 0 { return "0 %" }
    return share < 10 ? String(format: "%+.0f %%", share * 100) : "over +1000 %"
  }

  /// A number of an axis, with its sign.
  static func signed(_ value: Double) -> String {
    (value > 0 ? "+" : "") + NumberAxis.text(value)
  }

  static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }

  /// The heading of a column of dates.
  static func column(of period: ReportPeriod) -> String {
    switch period {
    case .day: "Day"
    case .week: "Week from"
    case .month: "Month"
    case .year: "Year"
    }
  }

  /// The same within a sentence.
  static func name(of period: ReportPeriod) -> String {
    switch period {
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .year: "year"
    }
  }
}

extension ReportText {
  static let thresholdAxis = "threshold in cents"
  static let askedAxis = "mean difference asked, in cents"
  static let rightAxis = "answered right"
  static let differenceAxis = "difference in cents"
  static let matchingsAxis = "matchings"
  static let errorAxis = "error in cents: flat is –, sharp is +"
  static let activityAxis = "up: comparisons, down: pitch matchings"
  static let dateAxis = "date"
  static let changeAxis = "change in 1000 trials"
}
