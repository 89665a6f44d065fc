import Realtime

/// The main thread's end of the way into the process callback: JACK's in the program, an offline
/// one in tests and benchmarks.
@MainActor
public protocol CommandSink: AnyObject {
  /// Frames per second.
  var sampleRate: Double { get }

  /// Whether commands are carried out.
  var isRunning: Bool { get }

  /// Whether only stops are carried out any more, and the events of what still sounds come.
  var isFadingOut: Bool { get }

  /// The frame that is being played at this moment; `nil` if that is not known.
  var now: FrameTime? { get }

  /// Sends a command, which waits until there is room for it; false if commands are not carried out.
  @discardableResult
  func send(_ command: Command) -> Bool
}

extension CommandSink {
  public var isFadingOut: Bool { false }
  public var now: FrameTime? { nil }
}

/// The commands that wait for room in the ring to the process callback, in their order. Main thread.
///
/// The callback takes commands in each period and then wakes the main thread, which fills the ring again. If the
/// callback does not run, nothing is lost: the server has stopped, and that is reported elsewhere.
///
/// No flood of requests lets the queue grow without end: a setting takes the place of one that waits, and
/// ``VoiceAllocator`` limits the notes that can begin, and so those that can be stopped.
struct CommandQueue {
  private var waiting: [Command] = []

  /// Sends a command after those that wait, at once if there is room for it.
  mutating func send(_ command: Command, to ring: borrowing CommandRing) {
    if waiting.isEmpty, ring.push(command) { return }
    if let index = placeOfSuperseded(by: command) {
      waiting[index] = command
    } else {
      waiting.append(command)
    }
  }

  /// Sends as many of the commands that wait as there is room for.
  mutating func flush(to ring: borrowing CommandRing) {
    var sent = 0
    while sent < waiting.count, ring.push(waiting[sent]) { sent += 1 }
    waiting.removeFirst(sent)
  }

  /// The place of a command that sets the same; `nil` if there is none, or if something other than settings
  /// follows it.
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
  /// Something that has one value at a time.
  fileprivate enum Setting: Equatable {
    case level
    case pitch(NoteID)
    case slider(NoteID)
    case arming(NoteID)
    case controls
    case motor
  }

  /// What the command sets, if only the last value counts.
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
