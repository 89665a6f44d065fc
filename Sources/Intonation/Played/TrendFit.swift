import Foundation

/// A level, a slope and optionally a sine about it, fitted to a curve by least squares.
struct TrendFit {
  /// The level in the middle of the curve, in cents; with a sine, the mean over its whole periods.
  let center: Double
  /// The slope in cents a second.
  let slope: Double
  /// The sine's cents to either side.
  let extent: Double
  /// The sine's periods a second; 0 without one.
  let rate: Double
  /// The RMS of the remainder, in cents.
  let residue: Double

  /// - Parameter rate: the rate of the sine, in periods a second; 0 for none.
  /// - Returns: `nil` with fewer than six points, or if they are all at one time.
  init?(times: [Double], cents: [Double], rate: Double) {
    guard times.count >= 6, let first = times.first, let last = times.last, last > first else {
      return nil
    }
    let middle = (first + last) / 2
    let size = rate > 0 ? 4 : 2
    var a = [Double](repeating: 0, count: size * size)
    var b = [Double](repeating: 0, count: size)
    func row(_ time: Double) -> [Double] {
      let offset = time - middle
      guard rate > 0 else { return [1, offset] }
      let angle = 2 * Double.pi * rate * offset
      return [1, offset, cos(angle), sin(angle)]
    }
    for (time, value) in zip(times, cents) {
      let row = row(time)
      for i in 0..<size {
        b[i] += row[i] * value
        for j in 0..<size { a[i * size + j] += row[i] * row[j] }
      }
    }
    guard let x = Self.solve(&a, b) else { return nil }
    var square = 0.0
    for (time, value) in zip(times, cents) {
      let rest = zip(row(time), x).reduce(value) { $0 - $1.0 * $1.1 }
      square += rest * rest
    }
    center = x[0]
    slope = x[1]
    extent = size == 4 ? (x[2] * x[2] + x[3] * x[3]).squareRoot() : 0
    self.rate = rate
    residue = (square / Double(times.count)).squareRoot()
  }

  /// Fits a curve with the best sine, at the rates at which players and singers vary the pitch, if
  /// the remainder is less than two thirds of that of a straight line.
  static func withVibrato(times: [Double], cents: [Double]) -> TrendFit? {
    guard let line = TrendFit(times: times, cents: cents, rate: 0) else { return nil }
    guard line.residue > 3, let first = times.first, let last = times.last else { return line }
    // At least a period and a half: less is a bend.
    let slowest = max(3.5, 1.5 / (last - first))
    let fits = stride(from: slowest, through: 9, by: 0.25).compactMap {
      TrendFit(times: times, cents: cents, rate: $0)
    }
    guard let best = fits.min(by: { $0.residue < $1.residue }), best.residue < 0.65 * line.residue
    else { return line }
    return best
  }

  /// Solves linear equations with a positive definite matrix by Gauss's elimination; destroys the
  /// matrix.
  private static func solve(_ a: inout [Double], _ b: [Double]) -> [Double]? {
    let size = b.count
    var b = b
    for k in 0..<size {
      let pivot = a[k * size + k]
      guard pivot > 1e-12 else { return nil }
      for i in (k + 1)..<size {
        let factor = a[i * size + k] / pivot
        for j in k..<size { a[i * size + j] -= factor * a[k * size + j] }
        b[i] -= factor * b[k]
      }
    }
    for k in stride(from: size - 1, through: 0, by: -1) {
      for j in (k + 1)..<size { b[k] -= a[k * size + j] * b[j] }
      b[k] /= a[k * size + k]
    }
    return b
  }
}
