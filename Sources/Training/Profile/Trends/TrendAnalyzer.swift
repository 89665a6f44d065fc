import MainThread
import Music

/// The direction in which each training is heading: its later half against its earlier one.
///
/// Its size does not grow with the history.
public nonisolated struct TrendAnalyzer: Equatable, Sendable {
  /// The halves of comparison training, by the |offset| presented.
  public private(set) var discrimination = ByTrainingKind { _ in TrendSeries() }

  /// The halves of pitch matching, by the |error|.
  public private(set) var matching = ByTrainingKind { _ in TrendSeries() }

  /// Adds a comparison, in order of time. O(1) on average.
  mutating func update(centOffset: Cents, in kind: TrainingKind) {
    discrimination[kind].add(centOffset.magnitude)
  }

  /// Adds a pitch matching, in order of time. O(1) on average.
  mutating func updateMatching(centError: Cents, in kind: TrainingKind) {
    matching[kind].add(centError.magnitude)
  }
}

/// The differences or errors of one training in order of time, and whether their later half is
/// better than their earlier one.
///
/// Up to 4096 records are kept one by one. A longer history is kept in at most that many blocks of
/// equal size; if the halves meet within a block, its values count as equal. So its size does not
/// grow with the history, and the boundary is off by less than a four-thousandth of it. A copy shares all blocks but
/// the newest few with the original, also when either goes on.
public nonisolated struct TrendSeries: Equatable, Sendable {
  /// Fewer records show no trend.
  public static let minimumCount = 20

  /// A smaller change, as a share of the earlier mean, counts as stable.
  public static let threshold = 0.05

  private static let capacity = 4096

  /// How many blocks are in a chunk.
  private static let chunkSize = 128

  /// The sums of the values of each block, in full chunks, and the newest, of which the last may not be full yet.
  private var chunks: [[Double]] = []
  private var newest: [Double] = []

  /// The number of values in a full block.
  private var blockSize = 1

  public private(set) var count = 0

  /// The change from the earlier half's mean to the later half's as a share of the earlier one;
  /// negative is a decrease, `nil` is below 20 records. Of an odd number, the later half has one
  /// more.
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
  mutating func add(_ magnitude: Double) {
    if count == blockCount * blockSize {
      if blockCount == Self.capacity { joinBlocks() }
      add(block: 0)
    }
    newest[newest.count - 1] += magnitude
    count += 1
    invariant(
      blockCount <= Self.capacity && (count - 1) / blockSize == blockCount - 1,
      "all blocks but the last are full")
  }

  private var blockCount: Int { chunks.count * Self.chunkSize + newest.count }

  private mutating func add(block: Double) {
    if newest.count == Self.chunkSize {
      chunks.append(newest)
      newest = []
      newest.reserveCapacity(Self.chunkSize)
    }
    newest.append(block)
  }

  /// Joins every two blocks into one.
  private mutating func joinBlocks() {
    let blocks = chunks.joined() + newest
    (chunks, newest) = ([], [])
    for first in stride(from: 0, to: blocks.count, by: 2) {
      add(block: blocks[first] + blocks[first + 1])
    }
    blockSize *= 2
  }

  /// The sums of the first `half` values and of the others.
  private func halves(at half: Int) -> (earlier: Double, later: Double) {
    let blocks = chunks.joined() + newest
    let block = half / blockSize
    let earlier = blocks[..<block].reduce(0, +)
    let later = blocks[(block + 1)...].reduce(0, +)
    let size = min(blockSize, count - block * blockSize)
    let part = blocks[block] * Double(half - block * blockSize) / Double(size)
    return (earlier + part, later + blocks[block] - part)
  }
}

/// The direction in which a training is heading. Smaller differences and errors are better.
public nonisolated enum Trend: String, CaseIterable, Sendable {
  case improving
  case stable
  case declining
}
