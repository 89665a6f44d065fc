import MainThread
import Foundation
import Music

/// The accuracy of a listener's tuning, or a player's playing: the bias, the pull towards the start
/// of the note, and the spread, from the last matchings of one kind.
///
/// The error of a matching is e = bias + b · start / 100, both in cents. It is fitted so that slips
/// of the hand do not move it: first with Huber's weights, then with Tukey's (Huber and Ronchetti,
/// "Robust Statistics", 2009, 7; the covariance after their 7.6).
public nonisolated struct MatchingFit: Hashable, Sendable {
  struct Answer: Hashable, Sendable {
    /// The signed error, and the start of the note from the target; in cents.
    let error: Double
    let start: Double

    /// The number of the local day (``LocalDays``).
    var day = 0
  }

  /// The number of matchings on which the fit rests: 20…200.
  public let count: Int

  /// The mean signed error of a note that starts at the target, in cents; positive is sharp.
  public let bias: CentsEstimate

  /// The part of the error that follows the start: the error in cents of a note that starts 100
  /// cents too high, less the bias. If positive, the pitch stays on the side where it started.
  /// `nil` for notes that start nowhere.
  public let pull: CentsEstimate?

  /// The standard deviation about both, without slips.
  public let spread: CentsEstimate

  let errorOfBias: Double
  let errorOfPull: Double

  /// The fewest matchings for a fit, and the number of the last ones that count.
  public static let fewest = 20
  public static let window = 200

  /// The factor from the median of |r − median r| to the standard deviation of a normal
  /// distribution.
  private static let deviationOfMedian = 1.4826
}

