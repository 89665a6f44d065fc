import CJack
import Foundation
import Synchronization
import TestSupport

/// Another JACK client with a MIDI output. It sends a few messages in each period.
@MainActor
final class MIDIKeyboard {
  private final class Queue: Sendable {
    let messages = Mutex<[[UInt8]]>([])
    nonisolated(unsafe) let port: OpaquePointer

    init(port: OpaquePointer) { self.port = port }
  }

  /// The number of messages that leave in one period.
  private nonisolated static let perPeriod = 16

  private let client: OpaquePointer
  private let queue: Queue

  /// Only tests with the trait ``LibjackTurn`` may call this.
  ///
  /// - Parameter port: the output's name.
  init?(_ name: String, port portName: String = "out", server: String) {
    precondition(LibjackTurn.isMine, "a test that plugs a keyboard in has the trait .libjack")
    guard let client = openJackClient(name, server: server),
      let port = jack_port_register(
        client, portName, JACK_DEFAULT_MIDI_TYPE, UInt(JackPortIsOutput.rawValue), 0)
    else { return nil }
    self.client = client
    queue = Queue(port: port)
    Self.install(on: client, queue: queue)
    guard jack_activate(client) == 0 else { return nil }
  }

  isolated deinit { jack_client_close(client) }

  /// Sends after a pause of so many periods: a connection that the server has granted needs some before it
  /// carries anything. On a server that does not wait for its clients a receiver may still miss the period.
  func send(_ messages: [[UInt8]], afterPeriods pause: Int = 100) {
    let nothing = Array(repeating: [UInt8](), count: pause * Self.perPeriod)
    queue.messages.withLock { $0 += nothing + messages }
  }

  // JACK calls on its own thread, so the callback must not be isolated to the main actor.
  private nonisolated static func install(on client: OpaquePointer, queue: Queue) {
    jack_set_process_callback(
      client,
      { frames, argument in
        guard let argument else { return 0 }
        let queue = Unmanaged<Queue>.fromOpaque(argument).takeUnretainedValue()
        guard let buffer = jack_port_get_buffer(queue.port, frames) else { return 0 }
        jack_midi_clear_buffer(buffer)
        let messages = queue.messages.withLock { all in
          let some = Array(all.prefix(MIDIKeyboard.perPeriod))
          all.removeFirst(some.count)
          return some
        }
        for (index, bytes) in messages.enumerated() where !bytes.isEmpty {
          let frame = UInt32(index) * frames / UInt32(MIDIKeyboard.perPeriod)
          jack_midi_event_write(buffer, frame, bytes, bytes.count)
        }
        return 0
      }, Unmanaged.passUnretained(queue).toOpaque())
  }
}
