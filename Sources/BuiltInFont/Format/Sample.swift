/// A cycle laid out as SoundFont 2.04 (section 7.10) wants a looped sample.
struct Sample {
  /// Points after the loop that continue it, and at least so many before it, so that an interpolator
  /// sees no edge.
  static let guardPoints = 8

  /// Zeros that follow each sample in the file.
  static let silentPoints = 46

  /// Points a second: 16 384 times 13.75 Hz.
  static let rate: UInt32 = 225_280

  /// MIDI key that the sample sounds at its own rate: an A, for 16 384 points that of 13.75 Hz =
  /// 440 Hz / 2⁵, an octave higher whenever there are half as many.
  let rootKey: UInt8

  /// At most 20 characters of ASCII.
  let name: String

  /// Guard, loop, guard: 24-bit points.
  let points: [Int32]

  private let lead: Int

  /// - Parameters:
  ///   - lead: how many points come before the loop, `guardPoints` or more.
  ///   - repetitions: how often the cycle stands in the sample, 1 or more.
  init(name: String, cycle: Cycle, lead: Int = guardPoints, repetitions: Int = 1) {
    self.name = name
    self.lead = lead
    rootKey = UInt8(9 + 12 * (14 - cycle.points.count.trailingZeroBitCount))
    points =
      Array(cycle.points.suffix(lead))
      + repeatElement(cycle.points, count: repetitions).joined()
      + cycle.points.prefix(Self.guardPoints)
  }

  /// The same points under another name.
  init(name: String, pointsOf other: Sample) {
    self.name = name
    points = other.points
    rootKey = other.rootKey
    lead = other.lead
  }

  /// The loop: whole cycles from the first point on. A player goes on at its start when it
  /// reaches its end.
  var loop: Range<Int> { lead..<points.count - Self.guardPoints }
}
