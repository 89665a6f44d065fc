import Language
import Music
import Training

/// The figures of the hearing that a session trains, at one moment, with the verdicts that say
/// whether they may be shown.
public struct SessionFigures: Hashable {
  struct Figure: Hashable {
    var name: String

    var spokenName: String

    /// True for a threshold, which has at least one decimal; false for a spread.
    var isThreshold = true

    var isOfInterval = false
    let verdict: ThresholdVerdict

    var state: FigureState { verdict.state }
    var answers: Int { verdict.answers }
    var estimate: CentsEstimate { verdict.threshold }

    /// The condition of its notes; `nil` if the figure does not depend on it.
    var condition: HearingCondition?

    /// The approximate number of answers until the figure may be shown; `nil` if it is unknown.
    var answersToCome: Int?

    var isShown: Bool { state == .shown }

    /// The range, or the words for none.
    var unknown: String { HearingWords.notKnownYet(verdict, more: answersToCome) }

    /// The text that is the same everywhere, to the digit.
    var text: EstimateText {
      isThreshold ? EstimateText(threshold: estimate) : EstimateText(estimate)
    }
  }

  let figures: [Figure]

  /// A sentence about the change of the figures, the reason for having none, or the pull of a
  /// matching; `nil` for nothing.
  let truth: String?

  /// The least known notes, if they are worth a sentence.
  let leastKnown: ClosedRange<MIDINote>?

  /// A sentence with the nearest known figure, if too little is known of this.
  var known: String?

  /// The right answers so far and the expected number of them; none in a matching.
  let foreseen: ForeseenAnswers

  init(
    figures: [Figure] = [], truth: String? = nil, leastKnown: ClosedRange<MIDINote>? = nil,
    foreseen: ForeseenAnswers = ForeseenAnswers()
  ) {
    self.figures = figures
    self.foreseen = foreseen
    self.truth = truth
    self.leastKnown = leastKnown
  }

  /// Tests the trends, which takes some milliseconds.
  ///
  /// - Parameters:
  ///   - intervals: the intervals of the session.
  ///   - presentation: the presentation of its notes.
  public init(
    _ training: TrainingName, of intervals: [DirectedInterval], _ hearing: HearingModel,
    _ presentation: Presentation = .melodic, noteRange: NoteRange
  ) {
    let others = intervals.filter { $0 != .prime }
    guard others.isEmpty || others.count == intervals.count else {
      func half(_ intervals: [DirectedInterval]) -> SessionFigures {
        SessionFigures(training, of: intervals, hearing, presentation, noteRange: noteRange)
      }
      self.init(unison: half([.prime]), intervals: half(others))
      return
    }
    defer {
      // The sentences about a new sound already contain it.
      known = hearing.nearest(to: training, of: intervals, presentation).flatMap {
        if case .condition = $0.subject { nil } else { ConditionWords.sentence($0) }
      }
    }
    switch training {
    case .comparison where intervals.contains(.prime):
      let unison = hearing.unison[presentation]
      self.init(UnisonVerdicts(unison), noteRange, unison.foreseen)
    case .comparison:
      self.init(
        IntervalVerdicts(hearing.intervals[presentation]), of: intervals,
        hearing.intervals[presentation])
    case .matching:
      let kind = intervals.contains(.prime) ? TrainingKind.unison : .interval
      self.init(MatchingVerdicts(hearing.matchings[kind][presentation]))
    case .playing:
      let kind = intervals.contains(.prime) ? TrainingKind.unison : .interval
      self.init(MatchingVerdicts(hearing.playings[kind][presentation]))
    case .purity:
      let kind = intervals.contains(.prime) ? TrainingKind.unison : .interval
      self.init(IntervalVerdicts(hearing.purity, of: kind), of: intervals, hearing.purity)
    default: self.init()
    }
  }

  /// Joins both halves of the profile, for a session with the unison and other intervals.
  private init(unison: SessionFigures, intervals: SessionFigures) {
    self.init(
      figures: unison.figures.map { SessionWords.named($0, .unison) }
        + intervals.figures.map { SessionWords.named($0, .interval) },
      truth: SessionWords.both(unison: unison.truth, intervals: intervals.truth),
      leastKnown: unison.leastKnown, foreseen: unison.foreseen + intervals.foreseen)
  }

  private init(_ verdicts: UnisonVerdicts, _ range: NoteRange, _ foreseen: ForeseenAnswers) {
    let level = verdicts.level
    guard level.answers > 0 else {
      self.init()
      return
    }
    let isShown = level.state == .shown
    let figure = Figure(
      name: localized("threshold"),
      spokenName: localized(context: "beginning of a sentence", "Threshold"),
      verdict: level, condition: verdicts.condition, answersToCome: verdicts.answersToCome)
    self.init(
      figures: [figure],
      truth: isShown
        ? SessionWords.change(verdicts.trend)
        : level.state == .first && verdicts.newCondition == nil
          ? verdicts.answersToCome.map(HearingWords.figureTakes) : HearingWords.level(verdicts),
      leastKnown: isShown ? Self.leastKnown(verdicts, in: range) : nil, foreseen: foreseen)
  }

