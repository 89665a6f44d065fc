import Training

/// A part of a report: what it is about, what is said of it, and its plots.
struct ReportSection {
  let heading: String
  var sentences: [String] = []
  var plots: [ReportPlot] = []
}

extension ReportSection {
  /// All sections of a report, in their order; one that has no data says so.
  static func all(of report: ReportSnapshot) -> [ReportSection] {
    TrainingKind.allCases.map { comparisons($0, report) }
      + TrainingKind.allCases.map { matchings($0, report) } + [trend(report), activity(report)]
  }

  private static func comparisons(
    _ kind: TrainingKind, _ report: ReportSnapshot
  ) -> ReportSection {
    let part = report.profile.comparison[kind]
    let plots = [
      KeyboardPicture.plot(part, of: kind),
      AnswersPicture.plot(report.answers[kind], report.fits[kind], of: kind),
      TimelinePicture.plot(report.asked[kind], of: kind, in: report.calendar),
    ].compactMap { $0 }
    return ReportSection(
      heading: ReportText.comparisonSection(kind),
      sentences: [part.trials > 0 ? ReportText.trend(part.change) : ReportText.noComparisons(kind)],
      plots: plots)
  }

  private static func matchings(_ kind: TrainingKind, _ report: ReportSnapshot) -> ReportSection {
    let part = report.profile.matching[kind]
    let plots = [
      ErrorHistogramPicture.plot(report.errors[kind], part, of: kind),
      ErrorDaysPicture.plot(report.matchingDays[kind], of: kind, in: report.calendar),
    ].compactMap { $0 }
    return ReportSection(
      heading: ReportText.matchingSection(kind),
      sentences: part.count > 0
        ? [ReportText.accuracy(part.accuracy), ReportText.precision(part.precision)]
        : [ReportText.noMatchings(kind)],
      plots: plots)
  }

  private static func trend(_ report: ReportSnapshot) -> ReportSection {
    guard let plot = TrendPicture.plot(report.profile) else {
      return ReportSection(heading: ReportText.trendSection, sentences: [ReportText.noTrend])
    }
    return ReportSection(heading: ReportText.trendSection, plots: [plot])
  }

  private static func activity(_ report: ReportSnapshot) -> ReportSection {
    guard let plot = ActivityPicture.plot(report) else {
      return ReportSection(heading: ReportText.activitySection, sentences: [ReportText.noActivity])
    }
    return ReportSection(heading: ReportText.activitySection, plots: [plot])
  }
}
