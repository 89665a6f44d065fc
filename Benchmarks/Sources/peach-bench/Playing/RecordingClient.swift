import CJack
import Foundation
import Synchronization

/// A JACK client with an output for each of several programs, into which it plays recordings. Main thread.
final class RecordingClient {
  static let name = "peach-bench-play"

  private let client: OpaquePointer
  private let outputs: Outputs

  /// What the process callback reads.
  private nonisolated final class Outputs: @unchecked Sendable {
    let all: [RecordingPort]

    init(_ all: [RecordingPort]) { self.all = all }

    func process(_ frames: jack_nframes_t) {
      for output in all { output.process(frames) }
    }
  }

  /// - Parameter count: how many outputs it has.
  /// - Throws: ``BenchFault``
  init(server: String, count: Int) throws {
    jack_set_error_function { _ in }
    jack_set_info_function { _ in }
    var status = jack_status_t(rawValue: 0)
    guard let client = jack_open(Self.name, server, true, &status) else {
      throw BenchFault.noServer
    }
    do {
      outputs = Outputs(
        try (0..<count).map { index in
          guard
            let port = jack_port_register(
              client, "voice_\(index)", JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsOutput.rawValue), 0)
          else { throw BenchFault.noPort }
          return RecordingPort(port)
        })
      Self.install(outputs, on: client)
      guard jack_activate(client) == 0 else { throw BenchFault.noPort }
    } catch {
      jack_client_close(client)
      throw error
    }
    self.client = client
  }

  /// The full name of an output.
  static func port(_ index: Int) -> String { "\(name):voice_\(index)" }

  /// Whether the output is connected with anything.
  func isConnected(_ index: Int) -> Bool { jack_port_connected(outputs.all[index].port) > 0 }

  /// Plays a recording from the next period on, instead of the one before.
  func play(_ samples: [Float], on index: Int) { outputs.all[index].play(samples) }

  /// Silence from the next period on.
  func stop(_ index: Int) { outputs.all[index].play([]) }

  func isPlaying(_ index: Int) -> Bool { outputs.all[index].isPlaying }

  func close() { jack_client_close(client) }

  // JACK calls on its own thread, so the callback must not be isolated to the main actor.
  private nonisolated static func install(_ outputs: Outputs, on client: OpaquePointer) {
    jack_set_process_callback(
      client,
      { frames, argument in
        guard let argument else { return 0 }
        Unmanaged<Outputs>.fromOpaque(argument).takeUnretainedValue().process(frames)
        return 0
      }, Unmanaged.passUnretained(outputs).toOpaque())
  }
}

/// An output and the recording that it plays. The callback takes a lock, which the main thread holds for a moment: the
/// server of a benchmark waits for its clients.
private nonisolated final class RecordingPort: @unchecked Sendable {
  private struct Recording {
    var samples: [Float] = []
    var place = 0
  }

  let port: OpaquePointer
  private let recording = Mutex(Recording())

  init(_ port: OpaquePointer) { self.port = port }

  func play(_ samples: [Float]) {
    recording.withLock { $0 = Recording(samples: samples) }
  }

  var isPlaying: Bool { recording.withLock { $0.place < $0.samples.count } }

  func process(_ frames: jack_nframes_t) {
    guard let buffer = jack_port_get_buffer(port, frames) else { return }
    let target = buffer.assumingMemoryBound(to: Float.self)
    target.update(repeating: 0, count: Int(frames))
    recording.withLock { recording in
      let count = min(Int(frames), recording.samples.count - recording.place)
      for index in 0..<max(count, 0) { target[index] = recording.samples[recording.place + index] }
      recording.place += max(count, 0)
    }
  }
}
