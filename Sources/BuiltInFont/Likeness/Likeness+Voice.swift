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
