/// A cycle laid out as SoundFont 2.04 (section 7.10) wants a looped sample.
struct Sample {
  /// Points before and after the loop that continue it, so that an interpolator sees no edge.
  static let guardPoints = 8

  /// Zeros that follow each sample in the file.
  static let silentPoints = 46

  /// Points a second: 16 384 times the 13.75 Hz of the root key.
  static let rate: UInt32 = 225_280

  /// MIDI key that the sample sounds at its own rate: A, 13.75 Hz = 440 Hz / 2⁵.
  static let rootKey: UInt8 = 9

  /// At most 20 characters of ASCII.
  let name: String

  /// Guard, loop, guard: 24-bit points.
  let points: [Int32]

  /// - Parameter repetitions: how often the cycle stands in the sample, 1 or more.
  init(name: String, cycle: Cycle, repetitions: Int = 1) {
    self.name = name
    points =
      Array(cycle.points.suffix(Self.guardPoints))
      + repeatElement(cycle.points, count: repetitions).joined()
      + cycle.points.prefix(Self.guardPoints)
  }

  /// The same points under another name.
  init(name: String, pointsOf other: Sample) {
    self.name = name
    points = other.points
  }

  /// The loop: whole cycles from the first point on. A player goes on at its start when it
  /// reaches its end.
  var loop: Range<Int> { Self.guardPoints..<points.count - Self.guardPoints }
}
