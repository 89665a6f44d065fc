/// Neighbouring keys of an instrument's likeness that share their spectrum.
struct LikenessZone {
  /// MIDI keys, both ends included.
  let keys: ClosedRange<Int>
  private let likeness: Likeness

  /// Where zones begin: a resonance is at most two semitones from where it belongs. The lowest keys,
  /// whose loudness changes most from one to the next, have the narrowest; those below a piano's, which
  /// few can hear as notes, share its first. Not more than needed: a player reads all of them at its start.
  private static let starts =
    [0] + stride(from: 24, to: 36, by: 3) + stride(from: 36, through: 124, by: 4)

  /// Partials this far below the strongest, in amplitude, are left out: 80 dB.
  private static let faintest = 0.0001

  /// The least number of points for a cycle of the highest partial. FluidSynth's interpolation then
  /// leaves images that lie, since the highest partials are faint, 90 dB below the strongest.
  private static let pointsPerPartial = 20

  /// The fewest points of a cycle: cutting off the phase leaves spurious tones of
  /// -20·log₁₀(256·1024) = -108 dB.
  private static let fewestPoints = 1024

  /// Every sample begins this part of a cycle before its loop, so that the waves of a zone, whatever
  /// their numbers of points, are in phase.
  private static let leadsPerCycle = 128

  /// How far the points of a sample may reach, with full scale as 1.
  private static let highestPeak = 0.95

  /// The zones from key 0 to key 127 without a gap.
  static func zones(of likeness: Likeness) -> [LikenessZone] {
    let ends = starts.dropFirst().map { $0 - 1 } + [EqualTemperament.keys.upperBound]
    return zip(starts, ends).map { LikenessZone(keys: $0...$1, likeness: likeness) }
  }

  /// The key whose spectrum and envelopes all the others have.
  private var middleKey: Int { keys.upperBound - (keys.upperBound < 36 ? 1 : 2) }

  /// The signed amplitudes of all partials, fundamental first.
  private var spectrum: [Double] {
    let fundamental = EqualTemperament.hertz(ofKey: middleKey)
    let top = EqualTemperament.hertz(ofKey: keys.upperBound)
    let amplitudes = (1...max(1, Int(BandLimit.silentHertz / top))).map { number in
      let amplitude = likeness.amplitude(number, fundamental) * Self.sign(ofPartial: number)
      return number == 1 ? amplitude : amplitude * BandLimit.weight(atHertz: Double(number) * top)
    }
    return Self.withoutFaint(amplitudes, beside: amplitudes)
  }

  /// A sample for each wave that has anything to sound, all as loud together as any other zone.
  func zones(table: SineTable) -> [Instrument.Zone] {
    let spectrum = spectrum
    let scale = Loudness.scale(
      of: spectrum.enumerated().map { index, amplitude in
        let power = likeness.course.powerOfFirstSecond(ofPartial: index + 1, atKey: middleKey)
        return amplitude * power.squareRoot()
      }, fundamental: EqualTemperament.hertz(ofKey: middleKey))
    let waves = likeness.course.waves(atKey: middleKey)
    return waves.enumerated().compactMap { index, wave in
      let harmonics = Self.withoutFaint(
        spectrum.enumerated().map { $0.element * wave.gain($0.offset + 1) }, beside: spectrum)
      guard !harmonics.isEmpty else { return nil }
      let number = waves.count > 1 ? " \(index + 1)" : ""
      return zone(
        name: "\(likeness.name)\(number) \(keys.upperBound)", harmonics: harmonics, scale: scale,
        attack: wave.attack, table: table)
    }
  }

