/// How a sound's partials develop over time, made only of steady waves that rise.
///
/// A rise is the only change in time that FluidSynth computes without steps: its decays go in
/// tenths of a decibel, whose side tones are 55 dB below each partial and shift the phases of its
/// neighbours. Here only levels change, and smoothly: every partial keeps its frequency.
enum Envelope: Sendable {
  /// Sounds until it is stopped; the layers may begin differently. No partial is in two layers.
  case held([Layer])
  /// Dies away.
  case ringing(Ringing)

  /// The waves that add up to the sound.
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
      // A straight rise to 1 counts a third of its duration.
      layers.filter { $0.partials.contains(number) }
        .reduce(0) { $0 + 1 - 2 * Exponential.seconds(timecents: $1.attack) / 3 }
    case .ringing(let ringing): ringing.powerOfFirstSecond(ofPartial: number, atKey: key)
    }
  }
}

/// Partials of a held sound that begin together.
struct Layer {
  /// The numbers of its partials; the fundamental is 1.
  let partials: ClosedRange<Int>

  /// How long it rises, linearly in amplitude, in timecents (seconds = 2^(timecents/1200)).
  let attack: Int
}

/// A part of a sound that rises from silence to a steady wave.
struct Wave {
  /// How long it rises, linearly in amplitude, in timecents.
  let attack: Int
  /// The factor for a partial's amplitude, by the partial's number; may be negative.
  let gain: (_ partial: Int) -> Double

  /// The shortest possible attack: a millisecond.
  static let immediate = -12_000
}

/// A sound that dies away, each partial at its own rate.
///
/// Straight lines from knot to knot approximate the exponential decay of a partial, within 0.9 dB
/// for the fundamental's first 17 dB. They result from a steady wave minus rising waves, one for
/// each knot; each subtracts as much of a partial as the slope of its line changes there. After the
/// last knot, when the fundamental is 60 dB down, the rest stays.
struct Ringing: Sendable {
  /// How long the fundamental of key 60 takes to fall by 60 dB, in timecents.
  let sixtyDecibels: Int

  /// How much shorter that is from each key to the next, in timecents.
  let perKey: Int

  /// How many times faster a partial falls than the fundamental, by its number.
  let damping: @Sendable (_ partial: Int) -> Double

  /// How far the fundamental has fallen at each knot, in decibels.
  private static let knots = [1.2, 4, 9, 17, 30, 60]

  /// The steady wave, and for each knot a wave that is subtracted from it.
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

  /// The times of the knots, in timecents.
  private func times(atKey key: Int) -> [Int] {
    Self.knots.map { decibels in
      sixtyDecibels - perKey * (key - 60) + Exponential.timecents(ofRatio: decibels / 60)
    }
  }

  private func level(ofPartial number: Int, atKnot index: Int) -> Double {
    Exponential.amplitude(decibels: -Self.knots[index] * damping(number))
  }

  /// The slope of the level up to each knot, in 1/s, and after the last one, where it is 0.
  private func slopes(ofPartial number: Int, times: [Double]) -> [Double] {
    times.indices.map { index in
      let before =
        index == 0 ? (0, 1) : (times[index - 1], level(ofPartial: number, atKnot: index - 1))
      return (level(ofPartial: number, atKnot: index) - before.1) / (times[index] - before.0)
    } + [0]
  }
}
