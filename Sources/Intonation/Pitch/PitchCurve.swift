import Foundation

/// The pitch of a note from moment to moment, in cents from a frequency, all its partials together.
struct PitchCurve {
  /// Seconds from point to point.
  static let step = 0.005

  /// Half the time over which each point takes the mean: short against vibrato, long against noise.
  static let reach = 0.015

  let times: [Double]
  let cents: [Double]

  init(_ tracks: [PartialTrack], series: StretchedSeries, in span: ClosedRange<Double>) {
    let strongest = tracks.map(\.partial.amplitude).max() ?? 0
    let strong = tracks.filter { $0.partial.amplitude >= 0.03 * strongest }
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
