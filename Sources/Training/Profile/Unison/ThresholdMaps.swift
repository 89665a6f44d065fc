import Foundation
import MainThread
import Music

/// The thresholds of all notes as the answers show them: one belief for each rate of lapses, and how
/// likely each of the rates is.
///
/// T, the threshold of a note, is the |offset| that is told right three times in four, lapses of
/// attention apart. Living and replayed answers go through the same steps and lead to the same
/// value. Its size is constant: 380 KB.
nonisolated struct ThresholdMaps: Sendable {
  private(set) var beliefs = LapseWeights.rates.map { ThresholdBelief(lapseRate: $0) }
  private(set) var weights = LapseWeights()
  private(set) var curve = HearingCurve()

  /// The number of answers that the maps rest on.
  private(set) var count = 0

  /// How many of them each note has.
  private(set) var counts = [Int](repeating: 0, count: ThresholdBelief.day)

  /// The condition of the latest answer.
  private(set) var condition = 0

  /// The level at the end of each day with answers, the latest one apart; in order of time.
  private(set) var course: [LevelOfDay] = []

  private(set) var surprises = [NoteSurprise](repeating: NoteSurprise(), count: ThresholdBelief.day)
  private var day: Int?
  private var countToday = 0

  /// The notes that were asked, ascending.
  var askedNotes: [Int] { counts.indices.filter { counts[$0] > 0 } }

  /// Lets a day begin, if it has not begun: call it before a question is chosen, too.
  mutating func startDay(_ day: Int) {
    guard day != self.day else { return }
    if countToday > 0 { endDay(levels) }
    self.day = day
    // Before the first answer nothing is special about any day.
    guard count > 0 else { return }
    for place in beliefs.indices { beliefs[place].startDay() }
  }

  /// Adds an answer, in order of time. About 15 µs.
  mutating func add(_ answer: UnisonAnswer) {
    startDay(answer.day)
    let isDrifting = ThresholdBelief.isDrifting(after: count)
    let steps = beliefs.indices.map { beliefs[$0].step(answer, isDrifting: isDrifting) }
    if let note = conclude(answer, steps) { free(note) }
  }

  /// The level at the end of each day with answers, the present one included.
  var courseUntilNow: [LevelOfDay] {
    guard countToday > 0 else { return course }
    var whole = self
    whole.endDay(levels)
    return whole.course
  }

  /// Keeps the level that a day has led to.
  private mutating func endDay(_ levels: [(mean: Double, variance: Double)]) {
    if let day {
      let level = NormalMixture(weights.ofRates, levels).exponential
      course.append(LevelOfDay(day: day, answers: countToday, level: level))
    }
    countToday = 0
  }

  private mutating func free(_ note: Int) {
    for place in beliefs.indices { beliefs[place].free(note) }
  }

  /// What the beliefs have made of an answer, taken together.
  ///
  /// - Returns: the note that is to be freed, if any.
  private mutating func conclude(_ answer: UnisonAnswer, _ steps: [BeliefStep]) -> Int? {
    var (mean, gain, likelihood) = (0.0, 0.0, 0.0)
    for (weight, step) in zip(weights.ofRates, steps) {
      mean += weight * step.mean
      gain += weight * step.evidence.gain
      likelihood += weight * step.evidence.likelihood
    }
    let guess = weights.guessing / 2
    let predicted = zip(weights.all, steps).reduce(guess) { $0 + $1.0 * $1.1.predicted }
    curve.add(
      ratio: answer.offset / exp(mean), predicted: predicted, isCorrect: answer.isCorrect)
    count += 1
    countToday += 1
    counts[answer.note] += 1
    invariant(
      counts.reduce(0, +) == count && countToday <= count, "an answer is to one note, of one day")
    condition = answer.condition
    weights.add(steps.map(\.evidence.likelihood))
    return surprises[answer.note].add(gain: gain, likelihood: likelihood) ? answer.note : nil
  }
}

