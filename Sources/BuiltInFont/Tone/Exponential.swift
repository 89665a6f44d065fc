/// The exponential function, the same bits on every machine.
///
/// A library's may differ in the last bit from one machine to the next. This one needs sums,
/// products and quotients only, which IEEE 754 rounds in one way.
enum Exponential {
  /// The natural logarithms of 2 and 10, the nearest `Double`s.
  private static let lnOf2 = 0.6931471805599453
  private static let lnOf10 = 2.302585092994046

  /// e^x for x from -500 to 50, good to about 1e-14: the Taylor series of a small part of x, squared
  /// again and again.
  static func power(ofE x: Double) -> Double {
    let halvings = 10
    let part = x / 1024
    var term = 1.0
    var sum = 1.0
    for number in 1...10 {
      term *= part / Double(number)
      sum += term
    }
    for _ in 0..<halvings { sum *= sum }
    return sum
  }

  /// A time in the timecents of SoundFont 2.04 (section 8.1), in seconds: 2^(timecents/1200).
  static func seconds(timecents: Int) -> Double {
    power(ofE: Double(timecents) * lnOf2 / 1200)
  }

  /// The greatest whole number of timecents below a ratio of times, 1/1000…1.
  static func timecents(ofRatio ratio: Double) -> Int {
    var below = -12_000
    var above = 1
    while above - below > 1 {
      let middle = (below + above) / 2
      if seconds(timecents: middle) <= ratio { below = middle } else { above = middle }
    }
    return below
  }

  /// An amplitude from decibels.
  static func amplitude(decibels: Double) -> Double {
    power(ofE: decibels * lnOf10 / 20)
  }
}
