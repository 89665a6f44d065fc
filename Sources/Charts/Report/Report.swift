import Console
import Language
import Training

/// A finished report: the page, and its plots as separate pictures.
public struct Report {
  /// A picture with the name of its file.
  public struct Picture {
    public let fileName: String
    public let text: String
  }

  private let snapshot: ReportSnapshot

  public init(_ snapshot: ReportSnapshot) { self.snapshot = snapshot }

  /// The page as HTML in UTF-8.
  public var page: String { ReportPage.text(snapshot) }

  /// The plots that have data as SVG in UTF-8.
  public var pictures: [Picture] {
    let plots =
      [ReportOpening(snapshot).plot].compactMap { $0 }
      + ReportSection.all(of: snapshot).flatMap { $0.plots + $0.more }
    return plots.map { plot in
      Picture(
        fileName: "\(plot.name).svg", text: ReportPicture.file(plot, version: snapshot.version))
    }
  }
}

/// The beginning of a report: the most important sentence, and its course over time.
struct ReportOpening {
  let sentence: String

  /// The threshold over the weeks; `nil` if it is not known yet.
  let plot: ReportPlot?

  init(_ report: ReportSnapshot) {
    let part = report.parts.first { $0.presentation == .melodic }
    let isTrained = report.comparisons + report.matchings + report.purities + report.playings > 0
    sentence =
      Self.sentence(report) ?? (isTrained ? ReportText.summary(report) : ReportText.noActivity)
    plot = part.flatMap { part in
      CoursePicture.plot(
        part.unison, named: ReportSection.name("course", .unison, part), in: report.calendar)
    }
  }

  /// A sentence with which the report could open.
  private struct Candidate {
    let sentence: String

    /// False if the sentence only says that it is too early.
    let isKnown: Bool
  }

  /// The first sentence that says something, or else the first one.
  private static func sentence(_ report: ReportSnapshot) -> String? {
    var all: [Candidate] = []
    for part in report.parts { all += candidates(part) }
    for kind in TrainingKind.allCases { all += candidates(of: report.purity[kind].verdicts) }
    return (all.first { $0.isKnown } ?? all.first)?.sentence
  }

  private static func candidates(_ part: ReportSnapshot.Part) -> [Candidate] {
    let unison = part.unison.verdicts
    var level: [Candidate] = []
    if part.unison.count > 0 {
      level.append(
        Candidate(
          sentence: headline(unison.trend, HearingWords.level(unison)),
          isKnown: unison.level.state != .early))
    }
    return named(level, TrainingChoice(.comparison, .unison), part.presentation)
      + named(
        candidates(of: part.intervals.verdicts), TrainingChoice(.comparison, .interval),
        part.presentation)
      + candidates(.matching, part.matching, part.presentation)
      + candidates(.playing, part.playing, part.presentation)
  }

  /// The sentence about the first kind with a fit, or else about the first kind with notes.
  private static func candidates(
    _ training: TrainingName, _ verdicts: ByTrainingKind<MatchingVerdicts>,
    _ presentation: Presentation
  ) -> [Candidate] {
    let kinds = TrainingKind.allCases.filter { verdicts[$0].count > 0 }
    guard let kind = kinds.first(where: { verdicts[$0].fit != nil }) ?? kinds.first,
      let sentence = headline(verdicts[kind])
    else { return [] }
    return named(
      [Candidate(sentence: sentence, isKnown: verdicts[kind].fit != nil)],
      TrainingChoice(training, kind), presentation)
  }

  private static func candidates(of verdicts: IntervalVerdicts) -> [Candidate] {
    guard let sentence = VerdictText.sentences(verdicts).first else { return [] }
    return [
      Candidate(sentence: headline(verdicts.trend, sentence), isKnown: verdicts.state != .early)
    ]
  }

  /// A clear change first, and then the present sentence.
  private static func headline(_ trend: TrendVerdict, _ sentence: String) -> String {
    switch trend {
    case .finer, .coarser: "\(HearingWords.trend(trend)) \(sentence)"
    case .tooEarly, .noClearChange: sentence
    }
  }

  private static func headline(_ verdicts: MatchingVerdicts) -> String? {
    let change = verdicts.trend?.spread == nil ? nil : HearingWords.trend(verdicts.trend).first
    let sentences = [change, HearingWords.matching(verdicts).first].compactMap { $0 }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// Adds the name of the training to sentences about notes that sound together.
  private static func named(
    _ candidates: [Candidate], _ choice: TrainingChoice, _ presentation: Presentation
  ) -> [Candidate] {
    guard presentation == .harmonic else { return candidates }
    let name = TrainingChoice.together(choice.name)
    return candidates.map { candidate in
      Candidate(
        sentence: localized("%@: %@", name, candidate.sentence), isKnown: candidate.isKnown)
    }
  }
}

/// A section of a report: its heading, its sentences and its plots.
struct ReportSection {
  let heading: String
  var sentences: [String] = []
  var plots: [ReportPlot] = []

  /// Plots about the reliability of the figures.
  var more: [ReportPlot] = []

  /// All sections of a report in order, including those without data.
  static func all(of report: ReportSnapshot) -> [ReportSection] {
    [story(report)].compactMap { $0 } + report.parts.flatMap { sections(of: $0, report) }
      + TrainingKind.allCases.map { purity($0, report.purity[$0]) }
      + report.parts.flatMap { part in
        TrainingKind.allCases.compactMap { playing($0, part, report) }
      }
      + zip(report.instruments, 1...).map { $0.section($1) }
      + [curves(report), activity(report)].compactMap { $0 }
  }

