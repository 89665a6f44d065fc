import Music

/// Recognizes by level and pitch that the input hears the loudspeakers.
public struct LeakWatch: Sendable {
  private var frames: [PitchFrame] = []

  /// The least level of sound that is heard, and its least distance from the quietest moment of the
  /// last seconds, in dB.
  private static let floor = -66.0
  private static let rise = 6.0

  /// The last seconds that are kept.
  private static let longest = 8.0

  /// The seconds in which notes that have just ended are looked for.
  private static let lookBack = 0.3

  /// The delay of sound on its way, in seconds: the first half of the notes' time is looked for
  /// this much later.
  private static let lateness = 0.06

  public init() {}

  /// Adds frames of the coarse analysis.
  public mutating func receive(_ frames: [PitchFrame]) {
    self.frames += frames.filter { !$0.level.isNaN }
    self.frames.removeFirst(
      max(self.frames.count - Int(Self.longest * PitchTracker.frameRate), 0))
  }

  /// The highest level, in dB of full scale, at which notes that have just ended were heard; `nil`
  /// if they were not.
  ///
  /// A knock or another note does not count. Neither does the note of a player who began before
  /// they had ended: sound from loudspeakers is there in the first half of their time.
  ///
  /// - Parameter seconds: the time that they sounded.
  public func level(of notes: [Frequency], after seconds: Double) -> Double? {
    let quietest = frames.map(\.level).min() ?? -.infinity
    func isHeard(_ frame: PitchFrame) -> Bool {
      frame.level > max(Self.floor, quietest + Self.rise) && frame.mayBe(anyOf: notes)
    }
    func count(_ seconds: Double) -> Int {
      Int((min(max(seconds, 0), Self.longest) * PitchTracker.frameRate).rounded())
    }
    let last = frames.suffix(count(Self.lookBack))
    let whole = frames.suffix(count(max(seconds, Self.lookBack) + Self.lateness))
    let half = whole.dropLast(count(min(max(seconds, Self.lookBack), Self.longest) / 2))
    guard last.contains(where: isHeard), half.contains(where: isHeard) else { return nil }
    return last.map(\.level).max()
  }
}
