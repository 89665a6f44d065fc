import Foundation

/// The pitch of a note over time from all its partials, in cents from a frequency.
struct PitchCurve {
  /// Seconds from point to point.
  static let step = 0.005

  /// Half the seconds over which each point is the mean: short compared with vibrato, long compared
  /// with noise.
  static let reach = 0.015

  /// The least amplitude of a partial that counts, as a share of the strongest (−30 dB).
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

  /// The second in which the pitch changes most: the means before and after it explain the curve
  /// best.
  ///
  /// - Parameters:
  ///   - start: the least number of seconds before it.
  ///   - end: the least number of seconds after it.
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

  /// The range of the pitch, without the outermost twentieth.
  var wobble: Double { cents.middleRange }

  /// The rise from the first half to the second.
  var drift: Double {
    let half = cents.count / 2
    guard half > 0 else { return 0 }
    let (first, second) = (cents.prefix(half), cents.suffix(half))
    return (second.reduce(0, +) - first.reduce(0, +)) / Double(half)
  }
}

extension [Double] {
  /// The median, or the upper one of two; `nil` without values.
  var median: Double? { isEmpty ? nil : sorted()[count / 2] }

  /// The width of the range in which all but a twentieth of the values lie; 0 without values.
  var middleRange: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    func quantile(_ share: Double) -> Double { sorted[Int(share * Double(sorted.count - 1))] }
    return quantile(0.975) - quantile(0.025)
  }
}

/// A constant pitch and a sine about it, fitted to a curve by least squares. Even if the curve ends
/// within a period, the constant is the mean over whole periods.
struct VibratoFit {
  /// The rates at which players and singers vary the pitch, in periods a second.
  private static let rates = 2.0...12

  /// The fewest periods with which a mean can be distinguished from a slope.
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

  /// True if it is as wide and as fast as vibrato: beating strings are narrower, and a slower
  /// movement is heard as a change of pitch.
  var isVibrato: Bool { extent >= 4 && rate >= 4 }

  /// True if it is as slow as the vibrato of players.
  var isPlayed: Bool { isVibrato && rate <= 8 }

  /// Fits a curve; `nil` if it is too short.
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

  /// The mean over whole periods of a curve whose rate is known, in cents; `nil` if it is too
  /// short.
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

/// The mean pitch of a note with vibrato, on which most of its partials agree.
///
/// A note that is bowed, blown or sung is harmonic, so each of its partials has the same mean in
/// cents. But a partial that vibrato sweeps over the resonances of an instrument or a room may fade
/// out in each period, and then lose or gain a whole turn of its phase there: its mean is wrong by
/// the rate of the vibrato divided by its frequency, 9 cents for the third partial of G4. Such a
/// partial would move a mean over all partials; it does not move their median.
struct VibratoConsensus {
  /// The mean in cents from the series.
  let center: Double
  /// The standard error, in cents.
  let error: Double

  /// The largest distance of partials that agree, in cents.
  private static let agreement = 1.0

  /// - Parameter rate: the rate of the vibrato, in periods a second.
  init?(
    _ tracks: [PartialTrack], series: StretchedSeries, in span: ClosedRange<Double>, rate: Double
  ) {
    let strongest = tracks.map(\.partial.amplitude).max() ?? 0
    let voices: [Voice] = tracks.compactMap { track in
      guard track.partial.amplitude >= PitchCurve.weakest * strongest else { return nil }
      let curve = PitchCurve([track], series: series, in: span)
      guard let center = VibratoFit.center(of: curve, rate: rate) else { return nil }
      return Voice(
        number: Double(track.partial.number), amplitude: track.partial.amplitude, center: center)
    }
    guard voices.count >= 3, let median = Self.median(voices, \.center),
      let distance = Self.median(voices, { abs($0.center - median) })
    else { return nil }
    // The mean of the partials that agree, with the weights of a harmonic series.
    let near = voices.filter { abs($0.center - median) <= Self.agreement }
    let total = near.reduce(0) { $0 + $1.weight }
    center = near.reduce(0) { $0 + $1.weight * $1.center } / total
    let sum = voices.reduce(0) { $0 + $1.amplitude }
    let squares = voices.reduce(0) { $0 + $1.amplitude * $1.amplitude }
    // The standard deviation of a normal distribution is 1.48 median distances.
    error = 1.48 * distance * (squares / (sum * sum)).squareRoot()
  }

  private struct Voice {
    let number: Double
    let amplitude: Double
    let center: Double

    var weight: Double { number * number * amplitude * amplitude }
  }

  private static func median(_ voices: [Voice], _ value: (Voice) -> Double) -> Double? {
    weightedMedian(voices.map { (value($0), $0.amplitude) })
  }
}
