import Foundation
import Music

/// Whether the thresholds of one training have changed over its last trials.
///
/// The model is that of ``ThresholdMap`` with a change added: ln threshold = θ_n + β · t for note n
/// at time t, in thousands of trials. "No change", β = 0, is tested with Rao's score test (Rao,
/// "Large sample tests of statistical hypotheses concerning several parameters", 1948): the
/// thresholds of the notes are estimated as if nothing had changed, and the test asks whether
/// correct and wrong answers then lean to one end of the time. Size and uncertainty are those of
/// the fitted β.
///
/// Only how well the user did at what was asked counts, not what was asked: a staircase that
/// settles, or a run of notes that are hard for this user, is not a change of hearing.
public nonisolated struct ThresholdTrendTest: Equatable, Sendable {
  private var recent = RecentTrials<ThresholdTrial>()

  public init() {}

  /// More lapses than ``ThresholdMap`` assumes. A listener with fewer loses little by it; with one
  /// who has more, slips at large differences would otherwise look like hearing that was once
  /// worse.
  private static let model = PsychometricFunction(lapseRate: 0.06)

  /// Adds a trial, in order of time. O(1).
  public mutating func add(note: MIDINote, centOffset: Cents, isCorrect: Bool) {
    recent.add(
      ThresholdTrial(
        note: UInt8(note.rawValue), offset: centOffset.magnitude, isCorrect: isCorrect))
  }

  /// The change of the threshold as a share per 1000 trials; `nil` below 20 trials.
  ///
  /// It fits the model to up to 4000 trials, which takes some ten milliseconds.
  public var change: TestedChange? {
    guard recent.count >= TestedChange.minimumTrials else { return nil }
    let trials = recent.inOrder
    let times = trials.indices.map(recent.time)
    let unchanged = ThresholdFit(trials, times: times, model: Self.model, changes: false)
    let changing = ThresholdFit(trials, times: times, model: Self.model, changes: true)
    return TestedChange(
      statistic: unchanged.scoreStatistic, estimate: changing.change,
      error: changing.errorOfChange, trials: trials.count, transform: TestedChange.share)
  }
}

/// What a test of change needs to know about a comparison.
nonisolated private struct ThresholdTrial: Equatable, Sendable {
  /// The reference note.
  let note: UInt8

  /// The |offset| in cents.
  let offset: Double
  let isCorrect: Bool
}

/// The thresholds of the notes, and their change if one is allowed, that make the trials most
/// likely, given ``ThresholdPrior``: the posterior mode, found by Fisher scoring.
nonisolated private struct ThresholdFit {
  private let trials: [ThresholdTrial]
  private let times: [Double]

  /// The index of each note among those that were asked; −1 for others.
  private let places: [Int]
  private let notes: [Int]
  private let prior: GaussianBelief
  private let model: PsychometricFunction

  private var thresholds: [Double]

  /// β: the change of the ln thresholds per 1000 trials.
  private(set) var change = 0.0

  /// The normal approximation at the mode; β comes after the notes.
  private var belief: GaussianBelief

  /// The standard deviation of β before anything is known: wide enough not to matter.
  private static let priorDeviationOfChange = 3.0
  private static let iterations = 60

  /// The greatest step of a ln threshold: far from the mode, the approximation gives only the
  /// direction.
  private static let longestStep = 1.0
  private static let tolerance = 1e-7

  /// - Parameters:
  ///   - times: of the trials, in thousands.
  ///   - changes: whether thresholds may change; if not, β stays 0.
  init(
    _ trials: [ThresholdTrial], times: [Double], model: PsychometricFunction, changes: Bool
  ) {
    self.model = model
    self.trials = trials
    self.times = times
    let notes = Set(trials.map { Int($0.note) }).sorted()
    self.notes = notes
    var places = [Int](repeating: -1, count: 128)
    for (place, note) in notes.enumerated() { places[note] = place }
    self.places = places
    let deviation = changes ? Self.priorDeviationOfChange : 0
    prior = GaussianBelief(mean: notes.map { _ in ThresholdPrior.mean } + [0]) { row, column in
      guard row < notes.count, column < notes.count else {
        return row == column ? deviation * deviation : 0
      }
      return ThresholdPrior.covariances[abs(notes[row] - notes[column])]
    }
    thresholds = notes.map { _ in ThresholdPrior.mean }
    belief = prior
    for iteration in 0..<Self.iterations where !improve(by: iteration < 8 ? 1 : 0.5) { break }
  }

  /// The standard deviation of β.
  var errorOfChange: Double { belief.variance(notes.count).squareRoot() }

  /// The score of β in its standard deviations, if β was held at 0.
  ///
  /// Its variance is what remains of the information about β when the thresholds have to be
  /// estimated as well.
  var scoreStatistic: Double {
    let slopes = trials.indices.map(slope)
    var score = 0.0
    var information = 0.0
    var shared = [Double](repeating: 0, count: notes.count)
    for (index, slope) in slopes.enumerated() {
      score += slope.score * times[index]
      information += slope.information * times[index] * times[index]
      shared[places[Int(trials[index].note)]] += slope.information * times[index]
    }
    for (row, first) in shared.enumerated() {
      for (column, second) in shared.enumerated() {
        information -= first * belief.covariance(row, column) * second
      }
    }
    return information > 0 ? score / information.squareRoot() : 0
  }

  /// One step of Fisher scoring; false once nothing moves anymore.
  private mutating func improve(by share: Double) -> Bool {
    var sums = [NoteSums](repeating: NoteSums(), count: notes.count)
    for index in trials.indices {
      sums[places[Int(trials[index].note)]].add(slope(index), at: times[index])
    }
    let last = notes.count
    belief = prior
    var (information, score) = (0.0, 0.0)
    for (place, sum) in sums.enumerated() where sum.information > 0 {
      // The trials of a note give ln threshold at their mean time, and how it changed around that.
      let time = sum.meanTime
      belief.observe(
        thresholds[place] + change * time + sum.score / sum.information, at: place, plus: time,
        times: last, precision: sum.information)
      information += sum.informationAboutMeanTime
      score += sum.scoreAboutMeanTime
    }
    if belief.variance(last) > 0, information > 0 {
      belief.observe(change + score / information, at: last, precision: information)
    }
    var longest = 0.0
    for place in thresholds.indices {
      let step = belief.mean[place] - thresholds[place]
      thresholds[place] += share * min(max(step, -Self.longestStep), Self.longestStep)
      longest = max(longest, abs(step))
    }
    let step = belief.mean[last] - change
    change += share * min(max(step, -Self.longestStep), Self.longestStep)
    return max(longest, abs(step)) > Self.tolerance
  }

  /// The derivative of a trial's log likelihood by its ln threshold, and the expected square of
  /// that.
  private func slope(_ index: Int) -> (score: Double, information: Double) {
    let z = position(index)
    let correct = model.probabilityCorrect(at: z)
    let derivative = model.derivative(at: z)
    return (
      score: trials[index].isCorrect ? derivative / correct : -derivative / (1 - correct),
      information: derivative * derivative / (correct * (1 - correct))
    )
  }

  /// Where the model's function is asked for a trial: 0.67449 · x / e^θ.
  private func position(_ index: Int) -> Double {
    let trial = trials[index]
    let threshold = thresholds[places[Int(trial.note)]] + change * times[index]
    return PsychometricFunction.slope * trial.offset * exp(-threshold)
  }
}

