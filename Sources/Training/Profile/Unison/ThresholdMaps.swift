import Foundation
import MainThread
import Music

/// The thresholds of all notes as the answers show them: one belief for each rate of lapses, and
/// the probability of each of the rates.
///
/// T, the threshold of a note, is the |offset| that is recognized in three of four cases, lapses of
/// attention apart. Live and replayed answers go through the same steps and lead to the same value.
/// Its size is constant: 380 KB.
nonisolated struct ThresholdMaps: Sendable {
  private(set) var beliefs = LapseWeights.rates.map { ThresholdBelief(lapseRate: $0) }
  private(set) var weights = LapseWeights()
  private(set) var curve = HearingCurve()
  private(set) var count = 0

  /// The numbers of answers to each note.
  private(set) var counts = [Int](repeating: 0, count: ThresholdBelief.day)

  private(set) var condition = 0

  /// The level at the end of each day with answers, except the latest one; in order of time.
  private(set) var course: [LevelOfDay] = []

  private(set) var surprises = [NoteSurprise](repeating: NoteSurprise(), count: ThresholdBelief.day)
  private var day: Int?
  private var countToday = 0

  /// The notes that were asked, ascending.
  var askedNotes: [Int] { counts.indices.filter { counts[$0] > 0 } }

  /// Begins a day, unless it has begun: call it before a question is chosen, too.
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

  /// The level at the end of each day with answers, including the present one.
  var courseUntilNow: [LevelOfDay] {
    guard countToday > 0 else { return course }
    var whole = self
    whole.endDay(levels)
    return whole.course
  }

  /// Keeps the final level of a day.
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

  /// Combines the results of an answer in the beliefs.
  ///
  /// - Returns: the note to be freed, if any.
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
  /// The number of answers that the threads process before their results are combined: enough that
  /// they seldom meet, few enough that little is lost if a note is freed.
  private static let chunk = 512

  /// Adds many answers, in order of time, on several threads: 20 000 take a quarter of a second.
  ///
  /// The beliefs depend on each other only if a note is freed. Each therefore goes through a chunk
  /// of the answers by itself; if a note is freed within it, the beliefs return to its beginning
  /// and stop there.
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

  /// The day with answers that ends before each answer of a chunk, if any.
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

  /// Takes each belief through some answers and returns the steps of each belief in turn.
  ///
  /// - Parameter ends: the days that end before these answers, and perhaps before others after
  ///   them.
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

  /// - Returns: the index of the answer at which a note is freed, and the note; later answers are
  ///   ignored.
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

/// The result of an answer in one belief.
private nonisolated struct BeliefStep: Sendable {
  /// The mean of the note's ln threshold beforehand.
  let mean: Double

  /// The probability of a right answer beforehand.
  let predicted: Double

  let evidence: ThresholdBelief.Evidence

  /// The final level of the day before, if this is the first answer of a day.
  var levelOfDayBefore: (mean: Double, variance: Double)?
}

/// The threshold of unisons, or of an interval, at the end of a day.
public nonisolated struct LevelOfDay: Hashable, Sendable {
  public let day: Int

  /// The number of answers of this kind on the day.
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

/// The surprise of the maps by recent answers to one note, to one side.
nonisolated struct NoteSurprise: Sendable {
  private(set) var sum = 0.0
  private(set) var variance = 0.0
  private var count = 0

  /// Adds the evidence of an answer.
  ///
  /// - Returns: true if the note is to be freed: if ten answers or more have moved the belief by
  ///   more than three standard deviations of a move by chance.
  mutating func add(gain: Double, likelihood: Double) -> Bool {
    sum += gain
    variance += gain * gain * likelihood / (1 - likelihood)
    count += 1
    guard count >= 10, sum.magnitude > 3 * variance.squareRoot() else { return false }
    self = NoteSurprise()
    return true
  }
}

/// The figures in the maps: thresholds on a usual day, under the condition of the latest answer.
nonisolated extension ThresholdMaps {
  /// The threshold of a note, asked or not. Takes a fraction of a millisecond.
  func threshold(of note: Int) -> CentsEstimate { threshold(of: note, under: condition) }

  /// The threshold of a note under another condition.
  func threshold(of note: Int, under condition: Int) -> CentsEstimate {
    NormalMixture(
      weights.ofRates, beliefs.map { $0.usually(note: note, condition: condition) }
    ).exponential
  }

  /// The believed threshold of a note on this day, without an interval. O(1).
  func thresholdToday(of note: Int) -> Double {
    exp(
      zip(weights.ofRates, beliefs).reduce(0) { sum, part in
        sum + part.0 * part.1.today(note: note, condition: condition).mean
      })
  }

  /// The threshold under another condition, on a usual day, without an interval. O(1).
  func threshold(of note: Int, condition: Int) -> Double {
    exp(
      zip(weights.ofRates, beliefs).reduce(0) { sum, part in
        sum + part.0 * part.1.usually(note: note, condition: condition).mean
      })
  }

  /// The level: the threshold of the notes asked so far, taken together. Before the first answer,
  /// that of any note.
  var level: CentsEstimate { level(under: condition) }

  func level(under condition: Int) -> CentsEstimate {
    NormalMixture(weights.ofRates, levels(under: condition)).exponential
  }

  var levelToday: CentsEstimate {
    NormalMixture(weights.ofRates, levels(under: condition, today: true)).exponential
  }

  /// The mean and the variance of the ln level in each belief.
  var levels: [(mean: Double, variance: Double)] { levels(under: condition) }

  private func levels(
    under condition: Int, today isToday: Bool = false
  ) -> [(mean: Double, variance: Double)] {
    let asked = askedNotes
    let notes = asked.isEmpty ? [ThresholdBelief.day / 2] : asked
    return beliefs.map { $0.level(of: notes, condition: condition, today: isToday) }
  }

  /// The probability that the answers are guesses: that the listener guesses, or that the level is
  /// beyond 400 cents, which gives the same answers.
  var probabilityOfGuessing: Double { probabilityOfGuessing(under: condition) }

  /// The probability of guesses by the level under another condition.
  func probabilityOfGuessing(under condition: Int) -> Double {
    zip(weights.all, levels(under: condition)).reduce(weights.guessing) { sum, part in
      let (mean, variance) = part.1
      return sum + part.0
        * StandardNormal.cumulative((mean - log(400)) / variance.squareRoot())
    }
  }

  /// The finest and the coarsest of the notes asked, if they surely differ: if the difference is
  /// more than three of its standard deviations in the likeliest map.
  var extremes: (finest: Int, coarsest: Int)? {
    let belief = beliefs[weights.heaviest]
    let asked = askedNotes
    guard let finest = asked.min(by: { belief.mean[$0] < belief.mean[$1] }),
      let coarsest = asked.max(by: { belief.mean[$0] < belief.mean[$1] }), finest != coarsest
    else { return nil }
    let (mean, variance) = belief.contrast(of: [coarsest], with: [finest])
    return mean > 3 * variance.squareRoot() ? (finest, coarsest) : nil
  }

  /// The lowest third of the notes asked against the highest, in the likeliest map; `nil` if the
  /// difference is less than 2.6 standard deviations or a quarter, or if there are fewer than six
  /// notes.
  var registers: NoteRegisters? {
    let (asked, belief) = (askedNotes, beliefs[weights.heaviest])
    guard asked.count >= 6 else { return nil }
    let (low, high) = (Array(asked.prefix(asked.count / 3)), Array(asked.suffix(asked.count / 3)))
    let (mean, variance) = belief.contrast(of: low, with: high)
    guard mean.magnitude > 2.6 * variance.squareRoot(), mean.magnitude > log(1.25) else {
      return nil
    }
    func register(_ notes: [Int]) -> NoteRegisters.Register {
      NoteRegisters.Register(
        lowest: MIDINote(notes[0]), highest: MIDINote(notes[notes.count - 1]),
        threshold: NormalMixture(
          weights.ofRates, beliefs.map { $0.level(of: notes, condition: condition) }
        ).exponential.value)
    }
    return NoteRegisters(low: register(low), high: register(high))
  }

  /// The notes that differ, in the likeliest map, from the mean of the notes within three semitones
  /// by more than 2.5 standard deviations and by a factor of more than 1.5.
  var outstanding: [(note: Int, factor: Double)] {
    let belief = beliefs[weights.heaviest]
    return askedNotes.filter { counts[$0] >= 8 }.compactMap { note in
      let around = (max(note - 3, 0)...min(note + 3, ThresholdBelief.day - 1)).filter { $0 != note }
      let (mean, variance) = belief.contrast(of: [note], with: around)
      let isOutstanding =
        mean.magnitude > 2.5 * variance.squareRoot() && mean.magnitude > log(1.5)
      return isOutstanding ? (note, exp(mean)) : nil
    }
  }
}

/// The low and the high notes of a listener who hears them differently.
public nonisolated struct NoteRegisters: Hashable, Sendable {
  public struct Register: Hashable, Sendable {
    public let lowest: MIDINote
    public let highest: MIDINote

    /// The threshold of all of its notes taken together.
    public let threshold: Cents
  }

  public let low: Register
  public let high: Register

  /// The fewest answers that show registers.
  static let fewestAnswers = 300

  public var isLowCoarser: Bool { low.threshold > high.threshold }
}
