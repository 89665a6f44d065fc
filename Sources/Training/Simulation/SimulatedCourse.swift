/// What was presented in a simulated training, and how much of it was told right, after the staircase
/// has found its level.
public nonisolated struct SimulatedCourse: Hashable, Sendable {
  /// The trials that a staircase is given to settle.
  public static let settling = 50

  private var offsets = Welford()
  private var correct = 0
  private var seen = 0

  public init() {}

  /// The mean |offset| in cents; `nil` before the 51st trial.
  public var meanOffset: Double? { offsets.mean }

  /// The share of right answers; `nil` before the 51st trial.
  public var shareCorrect: Double? {
    offsets.count > 0 ? Double(correct) / Double(offsets.count) : nil
  }

  mutating func add(_ completed: CompletedComparison) {
    seen += 1
    guard seen > Self.settling else { return }
    offsets.add(completed.comparison.centOffset.magnitude)
    if completed.isCorrect { correct += 1 }
  }
}
