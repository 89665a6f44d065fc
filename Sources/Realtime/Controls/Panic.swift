/// Tells which MIDI messages demand that everything is silent at once: "all sound off" (120) and "all
/// notes off" (123; MIDI 1.0 Detailed Specification, "Channel mode messages").
///
/// Keyboards exist that send "all notes off" whenever their last key is released. One that follows a
/// release at once is no such demand. A release is forgotten as soon as nothing can belong to it any more:
/// the frame clock wraps around after a day, and would bring it back.
public struct Panic: BitwiseCopyable, Sendable {
  /// How long after the release of a key, in seconds, "all notes off" belongs to the release.
  private static var habitTime: Double { @_noLocks @_noAllocation get { 0.05 } }

  private let habitFrames: Int

  /// When a key was last released.
  private var releaseTime: FrameTime?

  /// - Parameter sampleRate: frames per second.
  @_noLocks @_noAllocation
  public init(sampleRate: Double) { habitFrames = Int(Self.habitTime * sampleRate) }

  /// Whether a message demands silence. Call with every message, in order.
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

  /// Forgets a release to which nothing can belong any more. Call at least once in each period, in
  /// which there may be no message.
  @_noLocks @_noAllocation
  public mutating func expire(at time: FrameTime) {
    guard let release = releaseTime else { return }
    let distance = time.distance(since: release)
    if distance < 0 || distance > habitFrames { releaseTime = nil }
  }
}
