import Foundation
import Music

/// Many simulated listeners, all trained in the same way, to judge a change of the estimators, the
/// strategies or the tests.
public struct Simulation {
  public var population = ListenerPopulation.byRegister
  public var listeners = 20
  public var strategy = StrategyName.kazez
  public var interval = DirectedInterval.prime
  public var settings: TrainingSettings

  /// λ of every listener.
  public var lapseRate = 0.02

  /// The share of the thresholds that remains after 1000 trials.
  public var learning = 1.0

  /// How strongly "higher" is preferred, in standard deviations.
  public var bias = 0.0

  /// The numbers of trials after which the listeners are judged, ascending.
  public var checkpoints = [500, 2000]

  /// The same seed gives the same results.
  public var seed: UInt64 = 1

  /// The number of trials between two reports of progress.
  private static let stride = 500

  public init(settings: TrainingSettings) { self.settings = settings }

  /// The judgements of each listener, one at each checkpoint.
  ///
  /// - Parameter progress: called with the share that is done after some trials of each listener.
  public func run(progress: (Double) -> Void = { _ in }) -> [[SimulatedJudgement]] {
    var random = RandomSource(SeededGenerator(seed: seed))
    let range = settings.noteRange.references(for: interval)
    let trials = checkpoints.last ?? 0
    return (0..<listeners).map { number in
      let listener = population.draw(
        lapseRate: lapseRate, learning: learning, bias: bias, using: &random)
      let training = SimulatedTraining(
        listener: listener, strategy: strategy.makeStrategy(), interval: interval,
        settings: settings, random: RandomSource(SeededGenerator(seed: random.next())))
      return checkpoints.map { count in
        while training.trials < count {
          training.train(until: min(training.trials + Self.stride, count))
          progress((Double(number) + Double(training.trials) / Double(trials)) / Double(listeners))
        }
        return SimulatedJudgement(training, over: range)
      }
    }
  }
}

/// The outcome for all listeners of a simulation at one checkpoint: medians, and shares of
/// listeners. Members of which nothing is known are `nil`.
public struct SimulationSummary {
  public let trials: Int

  /// After the first 50 trials: the share of correct answers and the mean |offset| in cents.
  public let shareCorrect: Double?
  public let meanOffset: Double?

  /// The threshold map: root mean square of ln(estimate / truth), mean of that, correlation, and
  /// the mean share of notes whose truth lies within the 90 % interval.
  public let mapError: Double?
  public let mapBias: Double?
  public let mapCorrelation: Double?
  public let coverage: Double

  /// The plain means, taken as estimates of the threshold.
  public let plainError: Double?
  public let plainBias: Double?
  public let plainCorrelation: Double?

  /// The share of listeners that the tested trend calls improving, and declining; the same for the
  /// halves.
  public let testedImproving: Double
  public let testedDeclining: Double
  public let halvesImproving: Double
  public let halvesDeclining: Double

  /// The change of the threshold as a share per 1000 trials.
  public let change: Double?

  /// - Precondition: there is at least one judgement.
  public init(_ judgements: [SimulatedJudgement]) {
    precondition(!judgements.isEmpty)
    func share(_ condition: (SimulatedJudgement) -> Bool) -> Double {
      Double(judgements.count(where: condition)) / Double(judgements.count)
    }
    func median(_ value: (SimulatedJudgement) -> Double?) -> Double? {
      Self.median(judgements.compactMap(value))
    }
    trials = judgements[0].trials
    shareCorrect = median { $0.course.shareCorrect }
    meanOffset = median { $0.course.meanOffset }
    mapError = median { $0.map?.rootMeanSquareLogError }
    mapBias = median { $0.map?.meanLogError }
    mapCorrelation = median { $0.map?.correlation }
    coverage = judgements.reduce(0) { $0 + $1.coverage } / Double(judgements.count)
    plainError = median { $0.plainMean?.rootMeanSquareLogError }
    plainBias = median { $0.plainMean?.meanLogError }
    plainCorrelation = median { $0.plainMean?.correlation }
    testedImproving = share { $0.change?.trend == .improving }
    testedDeclining = share { $0.change?.trend == .declining }
    halvesImproving = share { $0.halvesTrend == .improving }
    halvesDeclining = share { $0.halvesTrend == .declining }
    change = median { $0.change?.change }
  }

  /// `nil` for no values.
  private static func median(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
