/// Neighbouring keys of an instrument's model that share a spectrum.
struct ModelZone {
  /// MIDI keys, both ends included.
  let keys: ClosedRange<Int>
  private let model: InstrumentModel

  /// The first keys of the zones: a resonance is at most two semitones from its place. The lowest
  /// keys, whose loudness changes most from one to the next, have the narrowest zones; the keys
  /// below a piano's, which few people hear as notes, share the first. No more zones than
  /// necessary: a player reads all of them at its start.
  private static let starts =
    [0] + stride(from: 24, to: 36, by: 3) + stride(from: 36, through: 124, by: 4)

  /// Partials this far below the strongest, in amplitude, are left out: 80 dB.
  private static let faintest = 0.0001

  /// The least number of points for a cycle of the highest partial. Because the highest partials
  /// are faint, the images of FluidSynth's interpolation are then 90 dB below the strongest.
  private static let pointsPerPartial = 20

  /// The fewest points of a cycle: the truncated phase leaves spurious tones of -20·log₁₀(256·1024)
  /// = -108 dB.
  private static let fewestPoints = 1024

  /// Every sample begins this fraction of a cycle before its loop, so that the waves of a zone are
  /// in phase, whatever their numbers of points.
  private static let leadsPerCycle = 128

  /// The highest peak of a sample, with full scale as 1.
  static let highestPeak = 0.95

  /// The zones from key 0 to key 127 without a gap.
  static func zones(of model: InstrumentModel) -> [ModelZone] {
    let ends = starts.dropFirst().map { $0 - 1 } + [EqualTemperament.keys.upperBound]
    return zip(starts, ends).map { ModelZone(keys: $0...$1, model: model) }
  }

  /// The key whose spectrum and envelopes all keys of the zone share.
  private var middleKey: Int { keys.upperBound - (keys.upperBound < 36 ? 1 : 2) }

  /// The signed amplitudes of all partials, fundamental first.
  private var spectrum: [Double] {
    let fundamental = EqualTemperament.hertz(ofKey: middleKey)
    let top = EqualTemperament.hertz(ofKey: keys.upperBound)
    let amplitudes = (1...max(1, Int(BandLimit.silentHertz / top))).map { number in
      let amplitude = model.amplitude(number, fundamental) * Self.sign(ofPartial: number)
      return number == 1 ? amplitude : amplitude * BandLimit.weight(atHertz: Double(number) * top)
    }
    return Self.withoutFaint(amplitudes, beside: amplitudes)
  }

  /// A sample for each audible wave. Together they are as loud as any other zone.
  func zones(table: SineTable) -> [Instrument.Zone] {
    let spectrum = spectrum
    let scale = Loudness.scale(
      of: spectrum.enumerated().map { index, amplitude in
        let power = model.envelope.powerOfFirstSecond(ofPartial: index + 1, atKey: middleKey)
        return amplitude * power.squareRoot()
      }, fundamental: EqualTemperament.hertz(ofKey: middleKey))
    let waves = model.envelope.waves(atKey: middleKey)
    return waves.enumerated().compactMap { index, wave in
      let harmonics = Self.withoutFaint(
        spectrum.enumerated().map { $0.element * wave.gain($0.offset + 1) }, beside: spectrum)
      guard !harmonics.isEmpty else { return nil }
      let number = waves.count > 1 ? " \(index + 1)" : ""
      return zone(
        name: "\(model.name)\(number) \(keys.upperBound)", harmonics: harmonics, scale: scale,
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

  /// Zeros for partials that are inaudible beside the strongest one, and nothing after the last
  /// audible one.
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

  /// The sequence of Golay, Rudin and Shapiro: minus if the binary number has an odd count of
  /// neighbouring ones. Partials of equal strength with these signs peak below twice their root
  /// mean square (Rudin, "Some theorems on Fourier coefficients", 1959); without them a low note is
  /// a train of pulses.
  static func sign(ofPartial number: Int) -> Double {
    (number & number >> 1).nonzeroBitCount.isMultiple(of: 2) ? 1 : -1
  }
}
