import CJack
import Foundation
import Synchronization
import TestSupport
import Testing

/// An independent JACK client with a MIDI output that sends each message in a frame set beforehand.
@MainActor
final class MIDISender {
  /// Three bytes and the frame, counted from the server's clock, in which they go out.
  struct Message: BitwiseCopyable {
    let frame: UInt32
    let bytes: (UInt8, UInt8, UInt8)
  }

  private struct State: ~Copyable {
    let client: OpaquePointer
    let port: OpaquePointer
    var messages: UnsafeMutablePointer<Message>?
    var next = 0
    // Released by the main thread once the messages stand; the process thread looks at them only
    // then.
    let count = Atomic<Int>(0)
    let late = Atomic<Int>(0)
    let isDone = DispatchSemaphore(value: 0)

    init(client: OpaquePointer, port: OpaquePointer) {
      self.client = client
      self.port = port
    }

    deinit { messages?.deallocate() }
  }

  private let client: OpaquePointer
  private let state: UnsafeMutablePointer<State>

  /// - Parameter destination: the port to connect with; `nil` leaves that to others.
  init?(server: String, destination: String?) {
    guard let client = openJackClient("controller", server: server, isExact: false),
      let port = jack_port_register(
        client, "out", JACK_DEFAULT_MIDI_TYPE, UInt(JackPortIsOutput.rawValue), 0)
    else { return nil }
    self.client = client
    state = .allocate(capacity: 1)
    state.initialize(to: State(client: client, port: port))
    Self.install(on: client, state: state)
    guard jack_activate(client) == 0 else { return nil }
    if let destination {
      guard jack_connect(client, jack_port_name(port), destination) == 0 else { return nil }
    }
  }

  isolated deinit {
    jack_client_close(client)
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// The first frame of the period that is being computed.
  var now: UInt32 { jack_last_frame_time(client) }

  /// Messages that could not go out in their frame.
  var lateMessages: Int { state.pointee.late.load(ordering: .relaxed) }

  /// Sends these messages, in the order of their frames, once in the sender's life.
  func send(_ messages: [Message]) {
    let copy = UnsafeMutablePointer<Message>.allocate(capacity: messages.count)
    copy.initialize(from: messages, count: messages.count)
    state.pointee.messages = copy
    state.pointee.count.store(messages.count, ordering: .releasing)
  }

  /// Waits until the last message has gone out. If that takes too long, the test fails.
  func finish() async {
    nonisolated(unsafe) let state = state
    let isDone = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: state.pointee.isDone.wait(within: waitingLimit))
      }
    }
    if !isDone { Issue.record("not all messages went out within \(waitingLimit)") }
  }

  // JACK calls on its own thread, so the callback must not be isolated to the main actor.
  private nonisolated static func install(
    on client: OpaquePointer, state: UnsafeMutablePointer<State>
  ) {
    jack_set_process_callback(
      client,
      { frames, argument in
        guard let state = argument?.assumingMemoryBound(to: State.self),
          let buffer = jack_port_get_buffer(state.pointee.port, frames)
        else { return 0 }
        jack_midi_clear_buffer(buffer)
        let count = state.pointee.count.load(ordering: .acquiring)
        let time = jack_last_frame_time(state.pointee.client)
        guard let messages = state.pointee.messages, state.pointee.next < count else { return 0 }
        while state.pointee.next < count {
          let message = messages[state.pointee.next]
          let offset = Int32(truncatingIfNeeded: message.frame &- time)
          guard offset < Int32(frames) else { return 0 }
          if offset < 0 { state.pointee.late.add(1, ordering: .relaxed) }
          if let data = jack_midi_event_reserve(buffer, UInt32(max(0, offset)), 3) {
            (data[0], data[1], data[2]) = message.bytes
          }
          state.pointee.next += 1
        }
        state.pointee.isDone.signal()
        return 0
      }, state)
  }
}