nonisolated extension ThresholdMaps {
  /// How many answers the threads work on before their results are put together: enough that they
  /// seldom meet, few enough that little is lost if a note is freed.
  private static let chunk = 512

  /// Adds many answers, in order of time, over two threads: 20 000 take a quarter of a second.
  ///
  /// The beliefs depend on each other only if a note is freed. Each therefore goes through a chunk of
  /// the answers by itself; if a note is freed within it, the beliefs go back to its beginning and
  /// stop there.
  mutating func add(_ answers: [UnisonAnswer]) {
    var next = answers.startIndex
    while next < answers.endIndex {
      let chunk = answers[next..<min(next + Self.chunk, answers.endIndex)]
      let start = ChunkStart(beliefs: beliefs, day: day, count: count)
      let ends = endsOfDays(in: chunk)
      let steps = advance(from: start, over: chunk, ends: ends)
      if let (index, note) = conclude(chunk, steps) {
        if index + 1 < chunk.endIndex {
          _ = advance(from: start, over: answers[next...index], ends: ends)
        }
        free(note)
        next = index + 1
      } else {
        next = chunk.endIndex
      }
    }
  }

  private struct ChunkStart {
    let beliefs: [ThresholdBelief]
    let day: Int?
    let count: Int
  }

  /// A day that ends before an answer: the notes asked until then, and the latest condition.
  private struct EndOfDay {
    let notes: [Int]
    let condition: Int
  }

  /// For each answer of a chunk, the day with answers that ends before it, if one does.
  private func endsOfDays(in answers: ArraySlice<UnisonAnswer>) -> [EndOfDay?] {
    var isAsked = counts.map { $0 > 0 }
    var (day, condition) = (countToday > 0 ? day : nil, condition)
    return answers.map { answer in
      var end: EndOfDay?
      if let day, day != answer.day {
        end = EndOfDay(notes: isAsked.indices.filter { isAsked[$0] }, condition: condition)
      }
      isAsked[answer.note] = true
      (day, condition) = (answer.day, answer.condition)
      return end
    }
  }

  /// Takes each belief through some answers; the steps of each belief in turn.
  ///
  /// - Parameter ends: the days that end before these answers, and perhaps before others after them.
  private mutating func advance(
    from start: ChunkStart, over answers: ArraySlice<UnisonAnswer>, ends: [EndOfDay?]
  ) -> [[BeliefStep]] {
    let runs = ParallelRuns(start.beliefs, steps: answers.count) { belief, number in
      let index = answers.startIndex + number
      let answer = answers[index]
      let level = ends[number].map { end in
        belief.settle(keepingCapacity: true)
        return belief.level(of: end.notes, condition: end.condition)
      }
      let day = number > 0 ? answers[index - 1].day : start.day
      if answer.day != day { belief.startDay() }
      return belief.step(
        answer, isDrifting: ThresholdBelief.isDrifting(after: start.count + number), level: level,
        isOneOfMany: true)
    }
    beliefs = runs.values
    for place in beliefs.indices { beliefs[place].settle() }
    return runs.results
  }

  /// - Returns: the index of the answer at which a note is freed, and the note; nothing after that
  ///   answer is taken into account.
  private mutating func conclude(
    _ answers: ArraySlice<UnisonAnswer>, _ steps: [[BeliefStep]]
  ) -> (index: Int, note: Int)? {
    for (place, index) in answers.indices.enumerated() {
      let steps = steps.map { $0[place] }
      let levels = steps.compactMap(\.levelOfDayBefore)
      if !levels.isEmpty { endDay(levels) }
      day = answers[index].day
      if let note = conclude(answers[index], steps) { return (index, note) }
    }
    return nil
  }
}

/// What one belief makes of an answer.
nonisolated struct BeliefStep: Sendable {
  /// The mean of the note's ln threshold beforehand.
  let mean: Double

  /// The probability of a right answer beforehand.
  let predicted: Double

  let evidence: ThresholdBelief.Evidence

  /// The level with which the day before ended, if this is the first answer of a day.
  var levelOfDayBefore: (mean: Double, variance: Double)?
}

/// The threshold of unisons, or of an interval, at the end of a day.
public nonisolated struct LevelOfDay: Hashable, Sendable {
  /// The number of the local day (``LocalDays``).
  public let day: Int

  /// How many answers of this kind the day had.
  public let answers: Int

  public let level: CentsEstimate

  public init(day: Int, answers: Int, level: CentsEstimate) {
    self.day = day
    self.answers = answers
    self.level = level
  }
}

nonisolated extension ThresholdBelief {
  /// Adds an answer on a day that has begun.
  fileprivate mutating func step(
    _ answer: UnisonAnswer, isDrifting: Bool, level: (mean: Double, variance: Double)? = nil,
    isOneOfMany: Bool = false
  ) -> BeliefStep {
    let (note, condition) = (answer.note, answer.condition)
    let mean = today(note: note, condition: condition).mean
    var predicted: Double?
    if isDrifting {
      predicted = probabilityCorrect(note: note, condition: condition, offset: answer.offset)
      drift()
    }
    let evidence = update(
      note: note, condition: condition, offset: answer.offset, isCorrect: answer.isCorrect,
      isOneOfMany: isOneOfMany)
    let expected = answer.isCorrect ? evidence.likelihood : 1 - evidence.likelihood
    return BeliefStep(
      mean: mean, predicted: predicted ?? expected, evidence: evidence, levelOfDayBefore: level)
  }
}

/// How far the answers on one note have lately surprised the maps to one side.
nonisolated struct NoteSurprise: Sendable {
  private(set) var sum = 0.0
  private(set) var variance = 0.0
  private var count = 0

  /// Adds what an answer has shown.
  ///
  /// - Returns: whether the note is to be freed: whether ten answers or more have moved the belief by
  ///   more than three standard deviations of what they would by chance.
  mutating func add(gain: Double, likelihood: Double) -> Bool {
    sum += gain
    variance += gain * gain * likelihood / (1 - likelihood)
    count += 1
    guard count >= 10, sum.magnitude > 3 * variance.squareRoot() else { return false }
    self = NoteSurprise()
    return true
  }
}
