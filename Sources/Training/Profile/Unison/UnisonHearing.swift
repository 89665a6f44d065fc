import Foundation
import MainThread
import Music

/// The conclusions from the comparisons of unisons: the thresholds, their course and trend, and the
/// reliability of the conclusions.
///
/// Every figure can be read at any time; ``UnisonVerdicts`` decides which may be shown.
public nonisolated struct UnisonHearing: Sendable {
  private(set) var maps = ThresholdMaps()
  private var conditions = ConditionSlots()
  private var recent = RecentValues<UnisonAnswer>(capacity: ThresholdTrend.window)

  public init() {}

  public var count: Int { maps.count }

  public func count(of note: MIDINote) -> Int { maps.counts[note.rawValue] }

  /// The notes with at least one answer, ascending.
  public var askedNotes: [MIDINote] { maps.askedNotes.map { MIDINote($0) } }

  /// The threshold of a note, asked or not, on a usual day and under the latest condition.
  public func threshold(of note: MIDINote) -> CentsEstimate { maps.threshold(of: note.rawValue) }

  /// The threshold of the notes asked so far, taken together.
  public var level: CentsEstimate { maps.level }

  /// The condition of the latest answer, under which the thresholds are read; `nil` before the
  /// first.
  var condition: HearingCondition? { conditions.latest }

  /// The number of answers under that condition.
  var countUnderCondition: Int { conditions.countOfLatest }

  /// The beliefs under other conditions, the one with the latest answer first, without those from
  /// the eighth on, which share a place in the belief.
  var levelsElsewhere: [LevelElsewhere] {
    conditions.others.map { other in
      LevelElsewhere(
        condition: other.condition, slot: other.slot, level: maps.level(under: other.slot),
        probabilityOfGuessing: maps.probabilityOfGuessing(under: other.slot))
    }
  }

  /// The level under a condition other than that of the latest answer.
  struct LevelElsewhere {
    let condition: HearingCondition
    let slot: Int
    let level: CentsEstimate
    let probabilityOfGuessing: Double
  }

  /// The local day of the last answer under a condition; `nil` if there was none.
  func lastDay(under condition: HearingCondition) -> Int? { conditions.days[condition] }

  /// The threshold of a note under another condition.
  func threshold(of note: MIDINote, under slot: Int) -> CentsEstimate {
    maps.threshold(of: note.rawValue, under: slot)
  }

  /// The level at the end of each day with answers, in order.
  public var course: [LevelOfDay] { maps.courseUntilNow }

  /// The days of ``course``, each with the state of its level at its end, by the same table as the
  /// present one.
  public var courseWithStates: [(day: LevelOfDay, state: FigureState)] {
    VerdictTable.states(of: course, probabilityOfGuessing: probabilityOfGuessing)
  }

  /// The share of answers that have nothing to do with the difference.
  public var lapseRate: Double { maps.weights.lapseRate }

  /// The probability that the answers are guesses.
  public var probabilityOfGuessing: Double { maps.probabilityOfGuessing }

  /// The probability that at least one answer in ten is a lapse.
  public var probabilityOfManyLapses: Double { maps.weights.probabilityOfManyLapses }

  public var curve: HearingCurve { maps.curve }

  /// The finest and the coarsest of the notes asked, if they surely differ.
  public var extremes: (finest: MIDINote, coarsest: MIDINote)? {
    maps.extremes.map { (MIDINote($0.finest), MIDINote($0.coarsest)) }
  }

  /// The notes that stand out from their neighbours, with the ratios of their thresholds to those
  /// of the neighbours.
  public var outstanding: [(note: MIDINote, factor: Double)] {
    maps.outstanding.map { (MIDINote($0.note), $0.factor) }
  }

  /// Low notes and high notes, if they surely differ.
  var registers: NoteRegisters? { maps.registers }

  /// The numbers of right answers, real and predicted.
  public var foreseen: ForeseenAnswers { maps.curve.foreseen }

  /// The change of the thresholds over the last 4000 answers; `nil` if there are too few answers or
  /// days. Takes a few milliseconds.
  public var trend: ThresholdTrend? { trend(lastDays: nil) }

  /// The trend over the last five joined days.
  var lastTrend: ThresholdTrend? { trend(lastDays: ThresholdTrend.fewestDays) }

  private func trend(lastDays: Int?) -> ThresholdTrend? {
    var known = [Double?](
      repeating: nil, count: ThresholdBelief.day * ThresholdBelief.conditionCount)
    let answers = recent.inOrder.map { answer in
      let place = answer.note * ThresholdBelief.conditionCount + answer.condition
      let threshold =
        known[place] ?? maps.threshold(of: answer.note, condition: answer.condition)
      known[place] = threshold
      return ThresholdTrend.Answer(
        ratio: StandardNormal.upperQuartile * answer.offset / threshold, day: answer.day,
        isCorrect: answer.isCorrect)
    }
    return ThresholdTrend(answers, lapseRate: lapseRate, lastDays: lastDays)
  }

  /// Begins a day, unless it has begun: call it before a question is chosen, too.
  mutating func startDay(_ day: Int) { maps.startDay(day) }

  /// Adds an answer, in order of time.
  ///
  /// - Parameter day: the number of its local day.
  mutating func add(_ answer: ChoiceAnswer, day: Int) {
    guard let answer = heard(answer, day: day) else { return }
    recent.add(answer)
    maps.add(answer)
    checkCounts()
  }

  private func checkCounts() {
    invariant(
      recent.count == min(maps.count, ThresholdTrend.window), "the last answers are among all")
  }

  /// Adds many answers, in order of time, on several threads.
  mutating func add(_ answers: [DatedAnswer]) {
    let answers = answers.compactMap { heard($0.answer, day: $0.day) }
    for answer in answers.suffix(ThresholdTrend.window) { recent.add(answer) }
    maps.add(answers)
    checkCounts()
  }

  private mutating func heard(_ answer: ChoiceAnswer, day: Int) -> UnisonAnswer? {
    guard answer.isJudgeable else { return nil }
    return UnisonAnswer(
      note: answer.note.rawValue, condition: conditions.slot(of: answer.condition, day: day),
      day: day,
      offset: answer.centOffset.magnitude * UnisonAnswer.worth(ofHearings: answer.heard),
      isCorrect: answer.isCorrect)
  }
}

