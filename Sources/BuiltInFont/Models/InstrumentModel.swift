/// An instrument's likeness: what makes a clarinet a clarinet, put together from exact partials.
///
/// Three things are taken from the instrument: which partials sound, the resonances that colour them
/// (which stay where they are, so that each key has a spectrum of its own), and how they rise and die
/// away. What would blur the pitch is left out: vibrato, breath, noise, inharmonic partials.
struct Likeness: Sendable {
  /// The preset's name.
  let name: String
  /// The preset's MIDI program: the instrument's number in General MIDI.
  let program: UInt16
  /// How it begins, lasts and ends.
  let course: Course
  /// The amplitude of a partial by its number and the fundamental's frequency in hertz. Their common
  /// scale does not matter; see ``Loudness``.
  let amplitude: @Sendable (_ number: Int, _ fundamental: Double) -> Double

  /// All that the font holds, by program.
  static let all = [vibraphone, organ, guitar, violin, voice, trumpet, oboe, clarinet, flute]
}

extension Likeness {
  /// A bowed string: the sawtooth of its stick and slip (Helmholtz), seen through a body that
  /// resounds at the places of a violin's and, for the low keys, of a cello's.
  static let violin = Likeness(
    name: "Violin", program: 40,
    course: .held([
      Layer(partials: 1...3, attack: -4_300), Layer(partials: 4...1_000, attack: -3_600),
    ])
  ) { number, fundamental in
    let hertz = Double(number) * fundamental
    let body =
      [
        Resonance(105, quality: 3, strength: 0.6), Resonance(190, quality: 4, strength: 0.6),
        Resonance(280, quality: 5, strength: 0.8), Resonance(470, quality: 5, strength: 0.9),
        Resonance(1_000, quality: 2, strength: 0.4), Resonance(2_400, quality: 1.5, strength: 0.9),
      ].reduce(0.35) { $0 + $1.gain(atHertz: hertz) }
    return body * Rolloff(hertz: 4_500, order: 2).gain(atHertz: hertz) / Double(number)
  }

  /// A plucked string of nylon: plucked at a fifth and a bit of its length, its higher partials dying
  /// first, on a guitar's body.
  static let guitar = Likeness(
    name: "Guitar", program: 24,
    course: .ringing(
      Ringing(sixtyDecibels: 3_300, perKey: 15) { partial in Double(3 + partial) / 4 })
  ) { number, fundamental in
    let hertz = Double(number) * fundamental
    let body =
      [
        Resonance(105, quality: 4, strength: 0.6), Resonance(210, quality: 5, strength: 0.7),
        Resonance(430, quality: 5, strength: 0.4), Resonance(1_500, quality: 1, strength: 0.3),
      ].reduce(0.6) { $0 + $1.gain(atHertz: hertz) }
    return body * pluck(ofPartial: number)
      * Rolloff(hertz: 3_500, order: 2).gain(atHertz: hertz) / Double(number)
  }

  /// How strongly a pluck at 7/32 of the string excites a partial: |sin(π·7/32·number)|.
  private static func pluck(ofPartial number: Int) -> Double {
    abs(sines[number * 7 * SineTable.count / 64])
  }

  private static let sines = SineTable()
}

extension Likeness {
  /// A flute: a strong fundamental, a few partials that fade quickly and speak a little later.
  static let flute = Likeness(
    name: "Flute", program: 73,
    course: .held([
      Layer(partials: 1...1, attack: -4_800), Layer(partials: 2...1_000, attack: -3_900),
    ])
  ) { number, fundamental in
    let hertz = Double(number) * fundamental
    return Rolloff(hertz: 1_200, order: 2).gain(atHertz: hertz)
      / (Double(number) * Double(number).squareRoot())
  }

  /// A clarinet: a closed tube sounds its odd partials; the even ones appear where the tone holes let
  /// the sound through, above 1.5 kHz or so.
  static let clarinet = Likeness(
    name: "Clarinet", program: 71, course: .held([Layer(partials: 1...1_000, attack: -5_400)])
  ) { number, fundamental in
    let hertz = Double(number) * fundamental
    let bright =
      Rolloff(hertz: 1_700, order: 1).gain(atHertz: hertz)
      * Rolloff(hertz: 4_500, order: 2).gain(atHertz: hertz)
      / Double(number).squareRoot()
    guard number.isMultiple(of: 2) else { return bright }
    let open = hertz / 2_000
    return bright * (0.03 + 0.5 * open * open / (1 + open * open))
  }

  /// An oboe: weak low partials, formants about 1.4 and 3 kHz.
  static let oboe = Likeness(
    name: "Oboe", program: 68, course: .held([Layer(partials: 1...1_000, attack: -5_400)])
  ) { number, fundamental in
    let hertz = Double(number) * fundamental
    let formants =
      0.3 + Resonance(1_400, quality: 2.2, strength: 1.3).gain(atHertz: hertz)
      + Resonance(3_000, quality: 3, strength: 0.6).gain(atHertz: hertz)
    return formants * Rolloff(hertz: 5_000, order: 2).gain(atHertz: hertz)
      / Double(number).squareRoot()
  }

