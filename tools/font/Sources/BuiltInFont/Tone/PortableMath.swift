/// The sine at every point of a cycle, with the same bits on every machine.
///
/// A library's sine may differ in the last bit from one machine to the next. This one uses only
/// sums, products and square roots, which IEEE 754 rounds in one way.
struct SineTable {
  /// Points in a cycle: a power of two, so that halving a quarter turn ends at one point.
  static let count = 16_384

  /// Sines of 2π·index/`count`. The second half mirrors the first exactly, so that a sum of sines
  /// has no offset at all.
  private let values: [Double]

  init() {
    let half = Self.count / 2
    let quarter = Self.count / 4
    var values = [Double](repeating: 0, count: Self.count)
    for index in 0...quarter {
      let sine = Self.rotation(byPoints: index).sine
      values[index] = sine
      values[half - index] = sine
    }
    for index in 1..<half {
      values[half + index] = -values[index]
    }
    values[0] = 0
    values[half] = 0
    values[quarter] = 1
    values[half + quarter] = -1
    self.values = values
  }

  /// The sine of `point`/`count` of a turn; any number of turns.
  subscript(point: Int) -> Double { values[point & (Self.count - 1)] }

  /// Cosine and sine of an angle from zero to a quarter turn, composed of repeatedly halved quarter
  /// turns: cos(x/2) = √((1 + cos x)/2), sin(x/2) = sin x/(2·cos(x/2)).
  private static func rotation(byPoints points: Int) -> (cosine: Double, sine: Double) {
    var sum = (cosine: 1.0, sine: 0.0)
    var part = (cosine: 0.0, sine: 1.0)
    var partPoints = count / 4
    while partPoints >= 1 {
      if points & partPoints != 0 {
        sum = (
          sum.cosine * part.cosine - sum.sine * part.sine,
          sum.sine * part.cosine + sum.cosine * part.sine
        )
      }
      let cosine = ((1 + part.cosine) / 2).squareRoot()
      part = (cosine, part.sine / (2 * cosine))
      partPoints /= 2
    }
    return sum
  }
}

/// The sine of any angle, with the same bits on every machine: ``SineTable`` without a table.
enum Sine {
  /// The sine of an angle in turns, good to about 1e-15: the Taylor series within a quarter turn.
  /// The sine of the opposite angle is exactly the opposite number.
  static func ofTurns(_ turns: Double) -> Double {
    var part = turns - turns.rounded()
    if part > 0.25 { part = 0.5 - part } else if part < -0.25 { part = -0.5 - part }
    let x = part * 6.283185307179586
    let square = x * x
    var sum = 1.0
    // sin x = x·(1 - x²/(2·3)·(1 - x²/(4·5)·(1 - …)))
    var number = 20.0
    while number > 0 {
      sum = 1 - square / (number * (number + 1)) * sum
      number -= 2
    }
    return x * sum
  }
}

/// The exponential function, with the same bits on every machine.
///
/// A library's may differ in the last bit from one machine to the next. This one uses only sums,
/// products and quotients, which IEEE 754 rounds in one way.
enum Exponential {
  /// The natural logarithms of 2 and 10, the nearest `Double`s.
  private static let lnOf2 = 0.6931471805599453
  private static let lnOf10 = 2.302585092994046

  /// e^x for x from -500 to 50, good to about 1e-14: the Taylor series of a small part of x,
  /// squared repeatedly.
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

  /// The greatest whole number of timecents within a time from a millisecond to a minute.
  static func timecents(ofSeconds seconds: Double) -> Int {
    seconds <= 1 ? timecents(ofRatio: seconds) : 7_200 + timecents(ofRatio: seconds / 64)
  }

  /// 2^x, x from -72 to 72.
  static func power(of2 x: Double) -> Double { power(ofE: x * lnOf2) }

  /// An amplitude from decibels.
  static func amplitude(decibels: Double) -> Double {
    power(ofE: decibels * lnOf10 / 20)
  }
}

/// The frequencies of the MIDI keys in twelve-tone equal temperament, A4 (key 69) = 440 Hz.
enum EqualTemperament {
  /// The keys that a font covers.
  static let keys = 0...127

  /// 2^(1/12), the nearest `Double`.
  private static let semitone = 1.0594630943592953

  /// The frequency of `key` in hertz: 440·2^((key - 69)/12), good to about 1e-14. Multiplied step
  /// by step, because a library's power function may differ from machine to machine.
  static func hertz(ofKey key: Int) -> Double {
    var hertz = 440.0
    for _ in 0..<abs(key - 69) {
      hertz = key > 69 ? hertz * semitone : hertz / semitone
    }
    return hertz
  }
}
