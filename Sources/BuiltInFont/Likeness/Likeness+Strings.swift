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
