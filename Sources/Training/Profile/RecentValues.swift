/// The last values of a stream, in order of time. Older ones are dropped, so its size does not grow
/// with the history.
nonisolated struct RecentValues<Value> {
  private let capacity: Int
  private var values: [Value] = []

  /// The index of the oldest value once the capacity is reached.
  private var oldest = 0

  /// - Parameter capacity: positive.
  init(capacity: Int) { self.capacity = capacity }

  var count: Int { values.count }

  /// Adds a value. O(1).
  mutating func add(_ value: Value) {
    guard values.count == capacity else { return values.append(value) }
    values[oldest] = value
    oldest = oldest + 1 == capacity ? 0 : oldest + 1
  }

  /// From the oldest to the newest.
  var inOrder: [Value] { Array(values[oldest...] + values[..<oldest]) }
}

nonisolated extension RecentValues: Sendable where Value: Sendable {}
