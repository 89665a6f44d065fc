import Console
import Language
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
      + ReportSection.all(of: snapshot).flatMap { $0.plots + $0.more }
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
    let isTrained = report.comparisons + report.matchings + report.purities + report.playings > 0
    sentence =
      Self.sentence(report) ?? (isTrained ? ReportText.summary(report) : ReportText.noActivity)
    plot = part.flatMap { part in
      CoursePicture.plot(
        part.unison, named: ReportSection.name("course", .unison, part), in: report.calendar)
    }
  }

  /// What the report could open with.
  private struct Candidate {
    let sentence: String

    /// Whether it says more than that it is too early.
    let isKnown: Bool
  }

  /// Of the first training of which there is something to say; of the first one if there is of none.
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
    let matchings = TrainingKind.allCases.filter { part.matching[$0].count > 0 }
    let kind = matchings.first { part.matching[$0].fit != nil } ?? matchings.first ?? .unison
    var matching: [Candidate] = []
    if !matchings.isEmpty, let sentence = headline(part.matching[kind]) {
      matching.append(Candidate(sentence: sentence, isKnown: part.matching[kind].fit != nil))
    }
    let playings = TrainingKind.allCases.filter { part.playing[$0].count > 0 }
    let played = playings.first { part.playing[$0].fit != nil } ?? playings.first ?? .unison
    var playing: [Candidate] = []
    if !playings.isEmpty, let sentence = headline(part.playing[played]) {
      playing.append(Candidate(sentence: sentence, isKnown: part.playing[played].fit != nil))
    }
    return named(level, TrainingChoice(.comparison, .unison), part.presentation)
      + named(
        candidates(of: part.intervals.verdicts), TrainingChoice(.comparison, .interval),
        part.presentation)
      + named(matching, TrainingChoice(.matching, kind), part.presentation)
      + named(playing, TrainingChoice(.playing, played), part.presentation)
  }

  private static func candidates(of verdicts: IntervalVerdicts) -> [Candidate] {
    guard let sentence = VerdictText.sentences(verdicts).first else { return [] }
    return [
      Candidate(sentence: headline(verdicts.trend, sentence), isKnown: verdicts.state != .early)
    ]
  }

  /// A clear change first, and then what is known now.
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

  /// Sentences about notes that sound together say so.
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

  /// Plots for those who want to know how well the figures hold.
  var more: [ReportPlot] = []
}

extension ReportSection {
  /// All sections of a report, in order; one without data says so.
  static func all(of report: ReportSnapshot) -> [ReportSection] {
    [story(report)].compactMap { $0 } + report.parts.flatMap { sections(of: $0, report) }
      + TrainingKind.allCases.map { purity($0, report.purity[$0]) }
      + report.parts.flatMap { part in
        TrainingKind.allCases.compactMap { playing($0, part, report) }
      }
      + zip(report.instruments, 1...).map { $0.section($1) }
      + [curves(report), activity(report)].compactMap { $0 }
  }

  /// A paragraph for each month of the last year with any; `nil` if there are none.
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
    // Notes together are a way of training of which most users know nothing.
    return part.presentation == .melodic
      ? sections.map(\.1) : sections.filter { $0.0 > 0 }.map(\.1)
  }

  private static func unison(
    _ part: ReportSnapshot.Part, _ report: ReportSnapshot
  ) -> ReportSection {
    let heading = ReportText.section(
      ReportText.section(.comparison, .unison), part.presentation)
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
    let heading = ReportText.section(
      ReportText.section(.comparison, .interval), part.presentation)
    let verdicts = part.intervals.verdicts
    guard part.intervals.count > 0 else {
      return ReportSection(heading: heading, sentences: [ReportText.noComparisons(.interval)])
    }
    let plot = IntervalsPicture.plot(part.intervals, named: name("intervals", .interval, part))
    let parts = plot == nil ? verdicts.parts.map { HearingWords.interval($0) } : []
    return ReportSection(
      heading: heading,
      sentences: parts + HearingWords.lapses(verdicts.easyOnesPerMiss)
        + VerdictText.trend(verdicts.trend, of: verdicts.state),
      plots: [plot].compactMap { $0 })
  }

  private static func purity(
    _ kind: TrainingKind, _ part: ReportSnapshot.Intervals
  ) -> ReportSection {
    let heading = ReportText.section(.purity, kind)
    guard part.count > 0 else {
      return ReportSection(heading: heading, sentences: [ReportText.noPurities(kind)])
    }
    let plot = IntervalsPicture.plot(part, named: "purity-\(kind.rawValue)")
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
    let heading = ReportText.section(ReportText.section(.matching, kind), part.presentation)
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

  /// Played notes; `nil` if there are none, since not everybody plays.
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
      heading: ReportText.section(ReportText.section(.playing, kind), part.presentation),
      sentences: HearingWords.matching(verdicts),
      plots: [intervals, notes, histogram].compactMap { $0 })
  }

  /// The notes of the last session of playing; `nil` if there was none.
  private static func curves(_ report: ReportSnapshot) -> ReportSection? {
    PitchCurvesPicture.plot(report.lastPlayed).map {
      ReportSection(heading: ReportText.curvesSection, plots: [$0])
    }
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
