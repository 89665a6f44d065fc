import Console
import Foundation
import Music
import Training

/// The profile as one JSON object. Every figure is always there, with a state that says whether it
/// may be shown; an undefined one is `null`.
public enum ProfileJSON {
  /// - Parameter harmonic: the profile of notes that sounded together; `nil` if there are none.
  public static func text(
    _ profile: ProfileSnapshot, harmonic: ProfileSnapshot? = nil
  ) -> String {
    var whole = JSONLine()
    add(profile, to: &whole)
    if let harmonic {
      var part = JSONLine()
      add(harmonic, to: &part)
      whole.add("harmonic", object: part)
    }
    return whole.description
  }

  private static func add(_ profile: ProfileSnapshot, to whole: inout JSONLine) {
    for training in TrainingName.answered {
      let sections = ProfileSections.all.filter { $0.training == training }
      // A training with a presentation of its own is in the whole profile.
      let isElsewhere = profile.presentation == .harmonic && training.ownPresentation != nil
      guard !sections.isEmpty, !isElsewhere else { continue }
      var line = JSONLine()
      for section in sections { line.add(section.kind.rawValue, object: section.json(profile)) }
      whole.add(training.rawValue, object: line)
    }
  }

  static func halves(_ series: TrendSeries) -> JSONLine? {
    guard let trend = series.trend, let change = series.change else { return nil }
    var line = JSONLine()
    line.add("trend", trend.rawValue)
    line.add("change", change)
    return line
  }

  /// The figures of intervals, of comparison and of purity alike.
  static func intervals(
    _ part: ProfileSnapshot.Comparisons, _ verdicts: IntervalVerdicts
  ) -> JSONLine {
    var line = JSONLine()
    line.add("trials", part.trials)
    line.add("state", verdicts.state.rawValue)
    addShared(part, verdicts.trend, to: &line)
    line.add("intervals", objects: verdicts.parts.map(FiguresJSON.interval))
    line.add("notes", objects: part.notes.map(note))
    return line
  }

  static func addShared(
    _ part: ProfileSnapshot.Comparisons, _ trend: TrendVerdict, to line: inout JSONLine
  ) {
    line.add("lapseRate", part.lapseRate)
    line.add("overallMean", part.asked.overallMean?.rawValue)
    line.add("overallStdDev", part.asked.overallStdDev?.rawValue)
    line.add("trend", object: FiguresJSON.trend(trend))
    line.add("halvesTrend", object: halves(part.halves))
  }

  static func note(_ note: ProfileSnapshot.Note) -> JSONLine {
    var line = JSONLine()
    line.add("note", note.note.rawValue)
    line.add("count", note.statistics.count)
    line.add("mean", note.statistics.mean?.rawValue)
    line.add("stdDev", note.statistics.standardDeviation?.rawValue)
    guard let verdict = note.verdict else { return line }
    FiguresJSON.add(verdict.threshold, "threshold", to: &line)
    line.add("state", verdict.state.rawValue)
    return line
  }
}

/// The figures of the profile as members of JSON objects. They are always there and never rounded,
/// with a state that says whether they may be shown.
enum FiguresJSON {
  /// Adds an estimate and the ends of its interval.
  static func add(_ estimate: CentsEstimate, _ name: String, to line: inout JSONLine) {
    line.add(name, estimate.value.rawValue)
    line.add("low", estimate.low.rawValue)
    line.add("high", estimate.high.rawValue)
  }

  /// Adds the level of unisons.
  static func add(level verdicts: UnisonVerdicts, to line: inout JSONLine) {
    line.add("state", verdicts.level.state.rawValue)
    add(verdicts.level.threshold, "level", to: &line)
    line.add("answersToCome", verdicts.answersToCome)
    line.add("registers", object: verdicts.registers.map(registers))
  }

  private static func registers(_ registers: NoteRegisters) -> JSONLine {
    func part(_ register: NoteRegisters.Register) -> JSONLine {
      var line = JSONLine()
      line.add("lowest", register.lowest.rawValue)
      line.add("highest", register.highest.rawValue)
      line.add("threshold", register.threshold.rawValue)
      return line
    }
    var line = JSONLine()
    line.add("low", object: part(registers.low))
    line.add("high", object: part(registers.high))
    return line
  }

