import Console
import Training

/// A report that is made: the page, and its plots as pictures of their own.
public struct Report {
  /// A picture: the name of its file, and what is in it.
  public struct Picture {
    public let fileName: String
    public let text: String
  }

  private let snapshot: ReportSnapshot

  public init(_ snapshot: ReportSnapshot) { self.snapshot = snapshot }

  /// HTML in UTF-8.
  public var page: String { ReportPage.text(snapshot) }

  /// SVG in UTF-8. What has no data has no picture.
  public var pictures: [Picture] {
    ReportSection.all(of: snapshot).flatMap(\.plots).map { plot in
      Picture(
        fileName: "\(plot.name).svg", text: ReportPicture.file(plot, version: snapshot.version))
    }
  }
}

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

/// A picture with all that stands beside it.
struct ReportPlot {
  /// The plots that there are; a file or an anchor is named after them.
  let name: String
  let heading: String

  /// What it means, for a musician.
  let sentence: String

  /// What is drawn, for whoever does not see it.
  let description: String
  let height: Double
  let drawing: [MarkupElement]
  let table: ReportTable
}

/// The figures of a plot as a table; the first cell of a row says what the row is about.
struct ReportTable: Hashable {
  let caption: String
  let headings: [String]
  let rows: [[String]]
}
