import Foundation

/// A note as a player or singer might make it, with a known pitch: the input of the judge in
/// benchmarks and tests.
nonisolated struct PlayedSignal: Sendable {
  enum Timbre: Sendable, Hashable {
    case sine
    /// Partials of amplitude 1/n, as under a bow.
    case saw
    /// A plucked or struck string with Fletcher's B; it dies away by 6 dB a second.
    case string(inharmonicity: Double)
    /// A glottal source of 12 dB an octave through the formants of a vowel.
    case voice(Vowel)
    /// These amplitudes, fundamental first.
    case partials([Double])
  }

  /// Formants in hertz, with their bandwidths (Peterson and Barney, J. Acoust. Soc. Am. 24, 1952;
  /// Dunn, ibid. 33, 1961).
  enum Vowel: CaseIterable, Sendable {
    case a, i, u

    fileprivate var formants: [(hertz: Double, width: Double)] {
      switch self {
      case .a: [(730, 80), (1090, 90), (2440, 120), (3400, 180)]
      case .i: [(270, 60), (2290, 100), (3010, 140), (3600, 200)]
      case .u: [(300, 65), (870, 90), (2240, 110), (3300, 180)]
      }
    }
  }

  var hertz = 440.0
  /// From ``hertz``, in cents.
  var cents = 0.0
  var timbre = Timbre.saw
  /// Seconds from the start of the attack to the end of the release.
  var seconds = 1.2
  var attack = 0.02
  var release = 0.02
  var vibratoCents = 0.0
  var vibratoRate = 5.5
  /// Where the vibrato begins in its period, 0…1.
  var vibratoPhase = 0.0
  /// Whether the pitch jumps between the ends of the vibrato: a trill.
  var isTrill = false
  /// Cents by which it rises over a second, from the middle on either side.
  var drift = 0.0
  /// It begins so many cents away and slides to its pitch in so many seconds.
  var slide: (cents: Double, seconds: Double) = (0, 0)
  /// The RMS level of the steady part, in dB of full scale.
  var level = -20.0
  /// Where each partial begins, by chance.
  var seed: UInt64 = 1

  /// The tone alone, after `lead` seconds of silence, in a recording of `total` seconds.
  func samples(lead: Double = 0.5, total: Double, sampleRate: Double = 48_000) -> [Double] {
    var result = [Double](repeating: 0, count: Int(total * sampleRate))
    let start = Int(lead * sampleRate)
    let count = min(Int(seconds * sampleRate), result.count - start)
    guard count > 0 else { return result }
    var random = NoiseGenerator(seed: seed)
    let voices = voices(&random, sampleRate: sampleRate)
    var turns = 0.0
    var power = 0.0
    let steady = Int(attack * sampleRate)..<max(count - Int(release * sampleRate), 1)
    let sine = SineTable.shared
    var former = 0.0
    var amplitudes: [Double] = []
    for index in 0..<count {
      let time = Double(index) / sampleRate
      let frequency = hertz * exp2((cents + bend(at: time)) / 1200)
      if frequency != former {
        former = frequency
        amplitudes = voices.map { $0.amplitude * gain(at: $0.ratio * frequency) }
      }
      var value = 0.0
      for (voice, amplitude) in zip(voices, amplitudes) {
        value += amplitude * sine(turns: voice.ratio * turns + voice.phase)
      }
      value *= envelope(at: time)
      result[start + index] = value
      if steady.contains(index) { power += value * value }
      turns += frequency / sampleRate
    }
    let height = pow(10, level / 20) / (power / Double(max(steady.count, 1)) + 1e-30).squareRoot()
    for index in start..<(start + count) { result[index] *= height }
    return result
  }

  /// In cents from the steady pitch.
  private func bend(at time: Double) -> Double {
    var bend = drift * (time - seconds / 2)
    if vibratoCents != 0 {
      let turn = sin(2 * .pi * (vibratoRate * time + vibratoPhase))
      bend += vibratoCents * (isTrill ? (turn < 0 ? -1 : 1) : turn)
    }
    if time < slide.seconds {
      bend += slide.cents * (1 + cos(.pi * time / slide.seconds)) / 2
    }
    return bend
  }

  private func envelope(at time: Double) -> Double {
    func ramp(_ share: Double) -> Double { share >= 1 ? 1 : (1 - cos(.pi * max(share, 0))) / 2 }
    var value = ramp(time / attack) * ramp((seconds - time) / release)
    if case .string = timbre { value *= pow(10, -6 * time / 20) }
    return value
  }

  private struct Voice {
    let number: Double
    /// The partial's frequency in units of the first one's.
    let ratio: Double
    let amplitude: Double
    let phase: Double
  }

  private func voices(_ random: inout NoiseGenerator, sampleRate: Double) -> [Voice] {
    let highest = min(Int(0.42 * sampleRate / hertz), 40)
    return (1...max(highest, 1)).compactMap { number in
      let n = Double(number)
      var ratio = n
      let amplitude: Double
      switch timbre {
      case .sine: amplitude = number == 1 ? 1 : 0
      case .saw: amplitude = 1 / n
      case .string(let inharmonicity):
        ratio = n * ((1 + inharmonicity * n * n) / (1 + inharmonicity)).squareRoot()
        amplitude = 1 / pow(n, 1.3)
      case .voice: amplitude = 1 / (n * n)
      case .partials(let heights): amplitude = number <= heights.count ? heights[number - 1] : 0
      }
      let phase = Double.random(in: 0..<1, using: &random)
      guard amplitude > 0, ratio * hertz < 0.45 * sampleRate else { return nil }
      return Voice(number: n, ratio: ratio, amplitude: amplitude, phase: phase)
    }
  }

  /// What the timbre leaves of a partial of that frequency.
  private func gain(at hertz: Double) -> Double {
    if case .voice(let vowel) = timbre { Self.gain(vowel, at: hertz) } else { 1 }
  }

  /// Resonances in a row, each with a gain of 1 at 0 Hz.
  private static func gain(_ vowel: Vowel, at hertz: Double) -> Double {
    vowel.formants.reduce(1) { product, formant in
      let square = formant.hertz * formant.hertz
      let real = square - hertz * hertz
      let imaginary = hertz * formant.width
      return product * square / (real * real + imaginary * imaginary).squareRoot()
    }
  }
}