/// The answer to a comparison of unisons, as the maps read it. It is small, as thousands of them
/// stay in memory.
nonisolated struct UnisonAnswer: Hashable, Sendable {
  /// The |offset| in cents, as if the trial had been heard once; positive.
  let offset: Double

  private let dayNumber: Int32
  private let noteNumber: UInt8
  private let slot: UInt8
  let isCorrect: Bool

  /// - Parameters:
  ///   - note: 0…127.
  ///   - condition: the slot of the condition, 0…7.
  ///   - day: the number of the local day (``LocalDays``).
  init(note: Int, condition: Int, day: Int, offset: Double, isCorrect: Bool) {
    (noteNumber, slot) = (UInt8(clamping: note), UInt8(clamping: condition))
    dayNumber = Int32(clamping: day)
    (self.offset, self.isCorrect) = (offset, isCorrect)
  }

  /// 0…127.
  var note: Int { Int(noteNumber) }

  /// The slot of the condition, 0…7.
  var condition: Int { Int(slot) }

  var day: Int { Int(dayNumber) }

  /// The worth of several hearings of a trial: the square root of their number, at most that of
  /// four (multiple looks: Viemeister and Wakefield, "Temporal integration and multiple looks",
  /// 1991).
  static func worth(ofHearings count: Int?) -> Double {
    Double(min(max(count ?? 1, 1), 4)).squareRoot()
  }
}
