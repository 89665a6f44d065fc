/// A belief about some unknown numbers that are normally distributed together.
nonisolated struct GaussianBelief {
  /// What is believed of each number.
  private(set) var mean: [Double]

  /// The covariance of every two, row after row.
  private var covariances: [Double]

  var count: Int { mean.count }

  /// - Parameter covariance: of the numbers with these places; symmetric.
  init(mean: [Double], covariance: (_ row: Int, _ column: Int) -> Double) {
    self.mean = mean
    covariances = mean.indices.flatMap { row in
      mean.indices.map { covariance(row, $0) }
    }
  }

  func covariance(_ row: Int, _ column: Int) -> Double { covariances[row * count + column] }

  func variance(_ place: Int) -> Double { covariance(place, place) }

  /// Takes over an observation of `numbers[place] + weight · numbers[other]`, exact but for noise of
  /// variance 1 / precision. O(n²).
  mutating func observe(
    _ value: Double, at place: Int, plus weight: Double = 0, times other: Int = 0,
    precision: Double
  ) {
    guard precision > 0 else { return }
    let direction = mean.indices.map { covariance($0, place) + weight * covariance($0, other) }
    let variance = direction[place] + weight * direction[other] + 1 / precision
    let surprise = (value - mean[place] - weight * mean[other]) / variance
    let count = count
    covariances.withUnsafeMutableBufferPointer { covariances in
      for row in 0..<count {
        let factor = direction[row] / variance
        for column in 0..<count { covariances[row * count + column] -= factor * direction[column] }
      }
    }
    for place in mean.indices { mean[place] += surprise * direction[place] }
  }
}
