/// Neighbouring keys of the piano that share a recording: the stroke and the fast part of its decay
/// partial by partial, then a loop that the player fades.
///
/// The fundamental has a whole number of points to a period throughout, so it is exact. The others
/// are a stiff string's. Since a loop has to repeat, they glide to the nearest frequency that does
/// so before the loop begins, by 4 Hz at most, and the faint ones fade out.
///
/// FluidSynth fades in steps of a tenth of a decibel, whose side tones could move the phase of the
/// fundamental; see ``Envelope``. The decay is therefore in the points until it has slowed down, and
/// FluidSynth fades only the loop.
struct PianoZone {
  /// MIDI keys, both ends included.
  let keys: ClosedRange<Int>
  /// Its recording is that of this key.
  private let middleKey: Int
  private let fundamental: Double
  private let partials: [PianoModel.Partial]
  /// Points in a period of the fundamental.
  private let period: Int
  /// How long it takes until the loop begins, in seconds.
  private let attackSeconds: Double
  /// The same in points.
  private let attackPoints: Int
  /// Periods of the fundamental in the loop.
  private let loopPeriods: Int
  /// How often each partial swings in the loop; `nil` if it has faded out before.
  private let loopCycles: [Int?]

  /// The first keys of the zones: four keys to each, as stiffness and spectrum change by little
  /// within them. Beyond the ends of a real piano they are wide.
  private static let starts = [0] + stride(from: 26, through: 102, by: 4) + [109, 116]

  /// Points to a period of the highest partial. It is 62 dB below the loudest, and the images of
  /// FluidSynth's interpolation are beyond 16 kHz or fainter.
  private static let pointsPerPartial = 3.6

  /// The fewest points to a period.
  private static let fewestPoints = 24

  /// The fewest periods in a loop.
  private static let fewestLoopPeriods = 4

  /// How far a partial may glide, in hertz.
  private static let farthestGlide = 4.0

  /// Partials this far below the loudest when the loop begins fade out: 40 dB.
  private static let faintestInLoop = 0.01

  /// How much of the time before the loop the glides and fades take, at its end.
  private static let settling = 0.4

  /// How far FluidSynth fades in the decay time of a zone, in decibels; the standard says 100.
  private static let fadingRange = 96.0

  /// The onset, in seconds.
  private static let onset = 0.003

  /// The level of the hammer's knock over that of the strings, -26 dB.
  private static let knock = 0.05

  /// The zones from key 0 to key 127 without a gap.
  static func zones() -> [PianoZone] {
    let ends = starts.dropFirst().map { $0 - 1 } + [EqualTemperament.keys.upperBound]
    return zip(starts, ends).map { PianoZone(keys: $0...$1) }
  }

  private init(keys: ClosedRange<Int>) {
    self.keys = keys
    let wide = keys.count > 8
    middleKey =
      if wide { keys.contains(0) ? keys.upperBound - 2 : keys.lowerBound + 2 } else {
        (keys.lowerBound + keys.upperBound) / 2
      }
    let fundamental = EqualTemperament.hertz(ofKey: middleKey)
    let partials = PianoModel.partials(ofKey: middleKey, upToKey: keys.upperBound)
    let highest = partials.last?.ratio ?? 1
    // A multiple of four: the rate is then a whole number for every A.
    period = max(4 * Int((Self.pointsPerPartial * highest / 4).rounded(.up)), Self.fewestPoints)
    attackSeconds = Self.attackSeconds(atKey: middleKey)
    // Even, so that the bytes of all points are, too.
    attackPoints = 2 * Int((attackSeconds * fundamental * Double(period) / 2).rounded())

    let seconds = attackSeconds
    let levels = partials.map {
      $0.weight(fundamental: fundamental) * $0.decay.level(at: seconds)
    }
    let least = Self.faintestInLoop * levels.reduce(0, max)
    let lasting = zip(partials, levels).map { $0.number == 1 || $1 > least }
    let periods = Self.loopPeriods(
      for: zip(partials, lasting).filter { $1 }.map { $0.0.ratio }, fundamental: fundamental)
    loopPeriods = periods
    loopCycles = zip(partials, lasting).map { partial, lasts in
      lasts ? Int((partial.ratio * Double(periods)).rounded()) : nil
    }
    self.fundamental = fundamental
    self.partials = partials
  }