  /// The paragraphs of the last twelve months; `nil` if there are none.
  private static func story(_ report: ReportSnapshot) -> ReportSection? {
    guard let paragraphs = report.story?.paragraphs, !paragraphs.isEmpty else { return nil }
    return ReportSection(heading: ReportText.storySection, sentences: paragraphs.suffix(12))
  }

  private static func sections(
    of part: ReportSnapshot.Part, _ report: ReportSnapshot
  ) -> [ReportSection] {
    let sections =
      [
        (part.unison.count, unison(part, report)), (part.intervals.count, intervals(part)),
      ]
      + TrainingKind.allCases.map { (part.matching[$0].count, matchings($0, part, report)) }
    // Most users do not know of notes that sound together.
    return part.presentation == .melodic
      ? sections.map(\.1) : sections.filter { $0.0 > 0 }.map(\.1)
  }

  private static func unison(
    _ part: ReportSnapshot.Part, _ report: ReportSnapshot
  ) -> ReportSection {
    let heading = ReportText.section(.comparison, .unison, part.presentation)
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
      ? VerdictText.trend(unison.verdicts.trend, of: unison.verdicts.level.state) : []
    return ReportSection(
      heading: heading,
      sentences: [HearingWords.level(unison.verdicts)]
        + HearingWords.lapses(unison.verdicts.easyOnesPerMiss) + trend,
      plots: [
        KeyboardPicture.plot(unison, named: name("keyboard")), course,
      ].compactMap { $0 }, more: [CurvePicture.plot(unison, named: name("curve"))].compactMap { $0 }
    )
  }

  private static func intervals(_ part: ReportSnapshot.Part) -> ReportSection {
    intervals(
      part.intervals,
      heading: ReportText.section(.comparison, .interval, part.presentation),
      untrained: ReportText.noComparisons(.interval), named: name("intervals", .interval, part))
  }

  private static func purity(
    _ kind: TrainingKind, _ part: ReportSnapshot.Intervals
  ) -> ReportSection {
    intervals(
      part, heading: ReportText.section(.purity, kind), untrained: ReportText.noPurities(kind),
      named: "purity-\(kind.rawValue)")
  }

  private static func intervals(
    _ part: ReportSnapshot.Intervals, heading: String, untrained: String, named name: String
  ) -> ReportSection {
    guard part.count > 0 else { return ReportSection(heading: heading, sentences: [untrained]) }
    let plot = IntervalsPicture.plot(part, named: name)
    let verdicts = part.verdicts
    return ReportSection(
      heading: heading,
      sentences: (plot == nil ? verdicts.parts.map { HearingWords.interval($0) } : [])
        + HearingWords.lapses(verdicts.easyOnesPerMiss)
        + VerdictText.trend(verdicts.trend, of: verdicts.state),
      plots: [plot].compactMap { $0 })
  }

  private static func matchings(
    _ kind: TrainingKind, _ part: ReportSnapshot.Part, _ report: ReportSnapshot
  ) -> ReportSection {
    let heading = ReportText.section(.matching, kind, part.presentation)
    let verdicts = part.matching[kind]
    guard verdicts.count > 0 else {
      return ReportSection(heading: heading, sentences: [ReportText.noMatchings(kind)])
    }
    let plot = MatchingPicture.plot(verdicts, named: name("matching", kind, part))
    let histogram = ErrorHistogramPicture.plot(
      report.diary.errors[part.presentation][kind], named: name("errors", kind, part))
    let beats = BeatsPicture.plot(
      report.diary.intervalErrors(of: kind, part.presentation), part.presentation,
      named: name("beats", kind, part))
    return ReportSection(
      heading: heading, sentences: plot == nil ? HearingWords.matching(verdicts) : [],
      plots: [plot, histogram, beats].compactMap { $0 })
  }

  /// The played notes; `nil` if there are none.
  private static func playing(
    _ kind: TrainingKind, _ part: ReportSnapshot.Part, _ report: ReportSnapshot
  ) -> ReportSection? {
    let verdicts = part.playing[kind]
    guard verdicts.count > 0 else { return nil }
    let notes = PlayedNotesPicture.plot(
      part.playedNotes[kind], by: .note, named: name("played-notes", kind, part))
    let intervals =
      kind == .unison
      ? nil
      : PlayedNotesPicture.plot(
        part.playedIntervals, by: .interval, named: name("played-intervals", kind, part))
    let histogram = ErrorHistogramPicture.plot(
      report.diary.playedErrors[part.presentation][kind], named: name("played", kind, part),
      isPlayed: true)
    return ReportSection(
      heading: ReportText.section(.playing, kind, part.presentation),
      sentences: HearingWords.matching(verdicts),
      plots: [intervals, notes, histogram].compactMap { $0 })
  }

  /// The notes of the last session of playing; `nil` if there was none.
  private static func curves(_ report: ReportSnapshot) -> ReportSection? {
    PitchCurvesPicture.plot(report.lastPlayed).map {
      ReportSection(heading: ReportText.curvesSection, plots: [$0])
    }
  }

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

/// A picture with its texts and its table.
struct ReportPlot {
  /// The name of its file and of its anchor.
  let name: String
  let heading: String

  /// Its meaning, for a musician.
  let sentence: String

  /// The description for readers who cannot see the picture.
  let description: String
  let height: Double
  let drawing: [MarkupElement]
  let table: ReportTable
}

/// The figures of a plot as a table, with the name of each row in its first cell.
struct ReportTable: Hashable {
  let caption: String
  let headings: [String]
  let rows: [[String]]
}