  private init(
    _ verdicts: IntervalVerdicts, of intervals: [DirectedInterval], _ hearing: IntervalHearing
  ) {
    let parts = verdicts.parts.filter { intervals.contains($0.interval) }
    guard !parts.isEmpty else {
      self.init()
      return
    }
    let figures = parts.map { part in
      let name = NoteName.text(part.interval)
      return Figure(
        name: name, spokenName: name, isOfInterval: true, verdict: part.threshold,
        answersToCome: part.answersToCome)
    }
    self.init(
      figures: figures, truth: Self.truth(verdicts, parts),
      foreseen: intervals.reduce(into: ForeseenAnswers()) { $0 = $0 + hearing.foreseen(of: $1) })
  }

  private init(_ verdicts: MatchingVerdicts) {
    guard verdicts.count > 0 else {
      self.init()
      return
    }
    guard let fit = verdicts.fit else {
      self.init(truth: HearingWords.matching(verdicts).first)
      return
    }
    let figure = Figure(
      name: localized("spread"),
      spokenName: localized(context: "beginning of a sentence", "Spread"), isThreshold: false,
      verdict: ThresholdVerdict(state: .shown, answers: fit.count, threshold: fit.spread))
    let changes = HearingWords.trend(verdicts.trend)
    self.init(
      figures: [figure],
      truth: verdicts.trend?.spread == nil
        ? SessionWords.pull(verdicts.pull) ?? changes.first : changes.first)
  }

  private static func truth(
    _ verdicts: IntervalVerdicts, _ parts: [IntervalVerdicts.Part]
  ) -> String {
    if parts.contains(where: { $0.threshold.state == .shown }) {
      return SessionWords.change(verdicts.trend)
    }
    // The unison has its name in front of the sentence, if that needs one.
    if parts.count == 1, let part = parts.first, part.interval != .prime {
      return HearingWords.interval(part)
    }
    if parts.count == 1, let part = parts.first, part.threshold.state == .first {
      return part.answersToCome.map(HearingWords.figureTakes) ?? HearingWords.interval(part)
    }
    let answers = parts.reduce(0) { $0 + $1.threshold.answers }
    let more = verdicts.answersToCome(of: parts.map(\.interval))
    return switch verdicts.state {
    case .guesses: HearingWords.guesses
    case .beyond: HearingWords.beyond
    case .early, .first, .shown:
      verdicts.hasShift
        ? HearingWords.tooEarly(answers, more: more)
        : HearingWords.tooEarly(answers: answers, more: more)
    }
  }

  // MARK: Notes

  /// The share of the largest uncertainty from which neighbours count as equally unknown.
  private static let alike = 0.9

  private static let mostNotes = 12

  /// The notes around the one whose threshold has the widest interval.
  private static func leastKnown(
    _ verdicts: UnisonVerdicts, in range: NoteRange
  ) -> ClosedRange<MIDINote>? {
    let notes = (range.lowest.rawValue...range.highest.rawValue).map { MIDINote($0) }
    let widths = notes.map { note in
      let threshold = verdicts.threshold(of: note).threshold
      return threshold.high.rawValue / max(threshold.low.rawValue, 1e-9)
    }
    guard let widest = widths.max(), var low = widths.firstIndex(of: widest) else { return nil }
    var high = low
    func isAlike(_ index: Int) -> Bool {
      widths.indices.contains(index) && widths[index] >= alike * widest
    }
    while high - low + 1 < mostNotes, isAlike(high + 1) { high += 1 }
    while high - low + 1 < mostNotes, isAlike(low - 1) { low -= 1 }
    return notes[low]...notes[high]
  }
}

/// The words for the end of a session, with the verdicts of the profile.
enum SessionWords {
  /// The sentence about a change of thresholds.
  static func change(_ trend: TrendVerdict) -> String {
    if case .noClearChange = trend { return localized("So small a change may be chance.") }
    return HearingWords.trend(trend)
  }

  static func time(_ seconds: Double) -> String {
    let minutes = Int((seconds / 60).rounded())
    return minutes > 0
      ? localized(one: "%d minute", other: "%d minutes", minutes)
      : localized(one: "%d second", other: "%d seconds", max(Int(seconds.rounded()), 0))
  }

  /// The sentence about the influence of a note's start; `nil` if that is not clear.
  static func pull(_ pull: MatchingVerdicts.Pull?) -> String? {
    pull.flatMap { $0 == .unclear ? nil : HearingWords.pull($0) }
  }

  /// A figure with a name that distinguishes it from those of the other kind.
  static func named(
    _ figure: SessionFigures.Figure, _ kind: TrainingKind
  ) -> SessionFigures.Figure {
    guard !figure.isOfInterval else { return figure }
    var figure = figure
    switch (figure.isThreshold, kind) {
    case (true, _):
      figure.name = NoteName.text(DirectedInterval.prime)
      figure.spokenName = localized(context: "beginning of a sentence", "Unison")
    case (false, .unison):
      figure.name = localized("spread, unison")
      figure.spokenName = localized(context: "beginning of a sentence", "Spread, unison")
    case (false, .interval):
      figure.name = localized("spread, intervals")
      figure.spokenName = localized(context: "beginning of a sentence", "Spread, intervals")
    }
    return figure
  }

  /// The sentences for both halves of the profile, as one if they are equal.
  static func both(unison: String?, intervals: String?) -> String? {
    guard unison != intervals else { return unison }
    return [
      unison.map { localized("Unison: %@", $0) }, intervals.map { localized("Intervals: %@", $0) },
    ].compactMap { $0 }.joined(separator: " ")
  }

  /// An estimate that is read out: `12.8, 9 to 18`.
  static func spoken(_ text: EstimateText) -> String {
    localized("%@, %@ to %@", text.value, text.low, text.high)
  }
}
