import Music

/// How well the user tunes.
public nonisolated struct PitchMatchingProfile: Equatable, Sendable {
  private var magnitudes = Welford()
  private var errors = Welford()

  public init() {}

  /// How many pitches were committed.
  public var count: Int { magnitudes.count }

  /// The mean |error|; `nil` while there is none.
  public var mean: Cents? { magnitudes.mean.map { Cents($0) } }

  /// The sample standard deviation of the |error|; `nil` below two.
  public var standardDeviation: Cents? { magnitudes.standardDeviation.map { Cents($0) } }

  /// The mean error with its sign, the constant error of psychophysics; positive is sharp.
  public var bias: Cents? { errors.mean.map { Cents($0) } }

  /// The sample standard deviation about the bias, the variable error of psychophysics.
  public var spread: Cents? { errors.standardDeviation.map { Cents($0) } }

  /// Adds a committed pitch. O(1).
  ///
  /// - Parameters:
  ///   - note: the reference note; the statistics are those of all notes together.
  ///   - centError: positive is sharp.
  public mutating func updateMatching(note _: MIDINote, centError: Cents) {
    magnitudes.add(centError.magnitude)
    errors.add(centError.rawValue)
  }
}
