/// Mean and standard deviation of a stream of numbers, in one pass and without loss of precision.
///
/// B. P. Welford, "Note on a Method for Calculating Corrected Sums of Squares and Products",
/// Technometrics 4 (1962), 419–420. O(1) for each number.
public nonisolated struct Welford: Hashable, Sendable {
  public private(set) var count = 0
  private var runningMean = 0.0

  /// The sum of the squared distances from the mean.
  private var squares = 0.0

  public init() {}

  public init(_ values: some Sequence<Double>) {
    for value in values { add(value) }
  }

  public mutating func add(_ value: Double) {
    count += 1
    let distance = value - runningMean
    runningMean += distance / Double(count)
    squares += distance * (value - runningMean)
  }

  /// The mean and deviation of the numbers of both (Chan, Golub and LeVeque, "Updating Formulae and
  /// a Pairwise Algorithm for Computing Sample Variances", 1979).
  func joined(with other: Welford) -> Welford {
    guard count > 0, other.count > 0 else { return count > 0 ? self : other }
    var whole = self
    whole.count += other.count
    let distance = other.runningMean - runningMean
    let share = Double(other.count) / Double(whole.count)
    whole.runningMean += distance * share
    whole.squares += other.squares + distance * distance * Double(count) * share
    return whole
  }

  /// `nil` if there is no number yet.
  public var mean: Double? { count > 0 ? runningMean : nil }

  /// The sample standard deviation (n − 1); `nil` below two numbers.
  public var standardDeviation: Double? {
    count > 1 ? (squares / Double(count - 1)).squareRoot() : nil
  }
}
