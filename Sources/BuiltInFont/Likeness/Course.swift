/// How a sound runs in time: what its partials become, made of nothing but steady waves that rise.
///
/// A wave's rise is the one change in time that FluidSynth computes without steps: decays go by tenths
/// of a decibel, whose side tones lie 55 dB below each partial and pull at the phases of its
/// neighbours. Here nothing but levels moves, and smoothly: every partial keeps its frequency.
enum Course: Sendable {
  /// Sounds until it is stopped; the layers may begin differently. No partial is in two of them.
  case held([Layer])
  /// Dies away.
  case ringing(Ringing)

  /// The waves whose sum the sound is.
  func waves(atKey key: Int) -> [Wave] {
    switch self {
    case .held(let layers):
      layers.map { layer in
        Wave(attack: layer.attack) { layer.partials.contains($0) ? 1 : 0 }
      }
    case .ringing(let ringing): ringing.waves(atKey: key)
    }
  }

  /// The mean power of a partial of power 1 in the first second of a note.
  func powerOfFirstSecond(ofPartial number: Int, atKey key: Int) -> Double {
    switch self {
    case .held(let layers):
      // Of a straight rise to 1, a third of its duration counts.
      layers.filter { $0.partials.contains(number) }
        .reduce(0) { $0 + 1 - 2 * Exponential.seconds(timecents: $1.attack) / 3 }
    case .ringing(let ringing): ringing.powerOfFirstSecond(ofPartial: number, atKey: key)
    }
  }
}
