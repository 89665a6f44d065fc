import Foundation

/// Finds the places where a held note was cut: a source that was late leaves a hole, plays a period
/// of the server twice, or skips one. The frames have no gap, and a pitch that is measured over the
/// place is wrong. A note that a player softly begins anew has the same breaks.
///
/// A held note repeats itself: each sample is about the one that was whole periods before. At a
/// cut, the sound fails to repeat itself for the length of those periods, and by far more than
/// noise and vibrato cause elsewhere.
enum SoundBreak {
  /// The shortest time by which sound is compared with earlier sound, in seconds.
  private static let leastLag = 0.006

  /// The least failure of a break, as a share of the power, as a multiple of the usual failure in
  /// the note, and with vibrato of 30 cents to either side, with whose square it grows.
  private static let least = (share: 0.004, ratio: 12.0, vibrato: 0.04)

  /// The largest failure of an attack, as a share of the power.
  private static let attack = 0.3

  /// The share of the usual power below which there is a hole.
  private static let emptiness = 0.003

  /// The least number of samples in a period of the compared sound, and its least rate.
  private static let samplesInPeriod = 8.0
  private static let leastRate = 11_000.0

  /// The seconds of `samples` within which the note was cut.
  ///
  /// - Parameters:
  ///   - vibrato: the extent in cents to either side.
  ///   - hertz: the pitch at a second.
  static func places(
    in samples: [Float], sampleRate: Double, vibrato: Double, hertz: (Double) -> Double
  ) -> [ClosedRange<Double>] {
    let middle = hertz(Double(samples.count) / sampleRate / 2)
    guard middle > 0, middle.isFinite else { return [] }
    var decimator = InputDecimator(
      sampleRate: sampleRate, leastRate: max(leastRate, samplesInPeriod * middle))
    let sound = samples.withUnsafeBufferPointer { decimator.append($0) }
    let rate = decimator.rate
    let periods = (leastLag * middle).rounded(.up)
    let lag = Int(rate * periods / middle)
    let (start, end) = (lag + 2, sound.count - 2)
    guard lag > 1, end - start > 6 * lag else { return [] }
    // The sums up to each sample of the products with the sound whole periods before, and of the
    // squares of both.
    var sums = [(product: 0.0, now: 0.0, before: 0.0)]
    var sum = sums[0]
    for index in start..<end {
      let place = Double(index) - rate * periods / hertz((Double(index) - Double(lag) / 2) / rate)
      let before = interpolated(sound, at: place)
      let now = Double(sound[index])
      sum = (sum.product + now * before, sum.now + now * now, sum.before + before * before)
      sums.append(sum)
    }
    // The share of the power in windows as long as the lag that does not repeat the earlier sound,
    // at any level.
    let step = max(lag / 4, 1)
    let silence = sum.now / Double(end - start) * Double(lag) * emptiness
    let shares = stride(from: 0, through: sums.count - 1 - lag, by: step).map { place -> Double in
      let (first, last) = (sums[place], sums[place + lag])
      let (now, before) = (last.now - first.now, last.before - first.before)
      guard now > silence, before > silence else { return 1 }
      let product = max(last.product - first.product, 0)
      return 1 - product * product / (now * before)
    }
    let usual = shares.sorted()[shares.count / 2]
    let moved = least.vibrato * (vibrato / 30) * (vibrato / 30)
    let limit = max(least.share, least.ratio * usual, moved)
    var breaks: [ClosedRange<Double>] = []
    for index in shares.indices {
      // The first windows may still be compared with the attack.
      guard shares[index] > (index < 4 ? max(limit, attack) : limit) else { continue }
      let place = start + index * step
      let span = Double(place - lag) / rate...Double(place + lag) / rate
      if let last = breaks.last, last.upperBound >= span.lowerBound {
        breaks[breaks.count - 1] = last.lowerBound...span.upperBound
      } else {
        breaks.append(span)
      }
    }
    return breaks
  }

  /// The value between samples by a cubic through four of them (Catmull and Rom, Computer Aided
  /// Geometric Design, 1974).
  private static func interpolated(_ sound: [Float], at place: Double) -> Double {
    let index = Int(place)
    guard index >= 1, index + 2 < sound.count else { return 0 }
    let t = place - Double(index)
    let (a, b) = (Double(sound[index - 1]), Double(sound[index]))
    let (c, d) = (Double(sound[index + 1]), Double(sound[index + 2]))
    return b + 0.5 * t
      * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
  }
}
