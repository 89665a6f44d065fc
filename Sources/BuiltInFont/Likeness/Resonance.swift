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
