/// A musical scale as a Scala file (`.scl`) has it.
///
/// Degree 0 is 1/1 and stands in no file; each pitch is a distance from it. The last one is the formal
/// octave, the interval at which the scale repeats: of any size, or negative in a scale that descends.
/// Pitches need not rise.
public struct ScalaScale: Hashable, Sendable {
  /// What its author says of the scale in one line; it may be empty. No control characters.
  public let description: String

  /// The pitches of degree 1 and up, as finite distances from degree 0. It may be empty.
  public let pitches: [Cents]

  /// - Precondition: every pitch is finite.
  public init(description: String = "", pitches: [Cents]) {
    precondition(pitches.allSatisfy(\.rawValue.isFinite), "a pitch is finite")
    self.description = description
    self.pitches = pitches
  }

  /// The interval at which the scale repeats, or `nil` where it does not: it has no notes, or they end
  /// less than a cent from where they began.
  public var formalOctave: Cents? {
    guard let last = pitches.last, last.magnitude >= 1 else { return nil }
    return last
  }
}
