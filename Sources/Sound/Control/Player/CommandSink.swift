import MainThread
import Realtime

/// The receiver of commands for the process callback: JACK's in the program, an offline one in
/// tests and benchmarks.
@MainActor
public protocol CommandSink: AnyObject {
  /// Frames per second.
  var sampleRate: Double { get }

  /// True if commands are carried out.
  var isRunning: Bool { get }

  /// True if only stops are carried out, and events of the sounding notes still come.
  var isFadingOut: Bool { get }

  /// The frame that is being played at this moment; `nil` if it is not known.
  var now: FrameTime? { get }

  /// Sends a command, which waits until there is room for it; false if commands are not carried
  /// out.
  @discardableResult
  func send(_ command: Command) -> Bool
}

extension CommandSink {
  public var isFadingOut: Bool { false }
  public var now: FrameTime? { nil }
}

/// The commands that wait for room in the ring to the process callback, in their order. Main
/// thread.
///
/// The callback takes commands in each period and then wakes the main thread, which fills the ring
/// again. If the callback does not run, nothing is lost.
///
/// No flood of requests lets the queue grow without limit: a setting replaces one that waits, and
/// ``VoiceAllocator`` limits the notes that can begin, and so the notes that can be stopped.
struct CommandQueue {
  private var waiting: [Command] = []

  /// Sends a command after the waiting ones, at once if there is room for it.
  mutating func send(_ command: Command, to ring: borrowing CommandRing) {
    if waiting.isEmpty, ring.push(command) { return }
    if let index = placeOfSuperseded(by: command) {
      waiting[index] = command
    } else {
      waiting.append(command)
    }
  }

  /// Sends as many of the waiting commands as there is room for.
  mutating func flush(to ring: borrowing CommandRing) {
    var sent = 0
    while sent < waiting.count, ring.push(waiting[sent]) { sent += 1 }
    waiting.removeFirst(sent)
  }

  /// The index of a command for the same setting; `nil` if there is none, or if another command
  /// than a setting follows it.
  private func placeOfSuperseded(by command: Command) -> Int? {
    guard let setting = command.setting else { return nil }
    var index = waiting.endIndex
    while index > 0, let other = waiting[index - 1].setting {
      index -= 1
      if other == setting { return index }
    }
    return nil
  }
}

extension Command {
  /// A property that has one value at a time.
  fileprivate enum Setting: Equatable {
    case level
    case pitch(NoteID)
    case slider(NoteID)
    case arming(NoteID)
    case controls
    case motor
  }

  /// The setting of the command, if only its last value counts.
  fileprivate var setting: Setting? {
    switch action {
    case .setLevel: .level
    case .retune(let note, _): .pitch(note)
    case .moveSlider(let note, _, _): .slider(note)
    case .arm(let note, _): .arming(note)
    case .resetControls: .controls
    case .followMotor: .motor
    case .play, .stop, .stopAll, .confirmSlider, .confirm, .bind, .install: nil
    }
  }
}

/// The passages and bindings that commands have passed to the process callback: plain memory, which
/// the main thread does not touch until an event returns it. Main thread.
///
/// To be released only after the client is closed; it frees the memory that has not been returned
/// by then.
@MainActor
final class LentMemory {
  private var blocks: Set<UnsafeMutableRawPointer> = []

  /// The number of blocks that have not been returned.
  var count: Int { blocks.count }

  isolated deinit {
    for block in blocks { block.deallocate() }
  }

  /// Copies values for the callback.
  func lend<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
    let block = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
    for (index, value) in values.enumerated() { (block + index).initialize(to: value) }
    let isNew = blocks.insert(UnsafeMutableRawPointer(block)).inserted
    invariant(isNew, "memory is lent once")
    return block
  }

  /// Frees a block that the callback has returned.
  func dispose(of block: UnsafeMutableRawPointer) {
    guard blocks.remove(block) != nil else { return }
    block.deallocate()
  }
}
