import MainThread

/// The last values of a stream, in order of time. Older ones are dropped, so its size does not grow
/// with the history.
///
/// A copy shares all values but the newest few with the original, also when either goes on.
nonisolated struct RecentValues<Value> {
  /// How many values a chunk has.
  private static var chunkSize: Int { 128 }

  private let capacity: Int

  /// Full chunks, the oldest first. The values that have been dropped may still be in the first.
  private var chunks: [[Value]] = []

  /// The newest values: a chunk that is not full yet, or has just become so.
  private var newest: [Value] = []

  /// - Parameter capacity: positive.
  init(capacity: Int) { self.capacity = capacity }

  var count: Int { min(chunks.count * Self.chunkSize + newest.count, capacity) }

  /// Adds a value. O(1) on average.
  mutating func add(_ value: Value) {
    if newest.count == Self.chunkSize {
      chunks.append(newest)
      newest = []
      newest.reserveCapacity(Self.chunkSize)
      // The chunks after the first one are enough.
      if (chunks.count - 1) * Self.chunkSize >= capacity { chunks.removeFirst() }
    }
    newest.append(value)
    invariant(chunks.count * Self.chunkSize < capacity + 2 * Self.chunkSize, "old values go")
  }

  /// From the oldest to the newest.
  var inOrder: [Value] { Array((chunks.joined() + newest).suffix(count)) }
}

nonisolated extension RecentValues: Sendable where Value: Sendable {}
