import Console
import Training

/// A finished report: the page, and its plots as separate pictures.
public struct Report {
  /// A picture: the name of its file, and its content.
  public struct Picture {
    public let fileName: String
    public let text: String
  }

  private let snapshot: ReportSnapshot

  public init(_ snapshot: ReportSnapshot) { self.snapshot = snapshot }

  /// HTML in UTF-8.
  public var page: String { ReportPage.text(snapshot) }

  /// SVG in UTF-8. A plot without data has no picture.
  public var pictures: [Picture] {
    ReportSection.all(of: snapshot).flatMap(\.plots).map { plot in
      Picture(
        fileName: "\(plot.name).svg", text: ReportPicture.file(plot, version: snapshot.version))
    }
  }
}

/// A section of a report: its heading, its sentences and its plots.
struct ReportSection {
  let heading: String
  var sentences: [String] = []
  var plots: [ReportPlot] = []
}

extension ReportSection {
  /// All sections of a report, in order; one without data says so.
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
      AnswersPicture.plot(report.diary.answers[kind], report.fits[kind], of: kind),
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
      ErrorHistogramPicture.plot(report.diary.errors[kind], part.errors, of: kind),
      ErrorDaysPicture.plot(report.matched[kind], of: kind, in: report.calendar),
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

/// A picture with everything that stands beside it.
struct ReportPlot {
  /// The name of its file and of its anchor.
  let name: String
  let heading: String

  /// Its meaning, for a musician.
  let sentence: String

  /// What is drawn, for readers who cannot see it.
  let description: String
  let height: Double
  let drawing: [MarkupElement]
  let table: ReportTable
}

/// The figures of a plot as a table; the first cell of a row names the row.
struct ReportTable: Hashable {
  let caption: String
  let headings: [String]
  let rows: [[String]]
}
