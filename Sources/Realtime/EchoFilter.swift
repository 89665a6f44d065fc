/// Recognizes messages that come back to where they were sent from: by connections that form a loop, by a
/// program that passes everything on, or by a controller that echoes what it receives.
///
/// Each message that was sent takes back one that is equal and comes where an echo can be:
///
/// - A loop inside the server keeps the place of a message in its period. Peach sends at the first frame, so
///   such an echo is at the first frame, of the same period or of one of the next.
/// - What is elsewhere in the period in which the message leaves was there before it left. In a later one it
///   can be the echo of a device. The server hands on at whole periods, out and in, so what is between the
///   beginning of a period and the echo is the time that the device itself has taken.
///
/// So a press by hand that is equal counts, except in the first moments of one or two periods; with short
/// periods that is soon after the message. No player is that fast: what a light shows has only just begun
/// then. The release of the press that has switched a light off is, and may be an equal message: see
/// ``Buttons/handleEcho(_:)``.
///
/// Only the process thread uses it. It allocates memory once, in the initializer.
public struct EchoFilter: ~Copyable {
  /// How long a controller takes to echo, in seconds: one on a USB hub needs a few hundredths.
  private static var deviceTime: Double { @_noLocks @_noAllocation get { 0.06 } }

  /// How many periods the server takes at most on the way to a device and back.
  private static var devicePeriods: Int { @_noLocks @_noAllocation get { 2 } }

  /// A loop of connections takes a period, and one for each program in it that the server runs later.
  private static var loopPeriods: Int { @_noLocks @_noAllocation get { 4 } }

  /// How many messages are remembered; more are not sent in the time of an echo.
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

  /// A message is sent, at the first frame of a period.
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

  /// Whether a message that has come is the echo of one that was sent.
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

  /// Whether an echo of what was sent can be at that frame of the period that begins at `start`.
  @_noLocks @_noAllocation
  private func canReturn(_ sent: Sent, at offset: Int, of start: FrameTime) -> Bool {
    let wait = start.distance(since: sent.start)
    if offset == 0, wait >= 0, wait <= Self.loopPeriods &* sent.period { return true }
    guard wait >= sent.period, offset <= deviceFrames else { return false }
    return wait &+ offset <= Self.devicePeriods &* sent.period &+ deviceFrames
  }

  /// Forgets what was sent once none of it can come back any more. Call at the beginning of each period, in
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
