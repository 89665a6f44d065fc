import Realtime

@testable import Sound

/// The process callback without a server: renders when a test says so.
@MainActor
final class OfflineEngine: CommandSink {
  let sampleRate: Double
  var isRunning = true

  /// Takes the events, as the player does in the program.
  var onEvent: ((Event) -> Void)?
  private(set) var events: [Event] = []

  private let messages: UnsafeMutablePointer<ProcessMessages>
  private let state: UnsafeMutablePointer<ProcessState>
  private(set) var time: FrameTime

  init(
    sampleRate: Double = 48_000, startingAt time: FrameTime = FrameTime(.max - 1000),
    commandCapacity: Int = 256
  ) {
    self.sampleRate = sampleRate
    self.time = time
    state = .allocate(capacity: 1)
    messages = .allocate(capacity: 1)
    messages.initialize(to: ProcessMessages(commandCapacity: commandCapacity))
    state.initialize(to: ProcessState(messages: messages))
  }

  isolated deinit {
    state.deinitialize(count: 1)
    state.deallocate()
    messages.deinitialize(count: 1)
    messages.deallocate()
  }

  var lateCommands: Int { messages.pointee.counters.lateCommands }

  /// The commands that wait for the next rendering.
  private(set) var commandCount = 0
  var hasCommands: Bool { commandCount > 0 }

  private var banks: [VoiceBank] = []

  /// Keeps a bank alive that a test has handed over itself.
  func keep(_ bank: VoiceBank) { banks.append(bank) }

  func send(_ command: Command, isStop: Bool) -> Bool {
    let isTaken = isRunning && messages.pointee.commands.push(command, isStop: isStop)
    if isTaken { commandCount += 1 }
    return isTaken
  }

  /// Renders `frames` frames in periods of `period` and returns the left channel; the right one must
  /// be the same for a sound in the middle.
  @discardableResult
  func render(_ frames: Int, period: Int = 64) -> Rendering {
    var rendering = Rendering()
    var left = [Float](repeating: .nan, count: period)
    var right = left
    var done = 0
    commandCount = 0
    while done < frames {
      let length = min(period, frames - done)
      state.pointee.render(left: &left, right: &right, frames: length, at: time)
      rendering.left += left[..<length]
      rendering.right += right[..<length]
      time = time.advanced(by: length)
      done += length
      while let event = messages.pointee.events.pop() {
        events.append(event)
        onEvent?(event)
      }
    }
    return rendering
  }
}

/// What both outputs gave.
struct Rendering {
  var left: [Float] = []
  var right: [Float] = []

  /// The first and the last frame that are not silent.
  var extent: ClosedRange<Int>? {
    guard let first = left.firstIndex(where: { $0 != 0 }),
      let last = left.lastIndex(where: { $0 != 0 })
    else { return nil }
    return first...last
  }

  var peak: Float { left.reduce(0) { max($0, abs($1)) } }
}
