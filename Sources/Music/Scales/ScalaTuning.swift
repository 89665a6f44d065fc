/// A Scala scale as a tuning of intervals.
///
/// Each interval has the size of the scale's nearest degree. An interval down is as large as the same
/// interval up, as in every other tuning: the lower of two notes is the scale's 1/1. So a file that
/// holds the sizes of a built-in tuning trains what that tuning does.
public struct ScalaTuning: Hashable, Sendable {
  /// Names the scale in records and in JSON; not empty, no control characters.
  public let name: String
  public let scale: ScalaScale

  /// For each interval, by its number of semitones.
  private let steps: [ScaleStep]

  /// - Parameter name: made printable; `scale` stands in for an empty one.
  public init(name: String, scale: ScalaScale) {
    let printable = name.printable
    self.name = printable.isEmpty ? "scale" : printable
    self.scale = scale
    steps = Interval.allCases.map(scale.step(for:))
  }

  /// The degree that stands for an interval, up or down.
  public func step(for interval: Interval) -> ScaleStep { steps[interval.rawValue] }
}
