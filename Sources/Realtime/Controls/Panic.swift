/// Recognizes MIDI messages that demand silence at once: "all sound off" (120) and "all notes off"
/// (123; MIDI 1.0 Detailed Specification, "Channel mode messages").
///
/// Some keyboards send "all notes off" whenever their last key is released, so it is ignored if it
/// follows a release at once. Earlier releases are forgotten, because the frame clock wraps around
/// after a day.
public struct Panic: BitwiseCopyable, Sendable {
  /// The seconds after the release of a key in which "all notes off" belongs to the release.
  private static var habitTime: Double { @_noLocks @_noAllocation get { 0.05 } }

  private let habitFrames: Int

  /// The time of the last release of a key.
  private var releaseTime: FrameTime?

  /// - Parameter sampleRate: frames per second.
  @_noLocks @_noAllocation
  public init(sampleRate: Double) { habitFrames = Int(Self.habitTime * sampleRate) }

  /// True if a message demands silence. Call with every message, in order.
  @_noLocks @_noAllocation
  public mutating func isDemanded(by message: MIDIMessage, at time: FrameTime) -> Bool {
    expire(at: time)
    switch message {
    case .noteOff:
      releaseTime = time
      return false
    case .controlChange(_, 120, _): return true
    case .controlChange(_, 123, _):
      if case .some = releaseTime { return false }
      return true
    case .noteOn, .controlChange, .programChange, .pitchWheel: return false
    }
  }

  /// Forgets a release that is too long ago. Call at least once in each period.
  @_noLocks @_noAllocation
  public mutating func expire(at time: FrameTime) {
    guard let release = releaseTime else { return }
    let distance = time.distance(since: release)
    if distance < 0 || distance > habitFrames { releaseTime = nil }
  }
}
