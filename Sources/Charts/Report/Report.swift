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
    report.parts.flatMap { sections(of: $0, report) } + [activity(report)]
  }

  private static func sections(
    of part: ReportSnapshot.Part, _ report: ReportSnapshot
  ) -> [ReportSection] {
    let sections =
      [
        (part.unison.count, unison(part, report)), (part.intervals.count, intervals(part)),
      ]
      + TrainingKind.allCases.map { (part.matching[$0].count, matchings($0, part, report)) }
    // Notes together are a way of training of which most users know nothing.
    return part.presentation == .melodic
      ? sections.map(\.1) : sections.filter { $0.0 > 0 }.map(\.1)
  }

  private static func unison(
    _ part: ReportSnapshot.Part, _ report: ReportSnapshot
  ) -> ReportSection {
    let heading = ReportText.section(ReportText.comparisonSection(.unison), part.presentation)
    let unison = part.unison
    guard unison.count > 0 else {
      return ReportSection(heading: heading, sentences: [ReportText.noComparisons(.unison)])
    }
    func name(_ name: String) -> String { self.name(name, .unison, part) }
    let course = CoursePicture.plot(unison, named: name("course"), in: report.calendar)
    let trend =
      course == nil
      ? ReportText.trend(unison.verdicts.trend, of: unison.verdicts.level.state) : []
    return ReportSection(
      heading: heading,
      sentences: [HearingWords.level(unison.verdicts)]
        + HearingWords.lapses(unison.verdicts.easyOnesPerMiss) + trend,
      plots: [
        KeyboardPicture.plot(unison, named: name("keyboard")), course,
        CurvePicture.plot(unison, named: name("curve")),
      ].compactMap { $0 })
  }

  private static func intervals(_ part: ReportSnapshot.Part) -> ReportSection {
    let heading = ReportText.section(ReportText.comparisonSection(.interval), part.presentation)
    let verdicts = part.intervals.verdicts
    guard part.intervals.count > 0 else {
      return ReportSection(heading: heading, sentences: [ReportText.noComparisons(.interval)])
    }
    let plot = IntervalsPicture.plot(part.intervals, named: name("intervals", .interval, part))
    let parts = plot == nil ? verdicts.parts.map { HearingWords.interval($0) } : []
    return ReportSection(
      heading: heading,
      sentences: parts + HearingWords.lapses(verdicts.easyOnesPerMiss)
        + ReportText.trend(verdicts.trend, of: verdicts.state),
      plots: [plot].compactMap { $0 })
  }

  private static func matchings(
    _ kind: TrainingKind, _ part: ReportSnapshot.Part, _ report: ReportSnapshot
  ) -> ReportSection {
    let heading = ReportText.section(ReportText.matchingSection(kind), part.presentation)
    let verdicts = part.matching[kind]
    guard verdicts.count > 0 else {
      return ReportSection(heading: heading, sentences: [ReportText.noMatchings(kind)])
    }
    let plot = MatchingPicture.plot(verdicts, named: name("matching", kind, part))
    // The diary counts both presentations together.
    let histogram =
      part.presentation == .melodic
      ? ErrorHistogramPicture.plot(report.diary.errors[kind], named: name("errors", kind, part))
      : nil
    return ReportSection(
      heading: heading, sentences: plot == nil ? HearingWords.matching(verdicts) : [],
      plots: [plot, histogram].compactMap { $0 })
  }

  private static func name(
    _ name: String, _ kind: TrainingKind, _ part: ReportSnapshot.Part
  ) -> String {
    part.presentation == .melodic
      ? "\(name)-\(kind.rawValue)" : "\(name)-\(kind.rawValue)-\(part.presentation.rawValue)"
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
