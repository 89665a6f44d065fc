import Foundation
import Music

/// A simulation of many listeners of one population, all trained in the same way, to judge a change
/// of the estimators, the strategies or the verdicts.
public nonisolated struct ListenerSimulation: Sendable {
  public var population: SubjectPopulation
  public var listeners = 100
  public var strategy = StrategyName.adaptive
  public var interval = DirectedInterval.prime

  /// True to ask which of two is in tune, false to ask if a second note is higher.
  public var asksForPurity = false

  public var range = 36...84

  public var answersPerDay = 50

  /// The numbers of answers after which the listeners are judged, ascending.
  public var checkpoints = [100, 500, 2000]

  /// The same seed gives the same results.
  public var seed: UInt64 = 1

  /// The number of listeners that are trained between two reports of progress.
  private static let batch = 8

  public init(_ population: SubjectPopulation) { self.population = population }

  /// Trains every listener; several threads work.
  ///
  /// - Parameter progress: called with the share that is done after every few listeners.
  public func run(progress: (Double) -> Void = { _ in }) -> [SimulatedOutcome] {
    var random = RandomSource(SeededGenerator(seed: seed))
    let seeds = (0..<listeners).map { _ in random.next() }
    var outcomes: [SimulatedOutcome] = []
    while outcomes.count < listeners {
      let batch = seeds[outcomes.count..<min(outcomes.count + Self.batch, listeners)]
      outcomes += ParallelRuns(Array(batch)) { seed, _ in outcome(seed: seed) }.results.joined()
      progress(Double(outcomes.count) / Double(listeners))
    }
    return outcomes
  }

  private func outcome(seed: UInt64) -> SimulatedOutcome {
    var random = RandomSource(SeededGenerator(seed: seed))
    let subject = population.draw(in: range, using: &random)
    return interval == .prime && !asksForPurity
      ? trainUnison(subject, using: &random) : trainInterval(subject, using: &random)
  }

  private func trainUnison(
    _ subject: SimulatedSubject, using random: inout RandomSource
  ) -> SimulatedOutcome {
    var hearing = UnisonHearing()
    var outcome = SimulatedOutcome()
    var staircase = Staircase()
    var days = Days(of: subject, perDay: answersPerDay)
    let notes = range.map { MIDINote($0) }
    var last: MIDINote?
    for place in 0..<(checkpoints.last ?? 0) {
      let (day, departure) = days.next(using: &random)
      hearing.startDay(day)
      let (note, offset) = question(
        hearing, staircase, among: notes, last: last, using: &random)
      let isCorrect = subject.answersRight(
        note: note.rawValue, offset: offset, day: day, departure: departure, using: &random)
      hearing.add(answer(note, offset, isCorrect, day: day), day: day)
      staircase.add(offset: offset, isCorrect: isCorrect)
      outcome.count(isCorrect: isCorrect)
      last = note
      if outcome.shownAfter == nil, place % 10 == 9, isLevelShown(hearing) {
        outcome.shownAfter = place + 1
      }
      if checkpoints.contains(place + 1) {
        outcome.checkpoints.append(
          SimulatedCheckpoint(hearing, of: subject, in: range, day: day, outcome))
      }
    }
    outcome.curve = hearing.curve
    return outcome
  }

  private func isLevelShown(_ hearing: UnisonHearing) -> Bool {
    VerdictTable.state(
      answers: hearing.count, probabilityOfGuessing: hearing.probabilityOfGuessing, hearing.level)
      == .shown
  }

  private func isShown(_ hearing: IntervalHearing) -> Bool {
    VerdictTable.state(
      answers: hearing.count(of: interval), probabilityOfGuessing: hearing.probabilityOfGuessing,
      hearing.threshold(of: interval)) == .shown
  }

  private func question(
    _ hearing: UnisonHearing, _ staircase: Staircase, among notes: [MIDINote], last: MIDINote?,
    using random: inout RandomSource
  ) -> (note: MIDINote, offset: Double) {
    switch strategy {
    case .adaptive:
      let question = AdaptiveQuestion.unison(
        hearing.maps, among: notes, last: last, within: Challenge.differences, using: &random)
      return (question.note, question.offset)
    case .kazez:
      return (UsableNotes.draw(among: notes, using: &random), staircase.draw(using: &random))
    }
  }

  private func trainInterval(
    _ subject: SimulatedSubject, using random: inout RandomSource
  ) -> SimulatedOutcome {
    var hearing = IntervalHearing(hasShift: !asksForPurity)
    var outcome = SimulatedOutcome()
    var staircase = Staircase()
    var days = Days(of: subject, perDay: answersPerDay)
    let notes = range.map { MIDINote($0) }
    for place in 0..<(checkpoints.last ?? 0) {
      let (day, departure) = days.next(using: &random)
      let offset: Double
      switch strategy {
      case .adaptive:
        offset =
          AdaptiveQuestion.interval(
            interval, hearing.maps, among: notes, within: Challenge.differences, using: &random
          ).offset
      case .kazez:
        // The note says nothing, but is drawn as in a training.
        _ = UsableNotes.draw(among: notes, using: &random)
        offset = staircase.draw(using: &random)
      }
      // The choice of the one in tune does not depend on the side to which the other is off.
      let isHigher = subject.answersHigher(
        offset: asksForPurity ? abs(offset) + subject.shift : offset, day: day,
        departure: departure, using: &random)
      let isCorrect = asksForPurity ? isHigher : isHigher == (offset > 0)
      hearing.add(
        IntervalAnswer(interval: interval, day: day, offset: offset, isCorrect: isCorrect))
      staircase.add(offset: offset, isCorrect: isCorrect)
      outcome.count(isCorrect: isCorrect)
      if outcome.shownAfter == nil, place % 10 == 9, isShown(hearing) {
        outcome.shownAfter = place + 1
      }
      if checkpoints.contains(place + 1) {
        outcome.checkpoints.append(
          SimulatedCheckpoint(hearing, of: subject, at: interval, day: day, outcome))
      }
    }
    return outcome
  }

  private func answer(
    _ note: MIDINote, _ offset: Double, _ isCorrect: Bool, day: Int
  ) -> ChoiceAnswer {
    ChoiceAnswer(
      .comparison, note: note, interval: interval, centOffset: Cents(offset), isCorrect: isCorrect,
      date: Date(timeIntervalSinceReferenceDate: Double(day) * 24 * 60 * 60),
      context: TrialContext())
  }

  /// The offsets of ``KazezStaircase``.
  private struct Staircase {
    private var difference = KazezStaircase.initialDifference.rawValue

    func draw(using random: inout RandomSource) -> Double {
      Bool.random(using: &random) ? difference : -difference
    }

    mutating func add(offset: Double, isCorrect: Bool) {
      let limits = Challenge.differences
      let wanted = KazezStaircase.difference(after: abs(offset), isCorrect: isCorrect)
      difference = min(max(wanted, limits.lowerBound), limits.upperBound)
    }
  }

  /// The days of a training, each with its departure.
  private struct Days {
    private let perDay: Int
    private let deviation: Double
    private var count = 0
    private var departure = 0.0

    init(of subject: SimulatedSubject, perDay: Int) {
      self.perDay = max(perDay, 1)
      deviation = subject.dayDeviation
    }

    /// The day of the next answer.
    mutating func next(using random: inout RandomSource) -> (day: Int, departure: Double) {
      if count.isMultiple(of: perDay) { departure = deviation * random.nextNormal() }
      count += 1
      return ((count - 1) / perDay, departure)
    }
  }
}
