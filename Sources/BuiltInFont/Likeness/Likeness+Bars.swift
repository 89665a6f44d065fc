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