nonisolated extension MatchingFit {
  /// - Parameters:
  ///   - answers: in order of time; the last ones count.
  ///   - hasPull: true if the error may follow the start. Without it the same method gives the mean
  ///     alone.
  ///   - fewest: the fewest answers, at least 2.
  /// - Returns: `nil` if there are too few, or if all began at the same place and there may be a
  ///   pull.
  init?(_ answers: [Answer], hasPull: Bool = true, fewest: Int = MatchingFit.fewest) {
    let points = answers.suffix(Self.window).map {
      Point(error: $0.error, start: $0.start / 100)
    }
    guard points.count >= fewest, let line = Line(robustly: points, hasPull: hasPull) else {
      return nil
    }
    let degrees = points.count - (hasPull ? 2 : 1)
    let number = Double(points.count)
    let share = number / Double(degrees)
    guard let errors = line.errors(points) else { return nil }
    let residuals = points.map(line.residual)
    let reach = StudentDistribution(degrees: degrees).quantile(0.95)
    let spread = Self.medianDeviation(residuals) * share.squareRoot()
    let factor = exp(1.17 * StandardNormal.upperTwentieth / number.squareRoot())
    count = points.count
    bias = CentsEstimate(line.bias, plusMinus: reach * errors.bias)
    pull = hasPull ? CentsEstimate(line.pull, plusMinus: reach * errors.pull) : nil
    self.spread = CentsEstimate(
      value: Cents(spread), low: Cents(spread / factor), high: Cents(spread * factor))
    errorOfBias = errors.bias
    errorOfPull = errors.pull
  }

  private static func medianDeviation(_ values: [Double]) -> Double {
    let middle = values.median() ?? 0
    return deviationOfMedian * (values.map { ($0 - middle).magnitude }.median() ?? 0)
  }

  private struct Point {
    let error: Double
    /// In hundreds of cents.
    let start: Double
  }

  /// The line e = bias + pull · start, with the scale of the residuals for the last weights.
  private struct Line {
    private(set) var bias: Double
    private(set) var pull = 0.0
    private var scale = 0.0
    private let hasPull: Bool

    /// The number of scales beyond which a residual counts less (Huber), or not at all (Tukey).
    private static let (huber, tukey) = (1.345, 4.685)

    init?(robustly points: [Point], hasPull: Bool) {
      self.hasPull = hasPull
      guard let middle = points.map(\.error).median() else { return nil }
      bias = middle
      for _ in 0..<20 {
        takeScale(points)
        let weights = points.map { min(1, Self.huber * scale / residual($0).magnitude) }
        guard fit(points, weights) else { return nil }
      }
      takeScale(points)
      for _ in 0..<50 {
        let last = self
        guard fit(points, points.map { tukeyWeight($0) }) else { return nil }
        if abs(bias - last.bias) < 1e-12, abs(pull - last.pull) < 1e-12 { break }
      }
    }

    func residual(_ point: Point) -> Double { point.error - bias - pull * point.start }

    private mutating func takeScale(_ points: [Point]) {
      scale = max(medianDeviation(points.map(residual)), 1e-6)
    }

    private func tukeyRatio(_ point: Point) -> Double {
      min(1, residual(point).magnitude / (Self.tukey * scale))
    }

    private func tukeyWeight(_ point: Point) -> Double {
      let t = tukeyRatio(point)
      return (1 - t * t) * (1 - t * t)
    }

    /// Fits by weighted least squares.
    ///
    /// - Returns: true if the points determine a line.
    private mutating func fit(_ points: [Point], _ weights: [Double]) -> Bool {
      guard let inverse = inverse(of: Symmetric(points, weights)) else { return false }
      var (plain, crossed) = (0.0, 0.0)
      for (point, weight) in zip(points, weights) {
        plain += weight * point.error
        crossed += weight * point.error * point.start
      }
      bias = inverse.a * plain + inverse.b * crossed
      pull = inverse.b * plain + inverse.c * crossed
      return true
    }

    /// Without a pull, that of the corner alone.
    private func inverse(of squares: Symmetric) -> Symmetric? {
      if hasPull { return squares.inverse }
      return squares.a > 1e-12 ? Symmetric(a: 1 / squares.a, b: 0, c: 0) : nil
    }

    /// The standard errors; `nil` if the points determine none.
    func errors(_ points: [Point]) -> (bias: Double, pull: Double)? {
      let bends = points.map { point in
        let t = tukeyRatio(point)
        return (1 - t * t) * (1 - 5 * t * t)
      }
      let forces = points.map { point in
        let force = residual(point) * tukeyWeight(point)
        return force * force
      }
      guard let inverse = inverse(of: Symmetric(points, bends)) else { return nil }
      let covariance = inverse.sandwich(Symmetric(points, forces))
      let share = Double(points.count) / Double(points.count - (hasPull ? 2 : 1))
      let variances = (bias: share * covariance.a, pull: share * covariance.c)
      guard variances.bias >= 0, variances.pull >= 0 else { return nil }
      return (variances.bias.squareRoot(), variances.pull.squareRoot())
    }
  }

  /// The matrix (a b; b c).
  private struct Symmetric {
    var (a, b, c) = (0.0, 0.0, 0.0)

    init(a: Double, b: Double, c: Double) { (self.a, self.b, self.c) = (a, b, c) }

    /// Σ w x xᵀ with x = (1, start).
    init(_ points: [Point], _ weights: [Double]) {
      for (point, weight) in zip(points, weights) {
        a += weight
        b += weight * point.start
        c += weight * point.start * point.start
      }
    }

    var inverse: Symmetric? {
      let determinant = a * c - b * b
      guard determinant > 1e-12 * max(a * a, 1e-12) else { return nil }
      return Symmetric(a: c / determinant, b: -b / determinant, c: a / determinant)
    }

    /// S M S.
    func sandwich(_ middle: Symmetric) -> Symmetric {
      let first = (a * middle.a + b * middle.b, a * middle.b + b * middle.c)
      let second = (b * middle.a + c * middle.b, b * middle.b + c * middle.c)
      return Symmetric(
        a: first.0 * a + first.1 * b, b: first.0 * b + first.1 * c,
        c: second.0 * b + second.1 * c)
    }
  }
}

