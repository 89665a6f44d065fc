/// The recipe of a steady tone: the strengths of its harmonics.
struct Timbre {
  /// The preset's name.
  let name: String
  /// The preset's MIDI bank.
  let bank: UInt16
  /// The preset's MIDI program.
  let program: UInt16
  /// Signed amplitudes of the harmonics, all in sine phase, the fundamental first. Their common
  /// scale does not matter: a cycle is brought to the level of all the others.
  let harmonics: [Double]

  /// All that the font holds.
  static let all = [sine, triangle, reed]

  /// A pure tone.
  static let sine = Timbre(name: "Sine", bank: 8, program: 80, harmonics: [1])

  /// A triangle: odd harmonics as 1/h² with alternating signs (Fourier series). The 63rd, the
  /// last, is 72 dB below the fundamental.
  static let triangle = Timbre(
    name: "Triangle", bank: 8, program: 81,
    harmonics: (1...63).map { number in
      guard !number.isMultiple(of: 2) else { return 0 }
      let sign = number % 4 == 1 ? 1.0 : -1.0
      return sign / Double(number * number)
    })

  /// A soft reed: a sawtooth's harmonics, 1/h, bent towards 1/h³ from the eighth on, as a
  /// gentle filter that follows the key would. The 64th, the last, is 72 dB down.
  static let reed = Timbre(
    name: "Reed", bank: 8, program: 82,
    harmonics: (1...64).map { number in
      let bend = Double(number) / 8
      return 1 / (Double(number) * (1 + bend * bend))
    })
}