  private func zone(
    name: String, harmonics: [Double], scale: Double, attack: Int, table: SineTable
  ) -> Instrument.Zone {
    let count = Self.points(forPartials: harmonics.count)
    let wave = Cycle.wave(harmonics: harmonics, count: count, table: table)
    let peak = scale * wave.reduce(0) { max($0, abs($1)) }
    let copies = (peak / Self.highestPeak).rounded(.up)
    let cycle = Cycle(harmonics: harmonics, scale: scale / copies, count: count, table: table)
    return Instrument.Zone(
      keys: keys, sample: Sample(name: name, cycle: cycle, lead: count / Self.leadsPerCycle),
      settings: attack == Wave.immediate ? [] : [(.volumeAttack, Int16(attack))],
      copies: Int(copies))
  }

  /// Nothing in the place of what cannot be heard beside the strongest partial, and nothing at all
  /// after the last that can.
  private static func withoutFaint(_ amplitudes: [Double], beside all: [Double]) -> [Double] {
    let least = faintest * all.reduce(0) { max($0, abs($1)) }
    let last = amplitudes.lastIndex { abs($0) > least }
    return amplitudes.prefix((last ?? -1) + 1).map { abs($0) > least ? $0 : 0 }
  }

  private static func points(forPartials count: Int) -> Int {
    var points = fewestPoints
    while points < min(pointsPerPartial * count, SineTable.count) { points *= 2 }
    return points
  }

  /// The sequence of Golay, Rudin and Shapiro: minus where the number in binary has an odd count of
  /// neighbouring ones. Partials of equal strength with these signs peak below twice their root mean
  /// square (Rudin, "Some theorems on Fourier coefficients", 1959), where without them a low note is
  /// a train of pulses.
  private static func sign(ofPartial number: Int) -> Double {
    (number & number >> 1).nonzeroBitCount.isMultiple(of: 2) ? 1 : -1
  }
}

/// Makes all notes of all instruments equally loud.
///
/// Loudness is the K-weighted mean power of a note's first second (ITU-R BS.1770), decay included: a
/// note that is plucked begins louder than one that is blown. The steady tones of ``Timbre`` have the
/// same power as a sine at about 500 Hz here.
enum Loudness {
  /// The power that all notes have, with full scale as 1.
  private static let power = 0.25

  /// What the amplitudes of a note's partials are to be multiplied with.
  ///
  /// - Parameters:
  ///   - levels: the root mean square of each partial's amplitude in the first second, fundamental first.
  ///   - fundamental: in hertz.
  static func scale(of levels: [Double], fundamental: Double) -> Double {
    let sum = levels.enumerated().reduce(0.0) { sum, partial in
      let hertz = Double(partial.offset + 1) * fundamental
      return sum + partial.element * partial.element / 2 * KWeighting.powerGain(atHertz: hertz)
    }
    return (power / sum).squareRoot()
  }
}

/// How loud a frequency counts: the K-weighting of ITU-R BS.1770.
///
/// The recommendation gives the coefficients of two filters at 48 kHz; these are the analogue
/// filters behind them, a shelf of 4 dB (1681.97 Hz, Q 0.7072) and a high-pass (38.135 Hz,
/// Q 0.5003), so that the weight needs nothing but sums, products and quotients.
enum KWeighting {
  /// By how much the power of a sine of `hertz` counts; 1 at about 500 Hz.
  static func powerGain(atHertz hertz: Double) -> Double {
    shelf(hertz / 1681.974450955533) * highPass(hertz / 38.13547087602444)
  }

  private static func shelf(_ ratio: Double) -> Double {
    let high = 1.584864701130855
    let band = 1.2587209302325616
    let quality = 0.7071752369554196
    let square = ratio * ratio
    let real = 1 - high * square
    let imaginary = band * ratio / quality
    return (real * real + imaginary * imaginary) / denominator(ratio, quality: quality)
  }

  private static func highPass(_ ratio: Double) -> Double {
    let square = ratio * ratio
    return square * square / denominator(ratio, quality: 0.5003270373238773)
  }

  private static func denominator(_ ratio: Double, quality: Double) -> Double {
    let real = 1 - ratio * ratio
    let imaginary = ratio / quality
    return real * real + imaginary * imaginary
  }
}