/// The conclusions from pitch matchings, or from played notes, of one kind: bias, pull and spread
/// from the last 200.
public nonisolated struct MatchingHearing: Sendable {
  private var recent = RecentValues<MatchingFit.Answer>(capacity: MatchingTrend.window)
  public private(set) var count = 0

  /// True if the error may follow the place where a note starts; played notes start nowhere.
  let hasPull: Bool

  private let fewest: Int

  /// - Parameter fewest: at least 2.
  public init(hasPull: Bool = true, fewest: Int = MatchingFit.fewest) {
    (self.hasPull, self.fewest) = (hasPull, fewest)
  }

  /// `nil` if there are too few matchings, or if all began at the same place. Takes less than a
  /// millisecond.
  public var fit: MatchingFit? {
    MatchingFit(recent.inOrder, hasPull: hasPull, fewest: fewest)
  }

  /// The change of the last notes from those before them; `nil` if there are too few.
  public var trend: MatchingTrend? { MatchingTrend(recent.inOrder, hasPull: hasPull) }

  /// The local day of the last note (``LocalDays``).
  var lastDay: Int { recent.inOrder.last?.day ?? 0 }

  /// The spread of a user of whom too little is known.
  public static let unknownSpread = Cents(10)

  /// The user's usual error, as far as known.
  var usualSpread: Cents { fit?.spread.value ?? Self.unknownSpread }

  /// Adds a note that was tuned or played, in order of time. O(1).
  ///
  /// - Parameter day: the number of its local day.
  mutating func add(_ answer: PitchAnswer, day: Int = 0) {
    guard answer.centError.rawValue.isFinite, answer.initialCentOffset.rawValue.isFinite else {
      return
    }
    count += 1
    recent.add(
      MatchingFit.Answer(
        error: answer.centError.rawValue, start: answer.initialCentOffset.rawValue,
        day: day))
    invariant(recent.count == min(count, MatchingTrend.window), "the last answers are among all")
  }
}

/// The change of tuning, or playing: the later half of the last 400 notes of a kind against the
/// earlier half, each by a ``MatchingFit``.
public nonisolated struct MatchingTrend: Hashable, Sendable {
  /// The value of a figure in the earlier half and in the later one, in cents.
  public struct Change: Hashable, Sendable {
    public let first: Cents
    public let now: Cents
  }

  public let firstDay: Int
  public let lastDay: Int

  /// `nil` if it has not clearly changed.
  public let spread: Change?
  public let bias: Change?

  /// The fewest notes for a trend.
  public static let fewest = 100
  static let window = 400

  /// The number of standard errors of a clear change.
  private static let clear = 2.2

  /// - Parameter answers: in order of time; the last ones count.
  init?(_ answers: [MatchingFit.Answer], hasPull: Bool) {
    let answers = Array(answers.suffix(Self.window))
    let half = answers.count / 2
    guard answers.count >= Self.fewest,
      let former = MatchingFit(Array(answers.prefix(half)), hasPull: hasPull),
      let latter = MatchingFit(Array(answers.dropFirst(half)), hasPull: hasPull)
    else { return nil }
    (firstDay, lastDay) = (answers[0].day, answers[answers.count - 1].day)
    let ratio = log(latter.spread.value.rawValue / former.spread.value.rawValue)
    let error = 1.17 * (1 / Double(former.count) + 1 / Double(latter.count)).squareRoot()
    spread =
      ratio.magnitude > Self.clear * error
      ? Change(first: former.spread.value, now: latter.spread.value) : nil
    let shift = latter.bias.value.rawValue - former.bias.value.rawValue
    let squares = former.errorOfBias * former.errorOfBias + latter.errorOfBias * latter.errorOfBias
    bias =
      shift.magnitude > Self.clear * squares.squareRoot()
      ? Change(first: former.bias.value, now: latter.bias.value) : nil
  }

  /// The spelling of JSON: that of the spread.
  public var name: String {
    spread.map { $0.now < $0.first ? "finer" : "coarser" } ?? "noClearChange"
  }
}
