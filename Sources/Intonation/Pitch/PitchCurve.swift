import Foundation

/// The pitch of a note over time from all its partials, in cents from a frequency.
struct PitchCurve {
  /// Seconds from point to point.
  static let step = 0.005

  /// Half the time over which each point is the mean: short compared with vibrato, long compared
  /// with noise.
  static let reach = 0.015

  /// Partials weaker than the strongest by this factor do not count (−30 dB).
  static let weakest = 0.03

  let times: [Double]
  let cents: [Double]

  init(_ tracks: [PartialTrack], series: StretchedSeries, in span: ClosedRange<Double>) {
    let strongest = tracks.map(\.partial.amplitude).max() ?? 0
    let strong = tracks.filter { $0.partial.amplitude >= Self.weakest * strongest }
    var times: [Double] = []
    var cents: [Double] = []
    for time in stride(
      from: span.lowerBound + Self.reach, through: span.upperBound - Self.reach, by: Self.step)
    {
      var (sum, total) = (0.0, 0.0)
      for track in strong {
        let number = Double(track.partial.number)
        let expected =
          number * series.fundamental * series.stretch(of: track.partial.number)
        let hertz = track.hertz(from: time - Self.reach, to: time + Self.reach)
        let weight = number * number * track.power(at: time)
        sum += weight * 1200 * log2(max(hertz / expected, 0.5))
        total += weight
      }
      guard total > 0 else { continue }
      times.append(time)
      cents.append(sum / total)
    }
    self.times = times
    self.cents = cents
  }

  /// When the pitch changes most, in seconds: the means before and after explain the curve best.
  ///
  /// - Parameters:
  ///   - start: how many seconds are before it at least.
  ///   - end: how many are after it at least.
  func change(start: Double, end: Double) -> Double? {
    let first = max(Int(start / Self.step), 1)
    let last = cents.count - max(Int(end / Self.step), 1)
    guard first <= last else { return nil }
    let total = cents.reduce(0, +)
    var sum = cents.prefix(first).reduce(0, +)
    var best = (index: first, gain: 0.0)
    for index in first...last {
      let (before, after) = (Double(index), Double(cents.count - index))
      let step = sum / before - (total - sum) / after
      if before * after * step * step > best.gain { best = (index, before * after * step * step) }
      sum += cents[index]
    }
    return times[best.index] - Self.step / 2
  }

  var mean: Double { cents.reduce(0, +) / Double(max(cents.count, 1)) }

  /// The range in which all but a twentieth of the points lie.
  var wobble: Double {
    guard !cents.isEmpty else { return 0 }
    let sorted = cents.sorted()
    func quantile(_ share: Double) -> Double { sorted[Int(share * Double(sorted.count - 1))] }
    return quantile(0.975) - quantile(0.025)
  }

  /// By how much the second half is higher than the first.
  var drift: Double {
    let half = cents.count / 2
    guard half > 0 else { return 0 }
    let (first, second) = (cents.prefix(half), cents.suffix(half))
    return (second.reduce(0, +) - first.reduce(0, +)) / Double(half)
  }
}

/// A constant pitch and a sine about it, fitted to a curve by least squares. Even if the curve ends
/// within a period, the constant is the mean over whole periods.
struct VibratoFit {
  /// The rates at which players and singers vary the pitch, in periods a second.
  private static let rates = 2.0...12

  /// Less than this many periods do not tell a mean from a slope.
  private static let fewestPeriods = 1.5

  /// The error is smooth over half a hertz, so the rate is found coarsely at first.
  private static let coarse = (step: 0.25, reach: 0.2)
  private static let fineStep = 0.05

  /// The constant, in cents on the curve's scale.
  let center: Double
  /// Cents to either side.
  let extent: Double
  /// Periods a second.
  let rate: Double
  /// The share of the curve's variance that remains, 0…1.
  let remainder: Double
  /// The standard deviation of the remainder, in cents.
  let residue: Double

