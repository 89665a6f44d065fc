/// A symmetric matrix that grows by a row and a column of zeros at a time, made for two operations:
/// multiplying by a vector, and adding the square of a vector.
///
/// Both are loops without checks, so that the compiler can use vector instructions: they are most
/// of the cost of a long history.
nonisolated struct GrowingMatrix: Equatable, Sendable {
  private(set) var size: Int

  /// Row by row.
  private var elements: [Double]

  /// A matrix of zeros.
  init(size: Int) {
    self.size = size
    elements = [Double](repeating: 0, count: size * size)
  }

  mutating func grow() {
    var grown = GrowingMatrix(size: size + 1)
    for row in 0..<size {
      for column in 0..<size {
        grown.elements[row * grown.size + column] = elements[row * size + column]
      }
    }
    self = grown
  }

  /// The matrix times a vector.
  ///
  /// - Precondition: both have as many elements as the matrix has rows, and do not overlap.
  func multiply(
    _ vector: UnsafeMutableBufferPointer<Double>, into product: UnsafeMutableBufferPointer<Double>
  ) {
    precondition(vector.count == size && product.count == size)
    product.update(repeating: 0)
    elements.withUnsafeBufferPointer { elements in
      guard var row = elements.baseAddress, let factors = vector.baseAddress,
        let sums = product.baseAddress
      else { return }
      var index = 0
      // Four rows at a time, so that the sums are loaded and stored once for four.
      while index &+ 4 <= size {
        let (first, second) = (factors[index], factors[index &+ 1])
        let (third, fourth) = (factors[index &+ 2], factors[index &+ 3])
        let (row1, row2, row3) = (row + size, row + 2 * size, row + 3 * size)
        var k = 0
        while k < size {
          sums[k] += (first * row[k] + second * row1[k]) + (third * row2[k] + fourth * row3[k])
          k &+= 1
        }
        row += 4 * size
        index &+= 4
      }
      while index < size {
        let factor = factors[index]
        var k = 0
        while k < size {
          sums[k] += factor * row[k]
          k &+= 1
        }
        row += size
        index &+= 1
      }
    }
  }

  /// Adds scale · v · vᵀ.
  ///
  /// - Precondition: the vector has as many elements as the matrix has rows.
  mutating func addSquare(of vector: UnsafeMutableBufferPointer<Double>, times scale: Double) {
    precondition(vector.count == size)
    elements.withUnsafeMutableBufferPointer { elements in
      guard var row = elements.baseAddress, let values = vector.baseAddress else { return }
      var index = 0
      while index < size {
        let factor = scale * values[index]
        var k = 0
        while k < size {
          row[k] += factor * values[k]
          k &+= 1
        }
        row += size
        index &+= 1
      }
    }
  }
}
