import Foundation

/// The thresholds of the notes, and their change where one is allowed, that make some trials most
/// likely, given ``ThresholdPrior``: the posterior mode, found by Fisher scoring.
nonisolated struct ThresholdFit {
  private let trials: [ThresholdTrial]
  private let times: [Double]

  /// Where each note stands among those that were asked; −1 for others.
  private let places: [Int]
  private let notes: [Int]
  private let prior: GaussianBelief
  private let model: PsychometricFunction

  private var thresholds: [Double]

  /// β: the change of the ln thresholds per 1000 trials.
  private(set) var change = 0.0

  /// The normal approximation at the mode; β comes after the notes.
  private var belief: GaussianBelief

  /// The standard deviation of β before anything is known: so wide that it does not matter.
  private static let priorDeviationOfChange = 3.0
  private static let iterations = 60

  /// The greatest step of a ln threshold: far from the mode the approximation knows only the direction.
  private static let longestStep = 1.0
  private static let tolerance = 1e-7

  /// - Parameters:
  ///   - times: of the trials, in thousands.
  ///   - changes: whether thresholds may change; else β stays 0.
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

  /// The score of β in its standard deviations, where β was held at 0.
  ///
  /// Its variance is what is left of the information about β when the thresholds have to be estimated,
  /// too.
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

  /// One step of Fisher scoring; false once nothing moves any more.
  private mutating func improve(by share: Double) -> Bool {
    var sums = [NoteSums](repeating: NoteSums(), count: notes.count)
    for index in trials.indices {
      sums[places[Int(trials[index].note)]].add(slope(index), at: times[index])
    }
    let last = notes.count
    belief = prior
    var (information, score) = (0.0, 0.0)
    for (place, sum) in sums.enumerated() where sum.information > 0 {
      // What the trials of a note tell: ln threshold at their mean time, and how it changed about that.
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

  /// The derivative of a trial's log likelihood by its ln threshold, and the expected square of that.
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