/// What the trials of one note say about its threshold and its change, summed up.
nonisolated private struct NoteSums {
  private(set) var score = 0.0
  private(set) var information = 0.0
  private var scoreByTime = 0.0
  private var informationByTime = 0.0
  private var informationBySquaredTime = 0.0

  mutating func add(_ slope: (score: Double, information: Double), at time: Double) {
    score += slope.score
    information += slope.information
    scoreByTime += slope.score * time
    informationByTime += slope.information * time
    informationBySquaredTime += slope.information * time * time
  }

  /// The mean time, each trial weighted with its information.
  var meanTime: Double { informationByTime / information }

  /// What the trials say about a change around the mean time.
  var scoreAboutMeanTime: Double { scoreByTime - meanTime * score }
  var informationAboutMeanTime: Double {
    informationBySquaredTime - meanTime * informationByTime
  }
}

/// A belief about several unknown numbers that are jointly normally distributed.
nonisolated private struct GaussianBelief {
  /// The expected value of each number.
  private(set) var mean: [Double]

  /// The covariance of every two, row by row.
  private var covariances: [Double]

  var count: Int { mean.count }

  /// - Parameter covariance: of the numbers with these indices; symmetric.
  init(mean: [Double], covariance: (_ row: Int, _ column: Int) -> Double) {
    self.mean = mean
    covariances = mean.indices.flatMap { row in
      mean.indices.map { covariance(row, $0) }
    }
  }

  func covariance(_ row: Int, _ column: Int) -> Double { covariances[row * count + column] }

  func variance(_ place: Int) -> Double { covariance(place, place) }

  /// Applies an observation of `numbers[place] + weight · numbers[other]`, exact except for noise
  /// of variance 1 / precision. O(n²).
  mutating func observe(
    _ value: Double, at place: Int, plus weight: Double = 0, times other: Int = 0,
    precision: Double
  ) {
    guard precision > 0 else { return }
    let direction = mean.indices.map { covariance($0, place) + weight * covariance($0, other) }
    let variance = direction[place] + weight * direction[other] + 1 / precision
    let surprise = (value - mean[place] - weight * mean[other]) / variance
    let count = count
    covariances.withUnsafeMutableBufferPointer { covariances in
      for row in 0..<count {
        let factor = direction[row] / variance
        for column in 0..<count { covariances[row * count + column] -= factor * direction[column] }
      }
    }
    for place in mean.indices { mean[place] += surprise * direction[place] }
  }
}