  /// High keys, which have few partials and lose them fast, need less time than the middle; the
  /// lowest, whose periods are long, need more.
  private static func attackSeconds(atKey key: Int) -> Double {
    switch key {
    case ..<60: max(0.8, 0.8 + 0.035 * Double(30 - key))
    case ..<109: max(0.8 - 0.015 * Double(key - 60), 0.16)
    default: 0.04
    }
  }

  /// The fewest periods of the fundamental in which all the partials come close enough to swinging
  /// a whole number of times. There is one below an eighth of a second, since the nearest frequency
  /// is then at most 4 Hz away.
  private static func loopPeriods(for ratios: [Double], fundamental: Double) -> Int {
    var periods = fewestLoopPeriods
    let nearest = farthestGlide / fundamental
    while !ratios.allSatisfy({ ratio in
      let cycles = ratio * Double(periods)
      return abs(cycles.rounded() - cycles) <= nearest * Double(periods)
    }) {
      periods += 1
    }
    return periods
  }
}

extension PianoZone {
  /// The recording, as loud as every other note.
  func zone() -> Instrument.Zone {
    let scale = Loudness.scale(
      of: partials.map { partial in
        (hertz: partial.ratio * fundamental, level: levelOfFirstSecond(of: partial))
      })
    let sum = wave()
    let peak = scale * sum.reduce(0) { max($0, abs($1)) }
    let copies = (peak / ModelZone.highestPeak).rounded(.up)
    let factor = scale / copies * Cycle.fullScale
    // The A nearest to the middle key, whose frequency is exact in binary.
    let octave = max(1, (middleKey - 9 + 6) / 12)
    let rate = UInt32(period) << octave * 55 / 4
    return Instrument.Zone(
      keys: keys,
      sample: Sample(
        name: "\(PianoModel.name) \(keys.upperBound)",
        points: sum.map { Int32((factor * $0).rounded()) }, loopStart: attackPoints,
        octave: octave, rate: rate),
      settings: fading, copies: Int(copies))
  }

  /// Holds the level until the loop begins and then lets it fall to nothing; both are faster at a
  /// higher key, as the recording is.
  private var fading: [(Generator, Int16)] {
    let hold = Exponential.timecents(ofSeconds: attackSeconds)
    let decay = Exponential.timecents(ofSeconds: Self.fadingRange / fadingRate)
    // The time of a key is that of key 60, a semitone shorter from each to the next.
    let above = 100 * (middleKey - 60)
    let isPiano = keys.lowerBound <= PianoModel.keys.upperBound
    return [
      (.volumeHold, Int16(hold + above)), (.keyToVolumeHold, 100),
      (.volumeDecay, Int16(isPiano ? decay + above : decay)),
      (.keyToVolumeDecay, isPiano ? 100 : 0), (.volumeSustain, 1_000),
    ]
  }

  /// How fast the loop fades, in decibels a second: about as the fundamental falls when it begins.
  ///
  /// FluidSynth fades in steps of a tenth of a decibel. If there were as many steps a second as
  /// periods, or twice as many, the side tones of each partial would meet its neighbours, and that
  /// of the second one would beat with the fundamental. The golden section keeps them apart.
  private var fadingRate: Double {
    let natural = partials.first?.decay.rate(at: attackSeconds) ?? 0
    let perPeriod = 10 * natural / fundamental
    guard perPeriod > 0.3 else { return natural }
    let candidates = (0...2).flatMap { [Double($0) + 0.382, Double($0) + 0.618] }
    let nearest = candidates.min {
      max($0 / perPeriod, perPeriod / $0) < max($1 / perPeriod, perPeriod / $1)
    }
    return (nearest ?? perPeriod) * fundamental / 10
  }

  /// The root mean square of a partial's amplitude in the first second.
  private func levelOfFirstSecond(of partial: PianoModel.Partial) -> Double {
    let steps = 100
    let rate = fadingRate
    let sum = (0..<steps).reduce(0.0) { sum, step in
      let time = (Double(step) + 0.5) / Double(steps)
      let recorded = partial.decay.level(at: min(time, attackSeconds))
      let faded = Exponential.amplitude(decibels: -rate * max(0, time - attackSeconds))
      return sum + recorded * recorded * faded * faded
    }
    return abs(partial.amplitude) * (sum / Double(steps)).squareRoot()
  }

  // MARK: The recording

