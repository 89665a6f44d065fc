import Foundation
import Music

/// All conclusions from the results: thresholds, intervals and matching, and the plain figures of
/// the profile, the trends, the timeline and the diary.
///
/// It is in memory only. ``HearingReplay`` rebuilds it from the records at start; each result of a
/// training updates it through the same steps, so both lead to the same value. A copy keeps an
/// earlier state. Its size grows with the number of days with training, not with the number of
/// results.
public nonisolated struct HearingModel: Sendable {
  /// Comparisons of unisons.
  public private(set) var unison = ByPresentation { UnisonHearing() }

  /// Comparisons of other intervals.
  public private(set) var intervals = ByPresentation { IntervalHearing() }

  public private(set) var matchings = ByTrainingKind { _ in ByPresentation { MatchingHearing() } }

  public private(set) var playings = ByTrainingKind { _ in
    ByPresentation { MatchingHearing(hasPull: false) }
  }

  /// Notes that were played or sung, by the note that was played: an open string is the same
  /// whatever was asked for.
  public private(set) var playedNotes = ByTrainingKind { _ in
    ByPresentation { [MIDINote: MatchingHearing]() }
  }

  /// Notes that were played or sung, by the interval from the reference.
  public private(set) var playedIntervals = ByPresentation {
    [DirectedInterval: MatchingHearing]()
  }

  /// The fewest played notes that determine the figures of a note.
  private static let fewestOfNote = 8

  /// Choices of the one of two that was in tune; their notes sound together.
  public private(set) var purity = IntervalHearing(hasShift: false)

  /// The plain figures of comparisons and pitch matchings.
  public private(set) var plain: ByPresentation<PlainFigures>

  /// The plain figures of choices of the one of two that was in tune.
  public private(set) var plainPurity: PlainFigures

  /// The plain figures of notes that were played or sung.
  public private(set) var plainPlaying: ByPresentation<PlainFigures>

  public private(set) var diary: TrainingDiary
  private var days: LocalDays

  /// - Parameter calendar: its time zone decides when a day ends.
  public init(calendar: Calendar = .current) {
    plain = ByPresentation { PlainFigures(calendar: calendar) }
    plainPurity = PlainFigures(calendar: calendar)
    plainPlaying = ByPresentation { PlainFigures(calendar: calendar) }
    diary = TrainingDiary(calendar: calendar)
    days = LocalDays(calendar: calendar)
  }

  /// Begins the day of a moment, unless it has begun: the peculiarities of the day before are over.
  /// Call it before a comparison is chosen.
  public mutating func startDay(of date: Date) {
    let day = days.number(of: date)
    for presentation in Presentation.allCases { unison[presentation].startDay(day) }
  }

  /// The assumed threshold of a comparison on this day, in cents; for an interval, the one about
  /// the point that sounds true.
  public func believedThreshold(
    of note: MIDINote, at interval: DirectedInterval, _ presentation: Presentation = .melodic
  ) -> Double {
    switch TrainingKind(interval) {
    case .unison: unison[presentation].maps.thresholdToday(of: note.rawValue)
    case .interval: intervals[presentation].maps.center(of: interval).threshold
    }
  }

  public mutating func add(_ result: CompletedTrial) {
    let (challenge, context) = (result.challenge, result.context)
    switch result.answer {
    case .choice: if let answer = ChoiceAnswer(result) { add(answer) }
    case .pitch(let error):
      add(
        PitchAnswer(
          result.training, note: challenge.referenceNote, interval: challenge.interval,
          centError: error, initialCentOffset: challenge.centOffset, date: result.timestamp,
          presentation: context.presentation))
    case .played(let played) where result.training.answer == .pitch:
      add(
        PitchAnswer(
          target: challenge.targetNote, octaves: played.octaves, interval: challenge.interval,
          centError: result.userCentError, date: result.timestamp,
          presentation: context.presentation))
    case .place, .played, .heard: break
    }
  }

  /// Adds the answer to a choice, in order of time. About 20 µs.
  public mutating func add(_ answer: ChoiceAnswer) {
    addPlainly(answer)
    let day = days.number(of: answer.date)
    if answer.training.traits.asksWhich {
      if let answer = answer.judged(day: day) { purity.add(answer) }
      return
    }
    switch answer.kind {
    case .unison: unison[answer.presentation].add(answer, day: day)
    case .interval: intervals[answer.presentation].add(answer, day: day)
    }
  }

  /// Adds a note that was tuned or played, in order of time. O(1) on average.
  public mutating func add(_ answer: PitchAnswer) {
    let day = days.number(of: answer.date)
    guard answer.training.traits.listens else {
      matchings[answer.kind][answer.presentation].add(answer, day: day)
      plain[answer.presentation].add(answer)
      diary.add(answer)
      return
    }
    guard answer.centError.rawValue.isFinite else { return }
    playings[answer.kind][answer.presentation].add(answer, day: day)
    playedNotes[answer.kind][answer.presentation][
      answer.note, default: MatchingHearing(hasPull: false, fewest: Self.fewestOfNote)
    ].add(answer)
    playedIntervals[answer.presentation][
      answer.interval, default: MatchingHearing(hasPull: false)
    ].add(answer)
    plainPlaying[answer.presentation].add(answer)
    diary.add(answer)
  }

  /// Adds the answer to a choice to the plain figures alone.
  mutating func addPlainly(_ answer: ChoiceAnswer) {
    if answer.training.traits.asksWhich {
      plainPurity.add(answer)
      diary.addPurity(on: answer.date)
    } else {
      plain[answer.presentation].add(answer)
      diary.addComparison(on: answer.date)
    }
  }

  /// Draws the conclusions from choices of the one of two that was in tune, which were added to the
  /// plain figures. Blocks while several threads work.
  mutating func conclude(_ answers: RecentValues<ChoiceAnswer>) {
    purity.add(answers.inOrder.compactMap { $0.judged(day: days.number(of: $0.date)) })
  }

  /// Draws the conclusions from comparisons of one kind, in order of time, which were added to the
  /// plain figures. Blocks while several threads work.
  mutating func conclude(
    _ answers: [ChoiceAnswer], of kind: TrainingKind, _ presentation: Presentation
  ) {
    let dated = answers.map { DatedAnswer(answer: $0, day: days.number(of: $0.date)) }
    switch kind {
    case .unison: unison[presentation].add(dated)
    case .interval: intervals[presentation].add(dated)
    }
  }

  /// Takes over the conclusions of another model from the comparisons of one kind.
  mutating func takeConclusions(
    of kind: TrainingKind, _ presentation: Presentation, from other: HearingModel
  ) {
    switch kind {
    case .unison: unison[presentation] = other.unison[presentation]
    case .interval: intervals[presentation] = other.intervals[presentation]
    }
  }
}

nonisolated struct DatedAnswer: Sendable {
  let answer: ChoiceAnswer
  let day: Int
}
