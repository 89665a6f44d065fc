/// A model of an instrument: what makes a clarinet a clarinet, built from exact partials.
///
/// It imitates three things: which partials sound, the resonances that colour them (at fixed
/// frequencies, so that each key has its own spectrum), and how they rise and die away. It leaves
/// out what would blur the pitch: vibrato, breath, noise, inharmonic partials.
struct InstrumentModel: Sendable {
  /// The preset's name.
  let name: String
  /// The preset's MIDI program: the instrument's number in General MIDI.
  let program: UInt16
  /// How it begins, lasts and ends.
  let envelope: Envelope
  /// The amplitude of a partial by its number and the fundamental's frequency in hertz. Their
  /// common scale does not matter; see ``Loudness``.
  let amplitude: @Sendable (_ number: Int, _ fundamental: Double) -> Double

  /// All models in the font, by program.
  static let all = [
    vibraphone, organ, guitar, violin, cello, voice, trumpet, oboe, clarinet, flute,
  ]
}

extension InstrumentModel {
  /// A bowed string: the sawtooth of its stick and slip (Helmholtz), filtered by a body with the
  /// resonances of a violin and, for the low keys, of a cello.
  static let violin = InstrumentModel(
    name: "Violin", program: 40,
    envelope: .held([
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

  /// A cello: the violin's sawtooth on a larger body, whose air resonates at about 100 Hz and whose
  /// wood at about 180 and 220 Hz, below a broad hill at 1.3 kHz. Its heavy strings take longer to
  /// speak.
  static let cello = InstrumentModel(
    name: "Cello", program: 42,
    envelope: .held([Layer(partials: 1...1_000, attack: -3_300)])
  ) { number, fundamental in
    let hertz = Double(number) * fundamental
    let body =
      [
        Resonance(100, quality: 5, strength: 0.8), Resonance(180, quality: 5, strength: 1),
        Resonance(220, quality: 6, strength: 0.8), Resonance(360, quality: 4, strength: 0.4),
        Resonance(650, quality: 3, strength: 0.4), Resonance(1_300, quality: 1.5, strength: 0.6),
      ].reduce(0.3) { $0 + $1.gain(atHertz: hertz) }
    return body * Rolloff(hertz: 2_500, order: 3).gain(atHertz: hertz) / Double(number)
  }

  /// A nylon string, plucked at a little more than a fifth of its length, on a guitar's body. Its
  /// higher partials die first.
  static let guitar = InstrumentModel(
    name: "Guitar", program: 24,
    envelope: .ringing(
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

extension InstrumentModel {
  /// A flute: a strong fundamental, and a few weak partials that speak a little later.
  static let flute = InstrumentModel(
    name: "Flute", program: 73,
    envelope: .held([
      Layer(partials: 1...1, attack: -4_800), Layer(partials: 2...1_000, attack: -3_900),
    ])
  ) { number, fundamental in
    let hertz = Double(number) * fundamental
    return Rolloff(hertz: 1_200, order: 2).gain(atHertz: hertz)
      / (Double(number) * Double(number).squareRoot())
  }

  /// A clarinet: a closed tube sounds its odd partials. The even ones appear above about 1.5 kHz,
  /// where the tone holes let the sound through.
  static let clarinet = InstrumentModel(
    name: "Clarinet", program: 71, envelope: .held([Layer(partials: 1...1_000, attack: -5_400)])
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
  static let oboe = InstrumentModel(
    name: "Oboe", program: 68, envelope: .held([Layer(partials: 1...1_000, attack: -5_400)])
  ) { number, fundamental in
    let hertz = Double(number) * fundamental
    let formants =
      0.3 + Resonance(1_400, quality: 2.2, strength: 1.3).gain(atHertz: hertz)
      + Resonance(3_000, quality: 3, strength: 0.6).gain(atHertz: hertz)
    return formants * Rolloff(hertz: 5_000, order: 2).gain(atHertz: hertz)
      / Double(number).squareRoot()
  }

  /// A trumpet: partials nearly alike up to a broad formant at 1.2 kHz; the higher ones speak
  /// later.
  static let trumpet = InstrumentModel(
    name: "Trumpet", program: 56,
    envelope: .held([
      Layer(partials: 1...3, attack: -6_000), Layer(partials: 4...1_000, attack: -4_500),
    ])
  ) { number, fundamental in
    let hertz = Double(number) * fundamental
    return (0.5 + Resonance(1_200, quality: 0.9, strength: 1).gain(atHertz: hertz))
      * Rolloff(hertz: 2_200, order: 2).gain(atHertz: hertz)
      / Double(number).squareRoot().squareRoot()
  }

  /// Organ pipes, a chorus of principals at 8, 4, 2⅔ and 2 feet: the spectrum moves with the key,
  /// since each key has its own pipes.
  static let organ = InstrumentModel(
    name: "Organ", program: 16, envelope: .held([Layer(partials: 1...64, attack: -6_000)])
  ) { number, fundamental in
    let ranks: [(pitch: Int, level: Double)] = [(1, 1), (2, 0.7), (3, 0.4), (4, 0.45)]
    let sum = ranks.reduce(0.0) { sum, rank in
      guard number.isMultiple(of: rank.pitch) else { return sum }
      // The partials of one principal.
      let partial = Double(number / rank.pitch)
      return sum + rank.level / (partial * (0.5 + 0.5 * partial))
    }
    return sum * Rolloff(hertz: 7_000, order: 1).gain(atHertz: Double(number) * fundamental)
  }
}

extension InstrumentModel {
  /// A voice that sings "ah": the formants of a tenor, wide enough for steps of a semitone. Like a
  /// singer, the model raises the first formant to the fundamental for higher notes.
  static let voice = InstrumentModel(
    name: "Voice", program: 52, envelope: .held([Layer(partials: 1...1_000, attack: -4_200)])
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

extension InstrumentModel {
  /// A vibraphone without its fans: bars tuned so that their second mode is the double octave; the
  /// third is moved to the nearest partial, the tenth. They ring for seconds, the higher ones
  /// shorter.
  static let vibraphone = InstrumentModel(
    name: "Vibraphone", program: 11,
    envelope: .ringing(
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

/// A resonance of a body, a tube or a mouth, at the same frequency for every note.
struct Resonance {
  /// Its centre, in hertz.
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

  /// The amplitude that it adds at a frequency: a simple resonator's, strength/√(1 + Q²(f/F -
  /// F/f)²).
  func gain(atHertz frequency: Double) -> Double {
    let detuning = quality * (frequency / hertz - hertz / frequency)
    return strength / (1 + detuning * detuning).squareRoot()
  }
}

/// The upper limit of what an instrument radiates.
struct Rolloff {
  /// The frequency with half the power, in hertz.
  let hertz: Double
  /// 6 dB an octave for each order.
  let order: Int

  /// The amplitude that remains at a frequency: Butterworth's, 1/√(1 + (f/F)^(2·order)).
  func gain(atHertz frequency: Double) -> Double {
    let ratio = frequency / hertz
    let power = (0..<order).reduce(1.0) { product, _ in product * ratio * ratio }
    return 1 / (1 + power).squareRoot()
  }
}
