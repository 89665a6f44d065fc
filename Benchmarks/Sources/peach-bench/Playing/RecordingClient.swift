import CJack
import Synchronization

/// A JACK client with an output for each of several programs, into which it plays recordings. Main thread.
final class RecordingClient {
  private static let name = "peach-bench-play"

  private let client: JackClient
  private let outputs: [Output]

  /// An output and the recording that it plays. The callback takes a lock, which the main thread holds for a moment:
  /// the server of a benchmark waits for its clients.
  private nonisolated final class Output: Sendable {
    let port: AudioPort
    private let rest = Mutex<ArraySlice<Float>>([])

    init(_ port: AudioPort) { self.port = port }

    func play(_ samples: [Float]) { rest.withLock { $0 = samples[...] } }

    func process(_ frames: jack_nframes_t) {
      guard let buffer = port.buffer(frames) else { return }
      buffer.update(repeating: 0, count: Int(frames))
      rest.withLock { rest in
        for (index, sample) in rest.prefix(Int(frames)).enumerated() { buffer[index] = sample }
        rest = rest.dropFirst(Int(frames))
      }
    }
  }

  /// - Parameter count: how many outputs it has.
  /// - Throws: ``BenchFault``
  init(server: String, count: Int) throws {
    let client = try JackClient(Self.name, server: server, isExact: true)
    self.client = client
    do {
      let outputs = try (0..<count).map { Output(try client.port("voice_\($0)")) }
      try client.activate { frames in for output in outputs { output.process(frames) } }
      self.outputs = outputs
    } catch {
      client.close()
      throw error
    }
  }

  /// The full name of an output.
  static func port(_ index: Int) -> String { "\(name):voice_\(index)" }

  /// Whether the output is connected with anything.
  func isConnected(_ index: Int) -> Bool { jack_port_connected(outputs[index].port.handle) > 0 }

  /// Plays a recording from the next period on, instead of the one before.
  func play(_ samples: [Float], on index: Int) { outputs[index].play(samples) }

  /// Leaves the server.
  func close() { client.close() }
}
