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

  /// Sends a command; false if the ring is full. There is always room for stops.
  func send(_ command: Command, isStop: Bool) -> Bool
}

extension CommandSink {
  public var isFadingOut: Bool { false }
  public var now: FrameTime? { nil }
}
