import Language
import Music
import Training

/// What is known of the hearing that a session trains, at one moment: its figures, with the verdicts
/// that say whether they may be shown.
public struct SessionFigures: Hashable {
  struct Figure: Hashable {
    /// As the label of a line.
    var name: String

    /// As the beginning of a sentence.
    var spokenName: String

    /// Whether it is a threshold, which has a decimal at least; a spread is written as everywhere else.
    var isThreshold = true

    /// Whether it has the name of an interval.
    var isOfInterval = false
    let verdict: ThresholdVerdict

    var state: FigureState { verdict.state }
    var answers: Int { verdict.answers }
    var estimate: CentsEstimate { verdict.threshold }

    /// How the notes sounded that it is about; `nil` if it does not depend on that.
    var condition: HearingCondition?

    /// About how many more answers it takes until the figure may be shown; `nil` if that cannot be said.
    var answersToCome: Int?

    var isShown: Bool { state == .shown }

    /// The range, or that there is none yet.
    var unknown: String { HearingWords.notKnownYet(verdict, more: answersToCome) }

    /// The same on every surface, to the digit.
    var text: EstimateText {
      isThreshold ? EstimateText(threshold: estimate) : EstimateText(estimate)
    }
  }

  let figures: [Figure]

  /// One sentence: whether the figures have changed, or why nothing can be said; of a matching, whether
  /// notes are pulled. `nil` if there is nothing to say.
  let truth: String?

  /// The notes of which least is known, if that is worth a word.
  let leastKnown: ClosedRange<MIDINote>?

  /// What is known elsewhere, if too little is known of this; in a sentence.
  var known: String?

  /// How many of the answers so far were right, and how many were foreseen to be; no answers in a matching.
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
  ///   - intervals: those of the session.
  ///   - presentation: how its notes followed each other.
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
      // What is said of a new sound has it already.
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

  /// Of a session with the unison among other intervals: each half of the profile by itself.
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

  /// Neighbours count as equally unknown down to this share of the uncertainty.
  private static let alike = 0.9

  /// More notes are no hint.
  private static let mostNotes = 12

  /// The notes about the one whose threshold is known with the widest interval.
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
