import Foundation
import Music

/// The source of chance of a session: the system's, or a seeded one that repeats its choices.
public nonisolated struct RandomSource: RandomNumberGenerator {
  private var generator: any RandomNumberGenerator

  public init(_ generator: any RandomNumberGenerator = SystemRandomNumberGenerator()) {
    self.generator = generator
  }

  public mutating func next() -> UInt64 { generator.next() }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): the same seed gives the same choices.
public nonisolated struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension RandomSource {
  /// A number from the standard normal distribution (Box and Muller, "A Note on the Generation of
  /// Random Normal Deviates", 1958).
  nonisolated mutating func nextNormal() -> Double {
    let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
  }
}

/// Moves the level of the second note at random, so that loudness is no cue for pitch.
public enum LoudnessRoving {
  /// The largest change of the level either way, at a setting of 1, in decibels.
  public nonisolated static let reach = 5.0

  /// A level uniform in ±(`share` × 5) dB. It is drawn whatever the share is, so that the setting
  /// does not change the later choices of a seed.
  static func amplitude(
    share: UnitInterval, using random: inout RandomSource
  ) -> AmplitudeDB {
    let position = Double.random(in: -1...1, using: &random)
    return AmplitudeDB(share.rawValue == 0 ? 0 : position * share.rawValue * reach)
  }
}

/// A source of chance that several users share: each continues where the previous one stopped.
public final nonisolated class SharedRandom: RandomNumberGenerator {
  private var generator: any RandomNumberGenerator

  /// - Parameter seed: `nil` for the system's chance.
  public init(seed: UInt64?) {
    generator = seed.map { SeededGenerator(seed: $0) } ?? SystemRandomNumberGenerator()
  }

  public func next() -> UInt64 { generator.next() }
}
