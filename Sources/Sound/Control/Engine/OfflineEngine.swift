import Realtime

/// The process callback without a server, which renders on request, at a time that the caller
/// advances. For tests and benchmarks. Main thread.
@MainActor
public final class OfflineEngine: CommandSink {
  public let sampleRate: Double
  public var isRunning = true

  /// Called with the events.
  public var onEvent: ((Event) -> Void)?

  /// The first frame of the next period.
  public private(set) var time: FrameTime

  public var now: FrameTime? { time }

  /// The number of commands that wait for the next rendering.
  public private(set) var commandCount = 0

  private var commands = CommandQueue()
  private let messages: UnsafeMutablePointer<ProcessMessages>
  private let state: UnsafeMutablePointer<ProcessState>

  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - time: the start of the frame clock; by default shortly before it wraps around.
  ///   - commandCapacity: the size of the command ring, a power of two.
  ///   - leadSeconds: the longest time before its frame in which a note is struck; `nil` for that
  ///     of the program. With 0, a passage begins in the frame of its command at every period.
  public init(
    sampleRate: Double = 48_000, startingAt time: FrameTime = FrameTime(.max - 1000),
    commandCapacity: Int = 256, leadSeconds: Double? = nil
  ) {
    self.sampleRate = sampleRate
    self.time = time
    state = .allocate(capacity: 1)
    messages = .allocate(capacity: 1)
    messages.initialize(to: ProcessMessages(commandCapacity: commandCapacity))
    state.initialize(
      to: ProcessState(
        messages: messages, sampleRate: sampleRate,
        leadSeconds: leadSeconds ?? WaitingNotes.leadSeconds))
  }

  isolated deinit {
    state.deinitialize(count: 1)
    state.deallocate()
    messages.deinitialize(count: 1)
    messages.deallocate()
  }

  /// The number of dropped events. Any is a defect.
  public var lostEvents: Int { messages.pointee.counters.lostEvents }

  @discardableResult
  public func send(_ command: Command) -> Bool {
    guard isRunning else { return false }
    commands.send(command, to: messages.pointee.commands)
    commandCount += 1
    return true
  }

  /// Renders one period of `frames` frames into both outputs, as JACK's process thread does, and
  /// advances the time. Allocates nothing; the events wait for ``deliverEvents()``.
  ///
  /// - Parameters:
  ///   - midi: the period's messages, sorted by offset.
  ///   - trigger: the output that marks the beginnings of notes; `nil` for none.
  public func renderPeriod(
    left: UnsafeMutablePointer<Float>?, right: UnsafeMutablePointer<Float>?, frames: Int,
    midi: UnsafeBufferPointer<TimedMIDIMessage> = UnsafeBufferPointer(start: nil, count: 0),
    trigger: UnsafeMutablePointer<Float>? = nil
  ) {
    commandCount = 0
    state.pointee.render(
      left: left, right: right, frames: frames, at: time, midi: midi, trigger: trigger)
    time = time.advanced(by: frames)
  }

  /// Advances JACK's clock by frames that are not rendered, as in an xrun.
  public func skip(_ frames: Int) { time = time.advanced(by: frames) }

  /// The rendering alone, for a process thread. Do not call
  /// ``renderPeriod(left:right:frames:midi:)`` as well.
  public var renderer: OfflineRenderer { OfflineRenderer(state: state) }

  /// Passes the callback's events to ``onEvent``, and the waiting commands to the callback.
  public func deliverEvents() {
    commands.flush(to: messages.pointee.commands)
    while let event = messages.pointee.events.pop() { onEvent?(event) }
  }
}

/// The rendering of an ``OfflineEngine`` for a benchmark's own process thread.
///
/// `@unchecked Sendable`: one thread at a time renders, and the engine outlives it.
public struct OfflineRenderer: @unchecked Sendable {
  let state: UnsafeMutablePointer<ProcessState>

  /// Renders one period, whose first frame is at `time`.
  @_noLocks @_noAllocation
  public func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int,
    at time: FrameTime
  ) {
    state.pointee.render(
      left: left, right: right, frames: frames, at: time,
      midi: UnsafeBufferPointer(start: nil, count: 0))
  }
}
