/// Recognizes messages that come back to where they were sent from: by connections that form a
/// loop, by a program that passes everything on, or by a controller that echoes what it receives.
///
/// For each message that was sent, one equal message is an echo if it comes where an echo can be:
///
/// - A loop inside the server keeps the frame of a message in its period. Peach sends at the first
///   frame, so such an echo is at the first frame, of the same period or of one of the next.
/// - At other frames, an equal message in the period in which Peach sends came before. In a later
///   period it can be the echo of a device. The server passes messages on at whole periods, out and
///   in, so the frames from the beginning of a period to the echo are the time that the device
///   itself has taken.
///
/// So an equal message of a press by hand counts, except in the first moments of one or two
/// periods, which is soon after the message if periods are short. No player is that fast after the
/// change of a light. But the release of the press that has switched a light off can be, and may be
/// an equal message: see ``Buttons/handleEcho(_:)``.
///
/// Only the process thread uses it. It allocates memory once, in the initializer.
public struct EchoFilter: ~Copyable {
  /// The longest time that a controller takes to echo, in seconds: one on a USB hub needs a few
  /// hundredths.
  private static var deviceTime: Double { @_noLocks @_noAllocation get { 0.06 } }

  /// The most periods that the server takes on the way to a device and back.
  private static var devicePeriods: Int { @_noLocks @_noAllocation get { 2 } }

  /// The most periods of a loop of connections: one, and one for each program in it that the server
  /// runs later.
  private static var loopPeriods: Int { @_noLocks @_noAllocation get { 4 } }

  /// The number of messages that are remembered; more are not sent in the time of an echo.
  private static var capacity: Int { @_noLocks @_noAllocation get { 128 } }

  private struct Sent: BitwiseCopyable {
    /// 0, which no message has, if there is none.
    var signature: UInt32 = 0

    /// The beginning of the period in which it left, and the frames of that period.
    var start = FrameTime(0)
    var period = 0
  }

  private let slots: UnsafeMutablePointer<Sent>
  private let deviceFrames: Int
  private var next = 0

  /// The last moment at which an echo can come; `nil` if none is expected.
  private var end: FrameTime?

  /// - Parameter sampleRate: frames per second.
  public init(sampleRate: Double) {
    slots = .allocate(capacity: Self.capacity)
    // This touches every page, so that the process thread causes no page fault.
    slots.initialize(repeating: Sent(), count: Self.capacity)
    deviceFrames = Int(Self.deviceTime * sampleRate)
  }

  deinit { slots.deallocate() }

  /// Remembers a message that is sent at the first frame of a period.
  ///
  /// - Parameters:
  ///   - start: the beginning of the period.
  ///   - period: its frames.
  @_noLocks @_noAllocation
  public mutating func record(_ message: ShortMIDIMessage, at start: FrameTime, period: Int) {
    slots[next].signature = message.signature
    slots[next].start = start
    slots[next].period = period
    next = next &+ 1 < Self.capacity ? next &+ 1 : 0
    end = start.advanced(
      by: max(Self.loopPeriods &* period, Self.devicePeriods &* period &+ deviceFrames))
  }

  /// True if a message that has come is the echo of one that was sent.
  ///
  /// - Parameters:
  ///   - bytes: `count` readable bytes.
  ///   - offset: its frame in the period that begins at `start`.
  @_noLocks @_noAllocation
  public mutating func isEcho(
    _ bytes: UnsafePointer<UInt8>, count: Int, at offset: Int, ofPeriodAt start: FrameTime
  ) -> Bool {
    // Nearly always: nothing was sent lately.
    guard case .some = end, count == 2 || count == 3 else { return false }
    let signature = ShortMIDIMessage.signature(
      status: bytes[0], first: bytes[1], second: count == 3 ? bytes[2] : 0)
    var index = 0
    while index < Self.capacity {
      if slots[index].signature == signature, canReturn(slots[index], at: offset, of: start) {
        slots[index].signature = 0
        return true
      }
      index &+= 1
    }
    return false
  }

  /// True if an echo of what was sent can be at that frame of the period that begins at `start`.
  @_noLocks @_noAllocation
  private func canReturn(_ sent: Sent, at offset: Int, of start: FrameTime) -> Bool {
    let wait = start.distance(since: sent.start)
    if offset == 0, wait >= 0, wait <= Self.loopPeriods &* sent.period { return true }
    guard wait >= sent.period, offset <= deviceFrames else { return false }
    return wait &+ offset <= Self.devicePeriods &* sent.period &+ deviceFrames
  }

  /// Forgets the messages once no echo can come. Call at the beginning of each period, because the
  /// frame clock wraps around after a day.
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
