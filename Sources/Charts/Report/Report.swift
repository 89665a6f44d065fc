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
    let plots =
      [ReportOpening(snapshot).plot].compactMap { $0 }
      + ReportSection.all(of: snapshot).flatMap(\.plots)
    return plots.map { plot in
      Picture(
        fileName: "\(plot.name).svg", text: ReportPicture.file(plot, version: snapshot.version))
    }
  }
}

/// What a report begins with: what matters most, in a sentence, and how it came about.
struct ReportOpening {
  let sentence: String

  /// The threshold over the weeks; `nil` if it is not known yet.
  let plot: ReportPlot?

  init(_ report: ReportSnapshot) {
    let part = report.parts.first { $0.presentation == .melodic }
    sentence = part.map(Self.sentence) ?? ReportText.noActivity
    plot = part.flatMap { part in
      CoursePicture.plot(
        part.unison, named: ReportSection.name("course", .unison, part), in: report.calendar)
    }
  }

  /// Of the first training of which there is something to say; of unisons if there is of none.
  private static func sentence(_ part: ReportSnapshot.Part) -> String {
    let (unison, intervals) = (part.unison.verdicts, part.intervals.verdicts)
    let matchings = TrainingKind.allCases.map { part.matching[$0] }.filter { $0.count > 0 }
    let known = matchings.first { $0.fit != nil } ?? matchings.first
    let level = part.unison.count > 0 ? HearingWords.level(unison) : nil
    let interval = VerdictText.sentences(intervals).first
    let matching = known.flatMap { HearingWords.matching($0).first }
    if let level, unison.level.state != .early { return level }
    if let interval, intervals.state != .early { return interval }
    if let matching, known?.fit != nil { return matching }
    return level ?? interval ?? matching ?? ReportText.noActivity
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
    // The course of notes one after the other opens the report.
    let course =
      part.presentation == .melodic
      ? nil : CoursePicture.plot(unison, named: name("course"), in: report.calendar)
    let trend =
      unison.course.entries.isEmpty
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

  /// The name of a plot in that part.
  static func name(
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
