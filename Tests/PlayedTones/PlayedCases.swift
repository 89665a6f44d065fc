import Foundation

/// A recording of a played note, and what is true of it.
nonisolated struct PlayedCase: Sendable {
  enum Expectation: Sendable, Hashable {
    /// The note is the target: its cents from it and its octaves.
    case judged(cents: Double, octaves: Int = 0)
    /// Another note, in cents from the target.
    case wrongNote(cents: Double)
    case tooShort, unsteady, noPitch, inseparable
    /// Anything but a judgement.
    case notJudged
  }

  /// In hertz.
  var target: Double
  var sound: [Double]
  var expectation: Expectation
  var steadyTime = 0.6
  /// What sounds from the loudspeakers, in hertz.
  var accompaniment: [Double] = []
  /// What sounded from them until now, in hertz.
  var ringing: [Double] = []
  /// What was heard before, while that sounded; empty if it rings in any case.
  var before: [Double] = []
}

/// The sets of the benchmark; every run of a series has the same.
nonisolated enum PlayedCases {
  static let sampleRate = 48_000.0
  /// The judge's deadline in seconds, so that cases without a note stay short.
  static let longestWait = 3.0

  /// The keys of the tones: 65 to 1175 Hz.
  static let toneKeys = 36...86

  /// Tones over the range of strings, winds and voices, in turn sines, saws, stretched strings and
  /// sung vowels, each up to 50 cents from its target: half a second, or with vibrato of 5.5 Hz and
  /// ±30 cents a second.
  static func tones(_ count: Int, vibrato: Bool, series: UInt64 = 0) -> [PlayedSignal] {
    var random = NoiseGenerator(seed: 42 &+ series &* 10_000_000)
    return (0..<count).map { index in
      var signal = PlayedSignal()
      signal.hertz = 65 * pow(1200.0 / 65, Double(index) / Double(max(count - 1, 1)))
      signal.cents = Double.random(in: -50...50, using: &random)
      signal.timbre = timbre(index, at: signal.hertz)
      signal.seed = UInt64(index + 1) &+ series &* 10_000_000
      signal.seconds = vibrato ? 1.1 : 0.5
      if vibrato {
        signal.vibratoCents = 30
        signal.vibratoPhase = Double.random(in: 0..<1, using: &random)
      }
      return signal
    }
  }

  /// In turn a sine, a saw, a stretched string and a sung vowel at that frequency.
  static func timbre(_ index: Int, at hertz: Double) -> PlayedSignal.Timbre {
    switch index % 4 {
    case 0: return .sine
    case 1: return .saw
    case 2: return .string(inharmonicity: 5e-5 * pow(hertz / 65, 1.3))
    default:
      let vowels = PlayedSignal.Vowel.allCases
      return .voice(vowels[index / 4 % vowels.count])
    }
  }

  /// A tone in a room.
  ///
  /// - Parameter noise: pink noise in dB from the tone; `nil` for none.
  static func recorded(_ signal: PlayedSignal, noise: Double?) -> PlayedCase {
    var sound = signal.samples(lead: 0.4, total: signal.seconds + 0.8)
    if let noise {
      PlayedNoise.add(
        PlayedNoise.pink(count: sound.count, seed: 1000 &+ signal.seed), to: &sound,
        level: signal.level + noise)
    }
    return PlayedCase(
      target: signal.hertz, sound: sound, expectation: .judged(cents: signal.cents),
      steadyTime: signal.vibratoCents > 0 ? 1 : 0.4)
  }

  /// One example of a difficulty; equal indices are equal examples of a series.
  ///
  /// - Parameter posed: what is asked for; `nil` for a note of the example's own choice.
  static func example(
    _ difficulty: Difficulty, _ index: Int, posed: PosedNote? = nil, series: UInt64 = 0
  ) -> PlayedCase {
    let place = Difficulty.allCases.firstIndex(of: difficulty) ?? 0
    var random = NoiseGenerator(
      seed: UInt64(1_000_000 + 1000 * place + index) &+ series &* 10_000_000)
    return example(difficulty, index, posed, &random)
  }

  /// The targets of the examples.
  static let exampleKeys = 45...86

  private static let strings = [196.0, 293.66, 440, 659.26]

  private static func example(
    _ difficulty: Difficulty, _ index: Int, _ posed: PosedNote?, _ random: inout NoiseGenerator
  ) -> PlayedCase {
    let drawn = Int.random(in: exampleKeys, using: &random)
    let target = posed?.target ?? 440 * exp2(Double(drawn - 69) / 12)
    let key = Int((69 + 12 * log2(target / 440)).rounded())
    var note = PlayedSignal()
    note.hertz = target
    note.cents = Double.random(in: -50...50, using: &random)
    note.seed = random.next()
    note.level = Double.random(in: -30 ... -12, using: &random)
    note.timbre =
      [
        .saw, .voice(.a), .voice(.u), .partials([1, 0.4, 0.25, 0.1, 0.05]),
        .string(inharmonicity: 8e-5), .partials([1, 0.05, 0.6, 0.03, 0.3, 0.02, 0.1]),
      ][index % 6]
    let lead = 0.4
    let total = 2.4
    let count = Int(total * sampleRate)
    let seed = random.next()
    func played(_ sound: [Double], _ expectation: PlayedCase.Expectation? = nil) -> PlayedCase {
      PlayedCase(
        target: target, sound: sound, expectation: expectation ?? .judged(cents: note.cents))
    }
    func faded(_ noise: [Double], from start: Double, to end: Double) -> [Double] {
      noise.enumerated().map { index, value in
        let time = Double(index) / sampleRate
        return value * min(max((time - start) / 0.02, 0), 1) * min(max((end - time) / 0.05, 0), 1)
      }
    }

    switch difficulty {
    case .strongSecondPartial:
      note.timbre = .partials([0.18, 1, 0.12, 0.5, 0.08, 0.3, 0.05, 0.2])
      return played(note.samples(lead: lead, total: total))
    case .weakFundamental:
      note.timbre = .partials([0.03, 0.6, 1, 0.8, 0.5, 0.4, 0.2])
      return played(note.samples(lead: lead, total: total))
    case .missingFundamental:
      note.timbre = .partials([0, 0.6, 1, 0.8, 0.5, 0.4, 0.2])
      return played(note.samples(lead: lead, total: total))
    case .scratchBefore:
      var sound = note.samples(lead: lead, total: total)
      let scratch = PlayedNoise.band(count: count, seed: seed, hertz: 1800, width: 900)
      PlayedNoise.add(faded(scratch, from: lead - 0.15, to: lead + 0.1), to: &sound, level: -32)
      PlayedNoise.add(
        faded(scratch, from: lead, to: lead + note.seconds), to: &sound, level: note.level - 35)
      return played(sound)
    case .scratchAlone:
      var sound = [Double](repeating: 0, count: count)
      let hertz = Double.random(in: 900...3000, using: &random)
      let scratch = PlayedNoise.band(count: count, seed: seed, hertz: hertz, width: 700)
      PlayedNoise.add(faded(scratch, from: lead, to: 1.5), to: &sound, level: note.level)
      return played(sound, .noPitch)
    case .breathAlong, .breathAlone:
      var sound = [Double](repeating: 0, count: count)
      if difficulty == .breathAlong { sound = note.samples(lead: lead, total: total) }
      let breath = PlayedNoise.band(count: count, seed: seed, hertz: 1500, width: 3000)
      PlayedNoise.add(
        faded(breath, from: lead - 0.3, to: 1.7), to: &sound,
        level: note.level - (difficulty == .breathAlong ? 20 : 0))
      return played(sound, difficulty == .breathAlong ? nil : .noPitch)
    case .roomNoise, .roomAlone:
      var sound = [Double](repeating: 0, count: count)
      if difficulty == .roomNoise { sound = note.samples(lead: lead, total: total) }
      PlayedNoise.add(
        PlayedNoise.pink(count: count, seed: seed), to: &sound,
        level: note.level - (difficulty == .roomNoise ? 40 : 30))
      return played(sound, difficulty == .roomNoise ? nil : .noPitch)
    case .humAlong, .humAlone:
      var sound = [Double](repeating: 0, count: count)
      if difficulty == .humAlong { sound = note.samples(lead: lead, total: total) }
      let mains =
        (index.isMultiple(of: 2) ? 50 : 60) + Double.random(in: -0.1...0.1, using: &random)
      PlayedNoise.add(
        PlayedNoise.hum(count: count, hertz: mains), to: &sound, level: note.level - 30)
      return played(sound, difficulty == .humAlong ? nil : .noPitch)
    case .secondString, .beatingString:
      var sound = note.samples(lead: lead, total: total)
      var other = note
      other.seed = seed
      other.timbre = .string(inharmonicity: 3e-5)
      other.seconds = 1.6
      if difficulty == .secondString {
        let far = strings.filter { abs(1200 * log2($0 / target)) > 150 }
        other.hertz = far[index % far.count]
        other.cents = Double.random(in: -8...8, using: &random)
        other.level -= 12
      } else {
        other.cents += index.isMultiple(of: 2) ? 10 : -10
        other.level -= 15
      }
      let ringing = other.samples(lead: 0.2, total: total)
      for place in sound.indices { sound[place] += ringing[place] }
      return played(sound)
    case .slideIn:
      note.slide = (
        [-200.0, -100, 150, -300][index % 4], Double.random(in: 0.1...0.4, using: &random)
      )
      note.seconds = 1.5
      return played(note.samples(lead: lead, total: total))
    case .endlessSlide:
      note.drift = Double.random(in: 120...600, using: &random) * (index.isMultiple(of: 2) ? 1 : -1)
      return played(note.samples(lead: lead, total: total), .unsteady)
    case .endsEarly:
      note.seconds = Double.random(in: 0.15...0.55, using: &random)
      return played(note.samples(lead: lead, total: total), .tooShort)
    case .trill:
      note.isTrill = true
      note.vibratoCents = index.isMultiple(of: 2) ? 100 : 50
      note.vibratoRate = Double.random(in: 5...8, using: &random)
      return played(note.samples(lead: lead, total: total), .unsteady)
    case .wideVibrato:
      note.vibratoCents = 60
      note.vibratoRate = Double.random(in: 4.8...6.2, using: &random)
      return played(note.samples(lead: lead, total: total))
    case .wrongNote:
      let away = Double([-900, -700, -500, -300, -200, 200, 300, 400, 700, 1000][index % 10])
      note.cents += away
      if abs(note.cents) < 153 { note.cents = away }
      return played(note.samples(lead: lead, total: total), .wrongNote(cents: note.cents))
    case .otherOctave:
      let octaves = index.isMultiple(of: 2) && key < 75 ? 1 : -1
      var other = note
      other.hertz *= exp2(Double(octaves))
      return played(
        other.samples(lead: lead, total: total), .judged(cents: note.cents, octaves: octaves))
    case .wrongThenRight:
      var wrong = note
      wrong.cents += [-200.0, 100, 300, -100][index % 4]
      wrong.seconds = 0.35
      var sound = wrong.samples(lead: lead, total: total)
      let right = note.samples(lead: lead + 0.33, total: total)
      for place in sound.indices { sound[place] += right[place] }
      return played(sound)
    case .syllables:
      var sound = [Double](repeating: 0, count: count)
      var time = lead
      while time < 1.9 {
        var syllable = note
        syllable.hertz = Double.random(in: 100...220, using: &random)
        syllable.timbre = .voice(PlayedSignal.Vowel.allCases.randomElement(using: &random) ?? .a)
        syllable.seconds = Double.random(in: 0.12...0.3, using: &random)
        syllable.drift = Double.random(in: -2000...2000, using: &random)
        let part = syllable.samples(lead: time, total: total)
        for place in sound.indices { sound[place] += part[place] }
        time += syllable.seconds + Double.random(in: 0.02...0.2, using: &random)
      }
      return played(sound, .notJudged)
    case .dyingReference:
      note.cents = 0
      note.timbre = .sine
      note.seconds = total
      note.attack = 0.001
      let slope = Double.random(in: 30...80, using: &random)
      let sound = note.samples(lead: 0, total: total).enumerated().map { place, value in
        value * pow(10, -slope * Double(place) / sampleRate / 20)
      }
      return played(sound, .noPitch)
    case .clipped:
      note.level = 2
      return played(note.samples(lead: lead, total: total).map { min(max($0, -1), 1) })
    case .silence:
      return played([Double](repeating: 0, count: count), .noPitch)
    case .droneBelow, .droneUnderRichTone, .droneInTheWay, .droneInHeadphones, .droneFading,
      .droneWavering, .droneFadingAlone, .octaveBelowDrone:
      note.level = max(note.level, -26)
      let drone = PlayedDrone(difficulty, index, hertz: posed?.reference, seed: seed)
      return beside(drone, note)
    case .referenceRinging, .ringingFifth, .noteOverRinging, .noteAfterRinging:
      let slope = Double.random(in: 3...14, using: &random)
      let ringing = PlayedRinging(
        difficulty, index, hertz: posed?.reference, slope: slope, seed: seed)
      return after(ringing, note)
    case .hole, .skip, .repetition:
      note.seconds = 2
      let length = [64, 128, 256, 1024, 4096][index % 5]
      let place = Int(Double.random(in: 0.75...1.05, using: &random) * sampleRate)
      let sound = note.samples(lead: lead, total: total)
      return played(cut(sound, at: place, length: length, difficulty))
    }
  }
}
