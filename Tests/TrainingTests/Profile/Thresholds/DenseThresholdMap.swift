import Foundation

@testable import Training

/// The threshold map as its formulas stand: the whole covariance of 49 notes, written out.
struct DenseThresholdMap {
  private static let notes = Array(36...84)
  private var mean = [Double](repeating: log(15), count: 49)
  private var covariance = DenseThresholdMap.prior
  private var trials = 0

  private static let prior: [[Double]] = notes.map { i in
    notes.map { j in
      let r = 3.0.squareRoot() * Double(abs(i - j)) / 16
      return 1.44 + 0.49 * (1 + r) * exp(-r) + (i == j ? 0.0225 : 0)
    }
  }

  func belief(_ note: Int) -> (mean: Double, deviation: Double) {
    (mean[note - 36], covariance[note - 36][note - 36].squareRoot())
  }

  func covariance(_ first: Int, _ second: Int) -> Double { covariance[first - 36][second - 36] }

  mutating func update(_ note: Int, _ offset: Double, _ isCorrect: Bool) {
    if trials > 0, trials % 16 == 0 { drift() }
    trials += 1
    let n = note - 36
    let deviation = covariance[n][n].squareRoot()
    let z = (0...16).map { -4 + 0.5 * Double($0) }
    let weights = z.map { z in
      let cumulative =
        0.5 * erfc(-0.6744897501960817 * offset / exp(mean[n] + deviation * z) / 2.0.squareRoot())
      let correct = 0.5 + 0.96 * (cumulative - 0.5)
      return exp(-z * z / 2) * (isCorrect ? correct : 1 - correct)
    }
    let sum = weights.reduce(0, +)
    let a = zip(weights, z).reduce(0) { $0 + $1.0 * $1.1 } / sum
    let b = zip(weights, z).reduce(0) { $0 + $1.0 * $1.1 * $1.1 } / sum - a * a
    let g = covariance.map { $0[n] / deviation }
    for i in g.indices {
      mean[i] += g[i] * a
      for j in g.indices { covariance[i][j] -= (1 - b) * g[i] * g[j] }
    }
  }

  private mutating func drift() {
    for i in mean.indices {
      for j in mean.indices {
        covariance[i][j] += 16 * (1e-4 + 4e-6 * (Self.prior[i][j] - 1.44) / 0.5125)
      }
    }
  }
}
