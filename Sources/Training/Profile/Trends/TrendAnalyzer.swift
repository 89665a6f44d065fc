import Music

/// Where each training is heading: its later half against its earlier one, and whether there is
/// evidence of a change.
///
/// Main thread. Records are added in order of time. Its size does not grow with the history.
public final class TrendAnalyzer: Resettable {
  /// The halves of comparison training, by the |offset| presented.
  public private(set) var discrimination = TrendAnalyzer.noHalves

  /// The halves of pitch matching, by the |error|.
  public private(set) var matching = TrendAnalyzer.noHalves

  /// The test of the thresholds of comparison training.
  public private(set) var thresholdTests = TrendAnalyzer.noThresholds

  /// The test of accuracy and precision of pitch matching.
  public private(set) var matchingTests = TrendAnalyzer.noMatchings

  public init() {}

  /// Adds a comparison from a record. O(1) on average.
  public func update(
    note: MIDINote, centOffset: Cents, isCorrect: Bool, interval: DirectedInterval
  ) {
    let kind = TrainingKind(interval)
    discrimination[kind].add(centOffset.magnitude)
    thresholdTests[kind].add(note: note, centOffset: centOffset, isCorrect: isCorrect)
  }

  /// Adds a pitch matching from a record. O(1) on average.
  public func updateMatching(centError: Cents, interval: DirectedInterval) {
    let kind = TrainingKind(interval)
    matching[kind].add(centError.magnitude)
    matchingTests[kind].add(centError: centError)
  }

  public func reset() {
    discrimination = Self.noHalves
    matching = Self.noHalves
    thresholdTests = Self.noThresholds
    matchingTests = Self.noMatchings
  }

  private static let noHalves = ByTrainingKind(unison: TrendSeries(), interval: TrendSeries())
  private static let noThresholds = ByTrainingKind(
    unison: ThresholdTrendTest(), interval: ThresholdTrendTest())
  private static let noMatchings = ByTrainingKind(
    unison: MatchingTrendTest(), interval: MatchingTrendTest())
}

extension TrendAnalyzer: ComparisonObserver, PitchMatchingObserver {
  public func comparisonCompleted(_ completed: CompletedComparison) {
    let comparison = completed.comparison
    update(
      note: comparison.referenceNote, centOffset: comparison.centOffset,
      isCorrect: completed.isCorrect, interval: comparison.interval)
  }

  public func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    updateMatching(centError: completed.userCentError, interval: completed.challenge.interval)
  }
}

/// The differences or errors of one training in order of time, and whether their later half is
/// better than their earlier one.
///
/// Of up to 4096 records each value counts for itself; a longer history is kept in that many blocks of
/// equal size at most, and where the halves part within a block, its values count as equal. So its size
/// does not grow with the history, and the boundary is off by less than a four-thousandth of it.
public nonisolated struct TrendSeries: Equatable, Sendable {
  /// Fewer records say nothing.
  public static let minimumCount = 20

  /// A smaller change, as a share of the earlier mean, is none.
  public static let threshold = 0.05

  private static let capacity = 4096

  /// The sums of the values of each block; the last may not be full yet.
  private var blocks: [Double] = []

  /// How many values a full block holds.
  private var blockSize = 1

  public private(set) var count = 0

  public init() {}

  /// The change from the earlier half's mean to the later half's as a share of the earlier one,
  /// negative where it fell; `nil` below 20 records. Of an odd number the later half has one more.
  public var change: Double? {
    guard count >= Self.minimumCount else { return nil }
    let half = count / 2
    let sums = halves(at: half)
    let earlier = sums.earlier / Double(half)
    let later = sums.later / Double(count - half)
    if later == earlier { return 0 }
    return (later - earlier) / earlier
  }

  /// `nil` below 20 records.
  public var trend: Trend? {
    guard let change else { return nil }
    if change < -Self.threshold { return .improving }
    return change > Self.threshold ? .declining : .stable
  }

  /// Adds the magnitude of a difference or an error, in cents. O(1) on average.
  public mutating func add(_ magnitude: Double) {
    if count == blocks.count * blockSize {
      if blocks.count == Self.capacity { joinBlocks() }
      blocks.append(0)
    }
    blocks[blocks.count - 1] += magnitude
    count += 1
  }

  /// Makes one block of every two.
  private mutating func joinBlocks() {
    blocks = stride(from: 0, to: blocks.count, by: 2).map { blocks[$0] + blocks[$0 + 1] }
    blockSize *= 2
  }

  /// The sums before and after that many values.
  private func halves(at half: Int) -> (earlier: Double, later: Double) {
    let block = half / blockSize
    let earlier = blocks[..<block].reduce(0, +)
    let later = blocks[(block + 1)...].reduce(0, +)
    let size = min(blockSize, count - block * blockSize)
    let part = blocks[block] * Double(half - block * blockSize) / Double(size)
    return (earlier + part, later + blocks[block] - part)
  }
}

/// Where a training is heading. Smaller differences and errors are better.
public nonisolated enum Trend: String, CaseIterable, Sendable {
  case improving
  case stable
  case declining
}
