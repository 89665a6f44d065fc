/// Recognizes messages that come back to where they were sent from: by connections that form a loop, by a
/// program that passes everything on, or by a controller that echoes what it receives.
///
/// Each message that was sent takes back one that is equal and comes soon after it. A press of a player is
/// not that fast: what a light shows has only just begun then. The release of the press that has switched a
/// light off is, and may be an equal message: see ``Buttons/handleEcho(_:)``.
///
/// Only the process thread uses it. It allocates memory once, in the initializer.
public struct EchoFilter: ~Copyable {
  /// How soon an echo comes, in seconds: a controller on a USB hub needs a few hundredths.
  private static var echoTime: Double { @_noLocks @_noAllocation get { 0.06 } }

  /// A loop of connections takes a period, and one for each program in it that the server runs later.
  private static var echoPeriods: Int { @_noLocks @_noAllocation get { 4 } }

  /// How many messages are remembered; more are not sent in the time of an echo.
  private static var capacity: Int { @_noLocks @_noAllocation get { 128 } }

  private struct Sent: BitwiseCopyable {
    /// 0, which no message has, if there is none.
    var signature: UInt32 = 0
    var time = FrameTime(0)
  }

  private let slots: UnsafeMutablePointer<Sent>
  private let echoFrames: Int
  private var next = 0

  /// The last moment at which an echo can come; `nil` if none is expected.
  private var end: FrameTime?

  /// - Parameter sampleRate: frames per second.
  public init(sampleRate: Double) {
    slots = .allocate(capacity: Self.capacity)
    // This touches every page, so that the process thread causes no page fault.
    slots.initialize(repeating: Sent(), count: Self.capacity)
    echoFrames = Int(Self.echoTime * sampleRate)
  }

  deinit { slots.deallocate() }

  /// A message is sent.
  ///
  /// - Parameter period: the frames of a period.
  @_noLocks @_noAllocation
  public mutating func record(_ message: ShortMIDIMessage, at time: FrameTime, period: Int) {
    let last = time.advanced(by: max(echoFrames, Self.echoPeriods &* period))
    slots[next].signature = message.signature
    slots[next].time = last
    next = next &+ 1 < Self.capacity ? next &+ 1 : 0
    end = last
  }

  /// Whether a message that has come is the echo of one that was sent.
  ///
  /// - Parameter bytes: `count` readable bytes.
  @_noLocks @_noAllocation
  public mutating func isEcho(
    _ bytes: UnsafePointer<UInt8>, count: Int, at time: FrameTime
  ) -> Bool {
    // Nearly always: nothing was sent lately.
    guard case .some = end, count == 2 || count == 3 else { return false }
    expire(at: time)
    guard case .some = end else { return false }
    let signature = ShortMIDIMessage.signature(
      status: bytes[0], first: bytes[1], second: count == 3 ? bytes[2] : 0)
    var index = 0
    while index < Self.capacity {
      if slots[index].signature == signature, slots[index].time.distance(since: time) >= 0 {
        slots[index].signature = 0
        return true
      }
      index &+= 1
    }
    return false
  }

  /// Forgets what was sent once none of it can come back any more. Call at least once in each period, in
  /// which there may be no message: the frame clock wraps around after a day, and would bring it back.
  @_noLocks @_noAllocation
  public mutating func expire(at time: FrameTime) {
    guard let end, end.distance(since: time) < 0 else { return }
    self.end = nil
    var index = 0
    while index < Self.capacity {
      slots[index].signature = 0
      index &+= 1
    }
  }
}
