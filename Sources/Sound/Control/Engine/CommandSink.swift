import Realtime

/// The main thread's end of the way into the process callback: JACK's in the program, an offline one
/// in tests.
@MainActor
package protocol CommandSink: AnyObject {
  /// Frames per second.
  var sampleRate: Double { get }

  /// Whether somebody takes the commands.
  var isRunning: Bool { get }

  /// Hands a command over; false where the ring is full. Stops always have room.
  func send(_ command: Command, isStop: Bool) -> Bool
}
