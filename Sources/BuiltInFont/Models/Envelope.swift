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

/// Partials of a held sound that begin together.
struct Layer {
  /// The numbers of its partials, the fundamental being 1.
  let partials: ClosedRange<Int>

  /// How long it rises, a straight line of amplitude, in timecents (seconds = 2^(timecents/1200)).
  let attack: Int
}

/// A part of a sound that rises from nothing to a steady wave.
struct Wave {
  /// How long it rises, a straight line of amplitude, in timecents.
  let attack: Int
  /// What a partial's amplitude is multiplied with, by the partial's number; may be negative.
  let gain: (_ partial: Int) -> Double

  /// The shortest attack there is: a millisecond.
  static let immediate = -12_000
}

/// A sound that dies away, each partial in its own time.
///
/// The exponential fall of a partial is drawn with straight lines from knot to knot, at most 0.9 dB
/// off for the fundamental's first 17 dB. The lines are those of a steady wave from which others are
/// taken away while they rise, one for each knot; how much of a partial each takes is where the slope of
/// its line changes. After the last knot, where the fundamental is 60 dB down, what is left stays.
struct Ringing: Sendable {
  /// How long the fundamental of key 60 takes to fall by 60 dB, in timecents.
  let sixtyDecibels: Int

  /// How much shorter that is from each key to the next, in timecents.
  let perKey: Int

  /// How many times faster a partial falls than the fundamental, by its number.
  let damping: @Sendable (_ partial: Int) -> Double

  /// How far the fundamental has fallen at each knot, in decibels.
  private static let knots = [1.2, 4, 9, 17, 30, 60]

  /// The steady wave, and for each knot one that takes away from it.
  func waves(atKey key: Int) -> [Wave] {
    let times = times(atKey: key).map { Exponential.seconds(timecents: $0) }
    let takers = times.indices.map { index in
      Wave(attack: self.times(atKey: key)[index]) { partial in
        let slopes = slopes(ofPartial: partial, times: times)
        return (slopes[index] - slopes[index + 1]) * times[index]
      }
    }
    return [Wave(attack: Wave.immediate) { _ in 1 }] + takers
  }

  /// The mean power of a partial, at first 1, in the first second.
  func powerOfFirstSecond(ofPartial number: Int, atKey key: Int) -> Double {
    var power = 0.0
    var start = (time: 0.0, level: 1.0)
    for (index, timecents) in times(atKey: key).enumerated() {
      var end = (
        time: Exponential.seconds(timecents: timecents),
        level: level(ofPartial: number, atKnot: index)
      )
      if end.time > 1 {
        let share = (1 - start.time) / (end.time - start.time)
        end = (1, start.level + share * (end.level - start.level))
      }
      let squares =
        start.level * start.level + start.level * end.level + end.level * end.level
      power += (end.time - start.time) * squares / 3
      start = end
      if end.time >= 1 { return power }
    }
    return power + (1 - start.time) * start.level * start.level
  }

  /// When the knots are, in timecents.
  private func times(atKey key: Int) -> [Int] {
    Self.knots.map { decibels in
      sixtyDecibels - perKey * (key - 60) + Exponential.timecents(ofRatio: decibels / 60)
    }
  }

  private func level(ofPartial number: Int, atKnot index: Int) -> Double {
    Exponential.amplitude(decibels: -Self.knots[index] * damping(number))
  }

  /// How the level changes up to each knot, in 1/s, and after the last one, where it stays.
  private func slopes(ofPartial number: Int, times: [Double]) -> [Double] {
    times.indices.map { index in
      let before =
        index == 0 ? (0, 1) : (times[index - 1], level(ofPartial: number, atKnot: index - 1))
      return (level(ofPartial: number, atKnot: index) - before.1) / (times[index] - before.0)
    } + [0]
  }
}