  /// The change of tuned or played notes; `nil` if it is too early.
  static func trend(_ trend: MatchingTrend?) -> JSONLine? {
    guard let trend else { return nil }
    var line = JSONLine()
    line.add("trend", trend.name)
    line.add("since", day(trend.firstDay))
    line.add("spreadFirst", trend.spread?.first.rawValue)
    line.add("spreadNow", trend.spread?.now.rawValue)
    line.add("biasFirst", trend.bias?.first.rawValue)
    line.add("biasNow", trend.bias?.now.rawValue)
    return line
  }

  static func day(_ number: Int) -> String {
    ReportPeriod.day.label(DateText.date(of: number), in: DateText.ofDays)
  }

  /// A skill with its figure, which is null if it is not known.
  static func skill(_ skill: Skill, _ figure: CentsEstimate?) -> JSONLine {
    var line = JSONLine()
    line.add("training", skill.training.rawValue)
    line.add("interval", skill.interval.description)
    line.add("figure", figure?.value.rawValue)
    line.add("low", figure?.low.rawValue)
    line.add("high", figure?.high.rawValue)
    return line
  }

  static func events(_ day: SkillHistory.Day) -> [JSONLine] {
    day.events.map { event in
      var line = skill(event.skill, day.figures[event.skill])
      line.add("day", self.day(day.number))
      switch event.kind {
      case .done: line.add("change", "done")
      case .standsStill: line.add("change", "standsStill")
      case .reopened: line.add("change", "reopened")
      case .checked(let verdict, let correct, let trials):
        line.add("change", verdict.rawValue)
        line.add("right", correct)
        line.add("trials", trials)
      }
      return line
    }
  }

  static func interval(_ part: IntervalVerdicts.Part) -> JSONLine {
    var line = JSONLine()
    line.add("interval", part.interval.description)
    line.add("count", part.threshold.answers)
    if part.hasShift { add(named: "shift", part.shift, to: &line) }
    add(part.threshold.threshold, "threshold", to: &line)
    line.add("state", part.threshold.state.rawValue)
    line.add("answersToCome", part.answersToCome)
    return line
  }

  /// The errors of tuned notes at an interval: the mean without the sign (`mean`, as in the plain
  /// figures), the mean with it (`signedMean`, in which every note counts, unlike in the bias of
  /// the fit), and the former as beats a second of the just interval above middle C; `null` if it
  /// is too early.
  static func errors(_ errors: IntervalErrors) -> JSONLine {
    let figures = errors.figures
    var line = JSONLine()
    line.add("interval", errors.interval.description)
    line.add("count", errors.count)
    add(named: "mean", figures?.size, to: &line)
    add(named: "signedMean", figures?.bias, to: &line)
    line.add("beats", figures.flatMap { Beats.ofError($0.size.value, at: errors.interval) })
    return line
  }

  /// Adds bias, spread and pull; `null` if it is too early.
  ///
  /// - Parameter hasPull: false for played notes.
  static func add(_ fit: MatchingFit?, to line: inout JSONLine, hasPull: Bool = true) {
    add(named: "bias", fit?.bias, to: &line)
    add(named: "spread", fit?.spread, to: &line)
    if hasPull { add(named: "pull", fit?.pull, to: &line) }
  }

  /// A tested trend, with the change in a month and the change since the first day; `nil` if it is
  /// too early.
  static func trend(_ verdict: TrendVerdict) -> JSONLine? {
    guard let trend = verdict.trend else { return nil }
    let (monthly, whole) = (trend.monthlyChange, trend.change)
    var line = JSONLine()
    line.add("trend", verdict.name)
    line.add("changePerMonth", monthly.value)
    line.add("low", monthly.low)
    line.add("high", monthly.high)
    line.add("probability", trend.probability)
    line.add("days", trend.days.count)
    line.add("since", day(trend.firstDay))
    line.add("first", trend.ends?.first)
    line.add("now", trend.ends?.now)
    line.add("change", whole.value)
    line.add("changeLow", whole.low)
    line.add("changeHigh", whole.high)
    return line
  }

  private static func add(named name: String, _ estimate: CentsEstimate?, to line: inout JSONLine) {
    line.add(name, estimate?.value.rawValue)
    line.add("\(name)Low", estimate?.low.rawValue)
    line.add("\(name)High", estimate?.high.rawValue)
  }
}
