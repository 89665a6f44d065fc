import Foundation
import Music

/// The outcome of the training of one simulated listener.
public nonisolated struct SimulatedOutcome: Sendable {
  /// The judgements of the listener after the numbers of answers of the simulation.
  public internal(set) var checkpoints: [SimulatedCheckpoint] = []

  /// The number of answers after which the level, or the interval, was shown for the first time;
  /// `nil` if it never was.
  public internal(set) var shownAfter: Int?

  public internal(set) var curve = HearingCurve()

  private(set) var answers = 0
  private(set) var wrong = 0

  mutating func count(isCorrect: Bool) {
    answers += 1
    wrong += isCorrect ? 0 : 1
  }
}

/// The belief about a simulated listener after some answers, compared with the truth.
public nonisolated struct SimulatedCheckpoint: Sendable {
  /// ln estimate − ln truth of each threshold; covered if its interval contains the truth.
  public struct Error: Hashable, Sendable {
    public let logError: Double
    public let isCovered: Bool

    init(_ estimate: CentsEstimate, truth: Double) {
      logError = log(estimate.value.rawValue) - truth
      isCovered = (estimate.low.rawValue...estimate.high.rawValue).contains(exp(truth))
    }
  }

  public let answers: Int
  public let wrong: Int

  /// The errors of each note of the range for unisons, or of the interval.
  public let thresholds: [Error]

  /// The error of the level, for unisons only.
  public let level: Error?

  /// The estimated shift less the true one, in cents, for comparisons of intervals; covered if its
  /// interval contains the true one.
  public let shift: (error: Double, isCovered: Bool)?

  public let state: FigureState
  public let trend: TrendVerdict

  init(
    _ hearing: UnisonHearing, of subject: SimulatedSubject, in range: ClosedRange<Int>, day: Int,
    _ outcome: SimulatedOutcome
  ) {
    let verdicts = UnisonVerdicts(hearing)
    thresholds = range.map { note in
      Error(
        hearing.threshold(of: MIDINote(note)), truth: subject.threshold(of: note, onDay: day))
    }
    let asked = hearing.askedNotes.map { subject.threshold(of: $0.rawValue, onDay: day) }
    level = Error(
      verdicts.level.threshold, truth: asked.reduce(0, +) / Double(max(asked.count, 1)))
    shift = nil
    state = verdicts.level.state
    trend = verdicts.trend
    (answers, wrong) = (outcome.answers, outcome.wrong)
  }

  init(
    _ hearing: IntervalHearing, of subject: SimulatedSubject, at interval: DirectedInterval,
    day: Int, _ outcome: SimulatedOutcome
  ) {
    let verdicts = IntervalVerdicts(hearing)
    let shift = hearing.shift(of: interval)
    thresholds = [
      Error(
        hearing.threshold(of: interval),
        truth: subject.intervalThreshold + subject.dailyChange * Double(day))
    ]
    level = nil
    self.shift =
      hearing.hasShift
      ? (
        shift.value.rawValue - subject.shift,
        (shift.low.rawValue...shift.high.rawValue).contains(subject.shift)
      ) : nil
    state = verdicts.parts.first?.threshold.state ?? .early
    trend = verdicts.trend
    (answers, wrong) = (outcome.answers, outcome.wrong)
  }
}

/// The outcome for all listeners of a simulation after one number of answers.
public nonisolated struct SimulatedFigures: Hashable, Sendable {
  public let answers: Int

  /// The share of wrong answers, from the first on.
  public let shareWrong: Double

  /// The root of the mean square of ln(estimate / truth) over all listeners and notes, or
  /// intervals, its mean, and the share of 90 % intervals that contain the truth.
  public let rootMeanSquareLogError: Double
  public let meanLogError: Double
  public let coverage: Double

  /// The error and coverage of the level; `nil` for intervals.
  public let levelError: Double?
  public let levelCoverage: Double?

  /// The error and coverage of the shift of intervals, in cents.
  public let shiftError: Double?
  public let shiftCoverage: Double?

  /// The share of listeners whose level, or interval, is shown.
  public let shareShown: Double

  /// The shares of listeners whose verdict is that they have become finer, or coarser.
  public let shareFiner: Double
  public let shareCoarser: Double

  /// - Parameter checkpoints: those of all listeners after the same number of answers; not empty.
  public init(_ checkpoints: [SimulatedCheckpoint]) {
    let count = Double(max(checkpoints.count, 1))
    func share(_ isTrue: (SimulatedCheckpoint) -> Bool) -> Double {
      Double(checkpoints.count(where: isTrue)) / count
    }
    let thresholds = Summary(checkpoints.flatMap(\.thresholds))
    let levels = Summary(checkpoints.compactMap(\.level))
    let shifts = checkpoints.compactMap(\.shift)
    answers = checkpoints.first?.answers ?? 0
    shareWrong =
      Double(checkpoints.reduce(0) { $0 + $1.wrong })
      / Double(max(checkpoints.reduce(0) { $0 + $1.answers }, 1))
    rootMeanSquareLogError = thresholds.rootMeanSquare
    meanLogError = thresholds.mean
    coverage = thresholds.coverage
    levelError = levels.isEmpty ? nil : levels.rootMeanSquare
    levelCoverage = levels.isEmpty ? nil : levels.coverage
    shiftError =
      shifts.isEmpty
      ? nil : (shifts.reduce(0) { $0 + $1.error * $1.error } / Double(shifts.count)).squareRoot()
    shiftCoverage =
      shifts.isEmpty ? nil : Double(shifts.count(where: \.isCovered)) / Double(shifts.count)
    shareShown = share { $0.state == .shown }
    shareFiner = share { if case .finer = $0.trend { true } else { false } }
    shareCoarser = share { if case .coarser = $0.trend { true } else { false } }
  }

  private struct Summary {
    let isEmpty: Bool
    let rootMeanSquare: Double
    let mean: Double
    let coverage: Double

    init(_ errors: [SimulatedCheckpoint.Error]) {
      isEmpty = errors.isEmpty
      let count = Double(max(errors.count, 1))
      mean = errors.reduce(0) { $0 + $1.logError } / count
      rootMeanSquare = (errors.reduce(0) { $0 + $1.logError * $1.logError } / count).squareRoot()
      coverage = Double(errors.count(where: \.isCovered)) / count
    }
  }
}

nonisolated extension SimulatedFigures {
  /// The figures at each number of answers, in order.
  ///
  /// - Parameter outcomes: those of one simulation; not empty.
  public static func all(_ outcomes: [SimulatedOutcome]) -> [SimulatedFigures] {
    (outcomes.first?.checkpoints.indices ?? 0..<0).map { place in
      SimulatedFigures(outcomes.map { $0.checkpoints[place] })
    }
  }
}
