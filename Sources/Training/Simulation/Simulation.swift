import Foundation
import Music

/// Many simulated listeners, each trained alike: how a change of the estimators, the strategies or the
/// tests is judged.
public struct Simulation {
  public var population = ListenerPopulation.byRegister
  public var listeners = 20
  public var strategy = StrategyName.kazez
  public var interval = DirectedInterval.prime
  public var settings: TrainingSettings

  /// λ of every listener.
  public var lapseRate = 0.02

  /// What is left of the thresholds after 1000 trials, as a share.
  public var learning = 1.0

  /// How far "higher" is preferred, in standard deviations.
  public var bias = 0.0

  /// After how many trials the listeners are judged, ascending.
  public var checkpoints = [500, 2000]

  /// The same seed gives the same results.
  public var seed: UInt64 = 1

  /// After how many trials progress is told.
  private static let stride = 500

  public init(settings: TrainingSettings) { self.settings = settings }

  /// The judgements of each listener, one at each checkpoint.
  ///
  /// - Parameter progress: told after some trials of each listener which share of all is done.
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