  /// All points, not yet scaled: those before the loop, the loop, and the first of the loop again.
  private func wave() -> [Double] {
    let loopPoints = loopPeriods * period
    var wave = [Double](repeating: 0, count: attackPoints + loopPoints + Sample.guardPoints)
    for (partial, cycles) in zip(partials, loopCycles) {
      add(partial, cycles: cycles, to: &wave)
    }
    addKnock(to: &wave)
    let onsetPoints = Self.onset * fundamental * Double(period)
    for index in 0..<Int(onsetPoints) {
      wave[index] *= Self.smooth(Double(index) / onsetPoints)
    }
    return wave
  }

  /// Adds a partial. Its phase is 0 where the loop begins, so that the second half of the loop
  /// mirrors the first.
  private func add(_ partial: PianoModel.Partial, cycles: Int?, to wave: inout [Double]) {
    let loopPoints = loopPeriods * period
    let steady = attackPoints - Sample.guardPoints
    let settling = max(1, Self.settling * Double(steady))
    let cyclesPerPoint = partial.ratio / Double(period)
    let repeating = cycles.map { Double($0) / Double(loopPoints) } ?? cyclesPerPoint
    // The fundamental repeats anyway, and its glide is one of 0 Hz.
    let glide = partial.number == 1 ? 0 : cyclesPerPoint - repeating
    let fade = stages(of: partial.decay)
    var prompt = partial.amplitude * (1 - partial.decay.share)
    var late = partial.amplitude * partial.decay.share
    for index in 0..<steady {
      let untilSteady = Double(steady - index)
      let bend =
        untilSteady > settling
        ? settling / 2 - untilSteady : -untilSteady * untilSteady / (2 * settling)
      let turns: Double
      var level = prompt + late
      if let cycles {
        turns = Double(cycles * (index - attackPoints)) / Double(loopPoints) + glide * bend
      } else {
        turns = cyclesPerPoint * Double(index - attackPoints)
        level *= Self.smooth(min(1, untilSteady / settling))
      }
      wave[index] += level * Sine.ofTurns(turns)
      prompt *= fade.prompt
      late *= fade.late
    }
    guard let cycles else { return }
    for index in steady..<wave.count {
      wave[index] +=
        (prompt + late) * Self.sine(ofPart: cycles * (index - attackPoints), of: loopPoints)
    }
  }

  /// The factors for the amplitudes of both stages from point to point.
  private func stages(of decay: PianoModel.Decay) -> (prompt: Double, late: Double) {
    let rate = fundamental * Double(period)
    return (
      Exponential.amplitude(decibels: -decay.prompt / rate),
      Exponential.amplitude(decibels: -decay.late / rate)
    )
  }

  /// The sine of a part of a turn. Parts that add up to whole turns have exactly opposite sines.
  private static func sine(ofPart part: Int, of whole: Int) -> Double {
    let rest = part % whole
    return Sine.ofTurns(
      Double(2 * abs(rest) > whole ? rest - rest.signum() * whole : rest) / Double(whole))
  }

  /// The knock of the hammer on string and board: low noise for some hundredths of a second.
  private func addKnock(to wave: inout [Double]) {
    let rate = fundamental * Double(period)
    let count = min(Int(0.06 * rate), attackPoints / 2)
    let step = 2 * 3.141592653589793 * 500 / rate
    let share = step / (1 + step)
    let fade = Exponential.power(ofE: -1 / (0.012 * rate))
    // Marsaglia's xorshift: noise that is the same each time.
    var state: UInt64 = 0x2545_F491_4F6C_DD1D
    var (first, second, level) = (0.0, 0.0, 1.0)
    var knock = [Double](repeating: 0, count: count)
    for index in knock.indices {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      let noise = Double(state >> 11) / Double(1 << 53) * 2 - 1
      first += share * (noise - first)
      second += share * (first - second)
      knock[index] = level * (first - second) * Self.smooth(Double(count - index) / Double(count))
      level *= fade
    }
    let power = knock.reduce(0) { $0 + $1 * $1 } / (0.012 * rate)
    let strings = partials.reduce(0) { $0 + $1.amplitude * $1.amplitude } / 2
    let scale = Self.knock * (strings / power).squareRoot()
    for (index, point) in knock.enumerated() { wave[index] += scale * point }
  }

  /// From 0 to 1 with horizontal ends, x²(3 - 2x).
  private static func smooth(_ x: Double) -> Double { x * x * (3 - 2 * x) }
}
