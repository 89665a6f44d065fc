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