  /// A trumpet: partials nearly alike up to a broad formant at 1.2 kHz; the higher ones speak later.
  static let trumpet = Likeness(
    name: "Trumpet", program: 56,
    course: .held([
      Layer(partials: 1...3, attack: -6_000), Layer(partials: 4...1_000, attack: -4_500),
    ])
  ) { number, fundamental in
    let hertz = Double(number) * fundamental
    return (0.5 + Resonance(1_200, quality: 0.9, strength: 1).gain(atHertz: hertz))
      * Rolloff(hertz: 2_200, order: 2).gain(atHertz: hertz)
      / Double(number).squareRoot().squareRoot()
  }

  /// Organ pipes, a chorus of principals at 8, 4, 2⅔ and 2 feet: the spectrum goes with the key,
  /// since each key has pipes of its own.
  static let organ = Likeness(
    name: "Organ", program: 16, course: .held([Layer(partials: 1...64, attack: -6_000)])
  ) { number, fundamental in
    let ranks: [(pitch: Int, level: Double)] = [(1, 1), (2, 0.7), (3, 0.4), (4, 0.45)]
    let sum = ranks.reduce(0.0) { sum, rank in
      guard number.isMultiple(of: rank.pitch) else { return sum }
      // A principal's own partials.
      let partial = Double(number / rank.pitch)
      return sum + rank.level / (partial * (0.5 + 0.5 * partial))
    }
    return sum * Rolloff(hertz: 7_000, order: 1).gain(atHertz: Double(number) * fundamental)
  }
}

extension Likeness {
  /// A voice that sings "ah": the formants of a tenor, wide enough for steps of a semitone. Above
  /// the first formant a singer tunes it to the fundamental, and so does this one.
  static let voice = Likeness(
    name: "Voice", program: 52, course: .held([Layer(partials: 1...1_000, attack: -4_200)])
  ) { number, fundamental in
    let hertz = Double(number) * fundamental
    let first = max(680, fundamental)
    let vowel =
      [
        Resonance(first, quality: 5, strength: 1),
        Resonance(max(1_100, 1.6 * first), quality: 7, strength: 0.65),
        Resonance(2_650, quality: 10, strength: 0.45),
        Resonance(3_200, quality: 10, strength: 0.35),
      ].reduce(0.08) { $0 + $1.gain(atHertz: hertz) }
    return vowel * Rolloff(hertz: 5_000, order: 2).gain(atHertz: hertz)
      / Double(number).squareRoot()
  }
}

extension Likeness {
  /// A vibraphone without its fans: bars filed so that their second mode is the double octave; the
  /// third is put on the nearest partial, the tenth. They ring for seconds, the higher ones shorter.
  static let vibraphone = Likeness(
    name: "Vibraphone", program: 11,
    course: .ringing(
      Ringing(sixtyDecibels: 3_600, perKey: 15) { partial in Double(1 + 4 * partial) / 5 })
  ) { number, fundamental in
    let strike = Rolloff(hertz: 3_000, order: 1).gain(atHertz: Double(number) * fundamental)
    switch number {
    case 1: return 1
    case 4: return 0.3 * strike
    case 10: return 0.15 * strike
    default: return 0
    }
  }
}

/// A resonance of a body, a tube or a mouth: it stays where it is while notes rise and fall.
struct Resonance {
  /// Where it is strongest, in hertz.
  let hertz: Double
  /// How narrow it is: the centre over the width at half power.
  let quality: Double
  /// Its amplitude at the centre.
  let strength: Double

  init(_ hertz: Double, quality: Double, strength: Double) {
    self.hertz = hertz
    self.quality = quality
    self.strength = strength
  }

  /// The amplitude that it adds at a frequency: a simple resonator's, strength/√(1 + Q²(f/F - F/f)²).
  func gain(atHertz frequency: Double) -> Double {
    let detuning = quality * (frequency / hertz - hertz / frequency)
    return strength / (1 + detuning * detuning).squareRoot()
  }
}

/// The end of what an instrument radiates.
struct Rolloff {
  /// Where half the power is left, in hertz.
  let hertz: Double
  /// 6 dB an octave for each.
  let order: Int

  /// The amplitude that is left at a frequency: Butterworth's, 1/√(1 + (f/F)^(2·order)).
  func gain(atHertz frequency: Double) -> Double {
    let ratio = frequency / hertz
    let power = (0..<order).reduce(1.0) { product, _ in product * ratio * ratio }
    return 1 / (1 + power).squareRoot()
  }
}