/// Sounds that are no notes.
nonisolated enum PlayedNoise {
  static func white(count: Int, seed: UInt64) -> [Double] {
    var random = NoiseGenerator(seed: seed)
    return (0..<count).map { _ in random.gaussian() }
  }

  /// Noise of −3 dB an octave from 9 Hz up, by Paul Kellet's filter.
  static func pink(count: Int, seed: UInt64) -> [Double] {
    var b = [Double](repeating: 0, count: 7)
    let poles = [0.99886, 0.99332, 0.96900, 0.86650, 0.55000, -0.7616]
    let gains = [0.0555179, 0.0750759, 0.1538520, 0.3104856, 0.5329522, -0.0168980]
    return white(count: count, seed: seed).map { white in
      for index in 0..<6 { b[index] = poles[index] * b[index] + gains[index] * white }
      let sum = b.reduce(0, +) + 0.5362 * white
      b[6] = 0.115926 * white
      return sum
    }
  }

  /// White noise through resonances: a bow's scratch, a breath.
  static func band(
    count: Int, seed: UInt64, hertz: Double, width: Double, sampleRate: Double = 48_000
  ) -> [Double] {
    let radius = exp(-.pi * width / sampleRate)
    let (c1, c2) = (2 * radius * cos(2 * .pi * hertz / sampleRate), -radius * radius)
    var (y1, y2) = (0.0, 0.0)
    return white(count: count, seed: seed).map { white in
      let y = white + c1 * y1 + c2 * y2
      (y2, y1) = (y1, y)
      return y
    }
  }

  /// The mains: partials of 50 Hz, the odd ones stronger.
  static func hum(count: Int, hertz: Double = 50, sampleRate: Double = 48_000) -> [Double] {
    let heights = [1.0, 0.5, 0.7, 0.2, 0.4, 0.1, 0.25, 0.1, 0.15, 0.08]
    let sine = SineTable.shared
    return (0..<count).map { index in
      let turns = hertz * Double(index) / sampleRate
      return heights.enumerated().reduce(0) { sum, partial in
        let phase = Double(partial.offset) / (2 * .pi)
        return sum + partial.element * sine(turns: turns * Double(partial.offset + 1) + phase)
      }
    }
  }

  /// Adds `noise` to `sound` at an RMS level in dB of full scale.
  static func add(_ noise: [Double], to sound: inout [Double], level: Double) {
    let square = noise.reduce(0) { $0 + $1 * $1 } / Double(max(noise.count, 1))
    let height = pow(10, level / 20) / (square + 1e-30).squareRoot()
    for index in 0..<min(sound.count, noise.count) { sound[index] += height * noise[index] }
  }
}

/// A sine to within 1e-9, in a fraction of the time that the library's takes: most of the tests' time was spent in that.
/// From the nearest of a table's angles Taylor's series needs two terms.
nonisolated struct SineTable: Sendable {
  static let shared = SineTable()

  private static let size = 2048
  private let values = (0...size * 5 / 4).map { sin(2 * .pi * Double($0) / Double(size)) }

  func callAsFunction(turns: Double) -> Double {
    let place = (turns - turns.rounded(.down)) * Double(Self.size)
    let index = Int(place + 0.5)
    let angle = (place - Double(index)) * (2 * .pi / Double(Self.size))
    let (sine, cosine) = (values[index], values[index + Self.size / 4])
    return sine + angle * (cosine - angle * sine / 2)
  }
}

/// The same chances in every run: Steele, Lea and Flood's SplitMix64.
nonisolated struct NoiseGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A normal deviate (Box and Muller, Ann. Math. Stat. 29, 1958).
  mutating func gaussian() -> Double {
    let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
  }
}
