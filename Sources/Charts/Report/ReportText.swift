import Foundation
import Language
import Music
import Training

/// The words of a report. Extensions contain those of the plots.
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
      counts(report.comparisons, report.matchings, report.purities, report.playings),
      days(report.activeDays))
  }

  static func counts(
    _ comparisons: Int, _ matchings: Int, _ purities: Int, _ playings: Int
  ) -> String {
    ListText.joined(
      [
        TrainingName.comparison.words.count(comparisons),
        TrainingName.matching.words.count(matchings),
      ]
        + (purities > 0 ? [TrainingName.purity.words.count(purities)] : [])
        + (playings > 0 ? [TrainingName.playing.words.count(playings)] : []))
  }

  static func footer(source: String, version: String) -> String {
    localized(
      "Made by Peach %@ from %@. This page needs no network and contains no scripts.", version,
      source)
  }

  /// The heading of a section, with the screens' name of the training.
  static func section(
    _ training: TrainingName, _ kind: TrainingKind, _ presentation: Presentation = .melodic
  ) -> String {
    let heading =
      switch (training, kind) {
      case (.comparison, .unison): localized("Comparison: unison")
      case (.comparison, .interval): localized("Comparison: intervals")
      case (.matching, .unison): localized("Matching: unison")
      case (.matching, .interval): localized("Matching: intervals")
      case (.purity, .unison): localized("Purity: unison")
      case (.purity, .interval): localized("Purity: intervals")
      case (.playing, .unison): localized("Playing: unison")
      case (.playing, .interval): localized("Playing: intervals")
      default: TrainingChoice(training, kind).name
      }
    return presentation == .harmonic ? TrainingChoice.together(heading) : heading
  }

  static let storySection = localized("Month by month")
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

  static let noActivity = localized("Nothing has been trained yet.")

  /// The text that opens the plots for statisticians.
  static let more = localized(context: "report", "More")

  /// The text that opens a table.
  static let showTable = localized("The figures as a table")

  /// The cells of a threshold and the ends of its interval; empty ones if it is unknown.
  static func cells(_ verdict: ThresholdVerdict) -> [String] {
    verdict.state == .shown
      ? EstimateText(threshold: verdict.threshold).cells : [String](repeating: nothing, count: 3)
  }

  static func percent(_ share: Double) -> String {
    localized("%@ %%", NumberText.fixed(share * 100, places: 0))
  }

  /// A number on an axis, with its sign.
  static func signed(_ value: Double) -> String {
    (value > 0 ? "+" : "") + NumberAxis.text(value)
  }

  static func days(_ count: Int) -> String {
    localized(one: "%d day", other: "%d days", count)
  }

  static func column(of period: ReportPeriod) -> String {
    switch period {
    case .day: localized(context: "column", "Day")
    case .week: localized(context: "column", "Week from")
    case .month: localized(context: "column", "Month")
    case .year: localized(context: "column", "Year")
    }
  }

  // MARK: Axes

  static let thresholdAxis = localized("threshold in cents")
  static let rightAxis = localized("answered right")
  static let ratioAxis = localized("difference in times your threshold")
  static let shiftAxis = localized("cents from the true interval: higher is +")
  static let startAxis = localized("start in cents from the target: higher is +")
  static let errorSizeAxis = localized(context: "axis", "cents from the target")
  static let matchingsAxis = localized(context: "axis", "notes tuned")
  static let errorAxis = localized("error in cents: flat is –, sharp is +")
  static let playingsAxis = localized(context: "axis", "notes played")
  static func activityAxis(hasPurity: Bool, hasPlaying: Bool) -> String {
    switch (hasPurity, hasPlaying) {
    case (false, false): localized("up: comparisons, down: notes tuned")
    case (true, false): localized("up: comparisons and questions of purity, down: notes tuned")
    case (false, true): localized("up: comparisons, down: notes tuned and played")
    case (true, true):
      localized("up: comparisons and questions of purity, down: notes tuned and played")
    }
  }
  static let dateAxis = localized(context: "axis", "date")
}