  /// Whether it is as wide and as fast as vibrato: beating strings are narrower, and a slower movement is heard as a
  /// change of pitch.
  var isVibrato: Bool { extent >= 4 && rate >= 4 }

  /// Whether it is vibrato as players have it.
  var isPlayed: Bool { isVibrato && rate <= 8 }

  /// `nil` if the curve is too short for a fit.
  init?(_ curve: PitchCurve) {
    guard let first = curve.times.first, let last = curve.times.last, last - first > 0.4 else {
      return nil
    }
    let mean = curve.mean
    let variance = curve.cents.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    guard variance > 0 else { return nil }
    var best: (error: Double, rate: Double, center: Double, extent: Double)?
    func improve(_ rates: ClosedRange<Double>, by step: Double) {
      for rate in stride(from: rates.lowerBound, through: rates.upperBound, by: step) {
        guard let fit = Self.fit(curve, rate: rate, from: first) else { continue }
        if best.map({ fit.error < $0.error }) ?? true {
          best = (fit.error, rate, fit.center, fit.extent)
        }
      }
    }
    let lowest = max(Self.rates.lowerBound, Self.fewestPeriods / (last - first))
    improve(lowest...Self.rates.upperBound, by: Self.coarse.step)
    let reach = Self.coarse.reach
    if let rate = best?.rate {
      improve(max(rate - reach, lowest)...(rate + reach), by: Self.fineStep)
    }
    guard let best else { return nil }
    center = best.center
    rate = best.rate
    // Each point of the curve is a mean, which reduces the height of the sine.
    let turn = 2 * Double.pi * best.rate * PitchCurve.reach
    extent = best.extent * turn / sin(turn)
    remainder = best.error / variance
    residue = (best.error / Double(curve.cents.count)).squareRoot()
  }

  /// The mean over whole periods of a curve whose rate is known, in cents; `nil` if it is too short.
  static func center(of curve: PitchCurve, rate: Double) -> Double? {
    curve.times.first.flatMap { fit(curve, rate: rate, from: $0)?.center }
  }

  private static func fit(
    _ curve: PitchCurve, rate: Double, from start: Double
  ) -> (error: Double, center: Double, extent: Double)? {
    // Normal equations for 1, cosine and sine.
    var a = [[Double]](repeating: [0, 0, 0], count: 3)
    var b = [0.0, 0, 0]
    var square = 0.0
    for (time, cents) in zip(curve.times, curve.cents) {
      let angle = 2 * Double.pi * rate * (time - start)
      let (c, s) = (cos(angle), sin(angle))
      a[0][0] += 1
      a[0][1] += c
      a[0][2] += s
      a[1][1] += c * c
      a[1][2] += c * s
      a[2][2] += s * s
      b[0] += cents
      b[1] += c * cents
      b[2] += s * cents
      square += cents * cents
    }
    // Cholesky's decomposition.
    guard a[0][0] > 0 else { return nil }
    let l00 = a[0][0].squareRoot()
    let (l10, l20) = (a[0][1] / l00, a[0][2] / l00)
    let d1 = a[1][1] - l10 * l10
    guard d1 > 0 else { return nil }
    let l11 = d1.squareRoot()
    let l21 = (a[1][2] - l20 * l10) / l11
    let d2 = a[2][2] - l20 * l20 - l21 * l21
    guard d2 > 0 else { return nil }
    let l22 = d2.squareRoot()
    let y0 = b[0] / l00
    let y1 = (b[1] - l10 * y0) / l11
    let y2 = (b[2] - l20 * y0 - l21 * y1) / l22
    let x2 = y2 / l22
    let x1 = (y1 - l21 * x2) / l11
    let x0 = (y0 - l10 * x1 - l20 * x2) / l00
    let error = max(square - y0 * y0 - y1 * y1 - y2 * y2, 0)
    return (error, x0, (x1 * x1 + x2 * x2).squareRoot())
  }
}
