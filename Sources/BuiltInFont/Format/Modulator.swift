/// One of a player's default modulators (SoundFont 2.04, section 8.4), named in order to be
/// given the amount 0.
///
/// Left alone are those that a musician expects to work and that change neither pitch nor
/// timbre by themselves: velocity, volume and expression to level, pan, and the pitch wheel.
struct Modulator {
  /// What moves: controller number, whether it is a controller, direction, polarity, curve
  /// (section 8.2).
  let source: UInt16
  /// What would be moved.
  let destination: Generator
  /// What would scale the movement, 0 for nothing.
  let amountSource: UInt16

  /// All that would bend the pitch or colour the tone.
  static let silenced: [Modulator] =
    velocityToFilter + [
      Modulator(source: 0x000D, destination: .vibratoToPitch, amountSource: 0),
      Modulator(source: 0x0081, destination: .vibratoToPitch, amountSource: 0),
      Modulator(source: 0x00DB, destination: .reverbSend, amountSource: 0),
      Modulator(source: 0x00DD, destination: .chorusSend, amountSource: 0),
    ]

  /// Velocity to the filter's cutoff. A modulator replaces a default one only when its sources
  /// are the same, and the editions of the standard disagree about the second: none in 2.04, a
  /// falling switch on velocity in 2.01, and FluidSynth has a rising one.
  private static let velocityToFilter = [0, 0x0D02, 0x0C02].map {
    Modulator(source: 0x0102, destination: .initialFilterCutoff, amountSource: $0)
  }
}
