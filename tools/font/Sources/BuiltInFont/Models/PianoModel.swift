/// A piano: what stiff strings, felt hammers and a soundboard do to the partials of a note.
///
/// A real piano's partials are not whole multiples of its fundamental, so a note cannot repeat a
/// cycle; ``PianoZone`` records it. What would blur the pitch is left out: strings of a note that
/// are not quite in unison, and pedal resonance.
enum PianoModel {
  static let name = "Piano"
  /// The grand piano's number in General MIDI.
  static let program: UInt16 = 0

  /// A partial of a note that is struck at time 0.
  struct Partial {
    let number: Int
    /// Its frequency over the fundamental's.
    let ratio: Double
    /// Its signed amplitude at time 0. The common scale does not matter.
    let amplitude: Double
    let decay: Decay

    /// How loud it is: its amplitude, weighted as ``Loudness`` does.
    func weight(fundamental: Double) -> Double {
      abs(amplitude) * KWeighting.powerGain(atHertz: ratio * fundamental).squareRoot()
    }
  }

  /// The two stages in which a partial dies away: the strings first move together and lose their
  /// energy to the soundboard fast; what remains, against or across each other, lasts (Weinreich,
  /// "Coupled piano strings", J. Acoust. Soc. Am. 62, 1977).
  struct Decay {
    /// The rates of both stages, in decibels a second.
    let prompt: Double
    let late: Double
    /// The late stage's share of the amplitude at time 0.
    let share: Double

    /// The level of a partial of amplitude 1, `time` seconds after the stroke.
    func level(at time: Double) -> Double {
      (1 - share) * Exponential.amplitude(decibels: -prompt * time)
        + share * Exponential.amplitude(decibels: -late * time)
    }

    /// How fast it falls at that time, in decibels a second.
    func rate(at time: Double) -> Double {
      let first = (1 - share) * Exponential.amplitude(decibels: -prompt * time)
      let second = share * Exponential.amplitude(decibels: -late * time)
      return (prompt * first + late * second) / (first + second)
    }
  }

  /// The keys of a piano. Lower and higher ones have the strings of the last.
  static let keys = 21...108

  /// Partials this far below the loudest, in amplitude, are left out: 62 dB.
  private static let faintest = 0.0008

  /// The partials of a key, by number, up to the last audible one.
  ///
  /// - Parameter top: the highest key at which they sound; none passes the band limit there.
  static func partials(ofKey key: Int, upToKey top: Int) -> [Partial] {
    let fundamental = EqualTemperament.hertz(ofKey: key)
    let topFundamental = EqualTemperament.hertz(ofKey: top)
    let stiffness = stiffness(ofKey: key)
    var partials: [Partial] = []
    for number in 1...200 {
      let ratio = ratio(ofPartial: number, stiffness: stiffness)
      let hertz = ratio * fundamental
      let limit = number == 1 ? 1 : BandLimit.weight(atHertz: ratio * topFundamental)
      guard limit > 0 else { break }
      let amplitude = amplitude(ofPartial: number, hertz: hertz, fundamental: fundamental)
      partials.append(
        Partial(
          number: number, ratio: ratio,
          amplitude: amplitude * limit * ModelZone.sign(ofPartial: number),
          decay: decay(ofKey: key, above: hertz - fundamental)))
    }
    let weights = partials.map { $0.weight(fundamental: fundamental) }
    let least = faintest * weights.reduce(0, max)
    return Array(partials.prefix((weights.lastIndex { $0 > least } ?? 0) + 1))
  }

  /// A stiff string's partial over its fundamental: n·√((1 + B·n²)/(1 + B)) (Fletcher, "Normal
  /// vibration frequencies of a stiff piano string", J. Acoust. Soc. Am. 36, 1964).
  static func ratio(ofPartial number: Int, stiffness: Double) -> Double {
    let square = Double(number * number)
    return Double(number) * ((1 + stiffness * square) / (1 + stiffness)).squareRoot()
  }

  /// The coefficient of inharmonicity, B.
  ///
  /// Two exponentials of the key, one for the wound strings of the bass and one for the plain ones:
  /// the form that Rigaud, David and Daudet fit to pianos ("A parametric model and estimation
  /// techniques for the inharmonicity and tuning of the piano", J. Acoust. Soc. Am. 133, 2013). The
  /// coefficients here are round values of the usual size: B is 5·10⁻⁴ at the lowest key, 1.4·10⁻⁴
  /// in the tenor, 7·10⁻⁴ at 440 Hz, and twice as much every seven to eight keys above.
  static func stiffness(ofKey key: Int) -> Double {
    let position = Double(min(max(key, keys.lowerBound), keys.upperBound))
    return Exponential.power(ofE: -0.0847 * position - 5.82)
      + Exponential.power(ofE: 0.0926 * position - 13.64)
  }

  /// The spectrum at the stroke.
  ///
  /// The hammer strikes at an eighth of the string and is as soft as its felt: it hardly excites
  /// partials that swing more than once while it touches the string, which is shorter for high
  /// keys. The soundboard radiates little at low frequencies.
  private static func amplitude(
    ofPartial number: Int, hertz: Double, fundamental: Double
  ) -> Double {
    let struck = abs(Sine.ofTurns(Double(number) / 16))
    let felt =
      Rolloff(hertz: max(400, 0.8 * fundamental), order: 1).gain(atHertz: hertz)
      * Rolloff(hertz: 1_100 + 0.45 * fundamental, order: 2).gain(atHertz: hertz)
      * Rolloff(hertz: 4_500, order: 4).gain(atHertz: hertz)
    let board = hertz / 30
    return (0.15 + 0.85 * struck) * felt * board / (1 + board * board).squareRoot()
  }

  /// The two stages for a partial some hertz above the fundamental. Between the slowest and the
  /// fastest key the rate doubles every two octaves; the highest keys ring longer than a real
  /// piano's, so that there is time to tune them.
  private static func decay(ofKey key: Int, above hertz: Double) -> Decay {
    let rate = min(max(6 * Exponential.power(of2: Double(key - 36) / 24), 5), 20)
    return Decay(
      prompt: rate + hertz / 125, late: max(2.5, rate / 3), share: 0.3 / (1 + hertz / 600))
  }
}
