import Foundation
import MainThread
import Music

/// What is concluded from pitch matchings, or from played notes, of one kind: bias, pull and spread by the
/// last 200.
public nonisolated struct MatchingHearing: Sendable {
  private var recent = RecentValues<MatchingFit.Answer>(capacity: MatchingTrend.window)

  /// The number of matchings.
  public private(set) var count = 0

  /// Whether the error may follow the place where a note starts; played notes start nowhere.
  let hasPull: Bool

  /// With fewer there is no ``fit``.
  private let fewest: Int

  /// - Parameter fewest: at least 2.
  public init(hasPull: Bool = true, fewest: Int = MatchingFit.fewest) {
    (self.hasPull, self.fewest) = (hasPull, fewest)
  }

  /// `nil` if there are too few matchings, or if all began at the same place. Under a millisecond.
  public var fit: MatchingFit? {
    MatchingFit(recent.inOrder, hasPull: hasPull, fewest: fewest)
  }

  /// Whether the last notes were tuned, or played, otherwise than those before them; `nil` if there are too few.
  public var trend: MatchingTrend? { MatchingTrend(recent.inOrder, hasPull: hasPull) }

  /// The local day of the last note (``LocalDays``).
  var lastDay: Int { recent.inOrder.last?.day ?? 0 }

  /// The spread of a user of whom too little is known.
  public static let unknownSpread = Cents(10)

  /// How far off the user usually is, as far as it is known.
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

/// Whether notes are tuned, or played, otherwise than before: the later half of the last 400 of a kind against the
/// earlier half, each by a ``MatchingFit``.
public nonisolated struct MatchingTrend: Hashable, Sendable {
  /// What a figure was in the earlier half and is in the later one, in cents.
  public struct Change: Hashable, Sendable {
    public let first: Cents
    public let now: Cents
  }

  /// The number of the first local day (``LocalDays``).
  public let firstDay: Int
  public let lastDay: Int

  /// `nil` if it has not clearly changed.
  public let spread: Change?
  public let bias: Change?

  /// Fewer notes show no trend.
  public static let fewest = 100
  static let window = 400

  /// A change of so many standard errors is clear.
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
