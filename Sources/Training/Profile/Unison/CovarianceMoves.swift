import MainThread

/// Changes C −= f g gᵀ of a covariance that are made together, the oldest first.
///
/// Going through the covariance, which is larger than the fastest memory of a processor, takes most of the
/// time of an answer; several changes at once need it only once. Each element goes through the same
/// operations as if they were made one by one, so the result is the same to the last bit.
nonisolated struct CovarianceMoves: Sendable {
  /// How many are made at once.
  private static let most = 4

  /// f of each.
  private var factors: [Double] = []

  /// g of each, one after the other.
  private var directions: [Double] = []

  private static var size: Int { ThresholdBelief.size }

  var isEmpty: Bool { factors.isEmpty }

  /// Whether they should be made now.
  var isFull: Bool { factors.count == Self.most }

  mutating func append(_ direction: UnsafeMutableBufferPointer<Double>, factor: Double) {
    factors.append(factor)
    directions.append(contentsOf: direction)
    invariant(
      factors.count <= Self.most && directions.count == factors.count * Self.size,
      "each move has a direction")
  }

  mutating func removeAll(keepingCapacity: Bool) {
    factors.removeAll(keepingCapacity: keepingCapacity)
    directions.removeAll(keepingCapacity: keepingCapacity)
  }

  /// What they make of the element of a row and a column of the lower triangle.
  func applied(to element: Double, row: Int, column: Int) -> Double {
    var element = element
    for (place, factor) in factors.enumerated() {
      let start = place * Self.size
      element -= factor * directions[start + row] * directions[start + column]
    }
    return element
  }

  /// What they make of the first elements of a column, which stands in both halves of the covariance.
  func apply(to elements: UnsafeMutableBufferPointer<Double>, ofColumn column: Int, _ extent: Int) {
    directions.withUnsafeBufferPointer { directions in
      for (place, factor) in factors.enumerated() {
        let first = place * Self.size
        let scaled = factor * directions[first + column]
        for row in 0..<min(column, extent) { elements[row] -= scaled * directions[first + row] }
        let other = directions[first + column]
        for row in column..<max(column, extent) {
          elements[row] -= factor * directions[first + row] * other
        }
      }
    }
  }

  /// Makes them in the first rows of the lower triangle.
  func apply(to covariance: UnsafeMutableBufferPointer<Double>, _ extent: Int) {
    directions.withUnsafeBufferPointer { directions in
      guard var row = covariance.baseAddress, let first = directions.baseAddress else { return }
      if isFull { return applyFour(to: row, first, extent) }
      for length in 1...extent {
        for (place, factor) in factors.enumerated() {
          let direction = first + place * Self.size
          let scaled = factor * direction[length - 1]
          for column in 0..<length { row[column] -= scaled * direction[column] }
        }
        row += length
      }
    }
  }

  private func applyFour(
    to covariance: UnsafeMutablePointer<Double>, _ first: UnsafePointer<Double>, _ extent: Int
  ) {
    var row = covariance
    let (a, b, c, d) = (first, first + Self.size, first + 2 * Self.size, first + 3 * Self.size)
    let (f, g, h, i) = (factors[0], factors[1], factors[2], factors[3])
    for length in 1...extent {
      let last = length - 1
      let (p, q, r, s) = (f * a[last], g * b[last], h * c[last], i * d[last])
      for column in 0..<length {
        let element = row[column] - p * a[column] - q * b[column]
        row[column] = element - r * c[column] - s * d[column]
      }
      row += length
    }
  }
}
