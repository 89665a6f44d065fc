import Realtime

/// The process callback without a server: it renders when somebody says so, at a time that moves by
/// hand. For tests and benchmarks. Main thread.
@MainActor
package final class OfflineEngine: CommandSink {
  package let sampleRate: Double
  package var isRunning = true

  /// Takes the events, as the player does in the program.
  package var onEvent: ((Event) -> Void)?

  /// The first frame of the next period.
  package private(set) var time: FrameTime

  /// The commands that wait for the next rendering.
  package private(set) var commandCount = 0

  private let messages: UnsafeMutablePointer<ProcessMessages>
  private let state: UnsafeMutablePointer<ProcessState>

  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - time: where the frame clock stands; shortly before it wraps around, unless said otherwise.
  ///   - commandCapacity: the size of the command ring, a power of two.
  package init(
    sampleRate: Double = 48_000, startingAt time: FrameTime = FrameTime(.max - 1000),
    commandCapacity: Int = 256
  ) {
    self.sampleRate = sampleRate
    self.time = time
    state = .allocate(capacity: 1)
    messages = .allocate(capacity: 1)
    messages.initialize(to: ProcessMessages(commandCapacity: commandCapacity))
    state.initialize(to: ProcessState(messages: messages, sampleRate: sampleRate))
  }

  isolated deinit {
    state.deinitialize(count: 1)
    state.deallocate()
    messages.deinitialize(count: 1)
    messages.deallocate()
  }

  /// Scheduled commands that came after their frame.
  package var lateCommands: Int { messages.pointee.counters.lateCommands }

  /// Events that found no room. Any is a fault.
  package var lostEvents: Int { messages.pointee.counters.lostEvents }

  package func send(_ command: Command, isStop: Bool) -> Bool {
    let isTaken = isRunning && messages.pointee.commands.push(command, isStop: isStop)
    if isTaken { commandCount += 1 }
    return isTaken
  }

  /// Renders one period of `frames` frames into both outputs, as JACK's process thread does, and
  /// moves the time on. Allocates nothing; the events wait for ``deliverEvents()``.
  ///
  /// - Parameter midi: what comes in during the period, by its offset.
  package func renderPeriod(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int,
    midi: UnsafeBufferPointer<TimedMIDIMessage> = UnsafeBufferPointer(start: nil, count: 0)
  ) {
    commandCount = 0
    state.pointee.render(left: left, right: right, frames: frames, at: time, midi: midi)
    time = time.advanced(by: frames)
  }

  /// The rendering alone, for a process thread; ``renderPeriod(left:right:frames:)`` is then not to be
  /// called.
  package var renderer: OfflineRenderer { OfflineRenderer(state: state) }

  /// Hands what the callback told to ``onEvent``.
  package func deliverEvents() {
    while let event = messages.pointee.events.pop() { onEvent?(event) }
  }
}

/// The rendering of an ``OfflineEngine`` for a process thread that a benchmark brings along.
///
/// `@unchecked Sendable`: one thread at a time renders, and the engine outlives it.
package struct OfflineRenderer: @unchecked Sendable {
  let state: UnsafeMutablePointer<ProcessState>

  /// Renders one period, whose first frame lies at `time`.
  @_noLocks @_noAllocation
  package func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int,
    at time: FrameTime
  ) {
    state.pointee.render(
      left: left, right: right, frames: frames, at: time,
      midi: UnsafeBufferPointer(start: nil, count: 0))
  }
}
