import CJack
import Synchronization
import TestSupport

/// A client that passes sound on from `in` to `out`, so many frames later.
@MainActor
final class DelayLine {
  /// What the process callback uses.
  private nonisolated final class Line: @unchecked Sendable {
    let input: OpaquePointer
    let output: OpaquePointer
    let isInverted = Atomic<Bool>(false)
    private var memory: [Float]
    private var place = 0

    init(input: OpaquePointer, output: OpaquePointer, frames: Int) {
      (self.input, self.output) = (input, output)
      memory = [Float](repeating: 0, count: frames)
    }

    func process(_ frames: jack_nframes_t) {
      guard let from = jack_port_get_buffer(input, frames),
        let to = jack_port_get_buffer(output, frames)
      else { return }
      let (source, target) = (
        from.assumingMemoryBound(to: Float.self), to.assumingMemoryBound(to: Float.self)
      )
      let sign: Float = isInverted.load(ordering: .relaxed) ? -1 : 1
      for index in 0..<Int(frames) {
        let sample = source[index]
        target[index] = sign * memory[place]
        memory[place] = sample
        place = (place + 1) % memory.count
      }
    }
  }

  private let client: OpaquePointer
  private let line: Line

  /// - Parameter frames: 1 or more.
  init?(_ name: String, server: String, frames: Int) {
    guard let client = openJackClient(name, server: server),
      let input = jack_port_register(
        client, "in", JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsInput.rawValue), 0),
      let output = jack_port_register(
        client, "out", JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsOutput.rawValue), 0)
    else { return nil }
    self.client = client
    line = Line(input: input, output: output, frames: frames)
    Self.install(on: client, line)
    guard jack_activate(client) == 0 else { return nil }
  }

  isolated deinit { jack_client_close(client) }

  /// Turns the polarity of what passes from now on.
  func invert() { line.isInverted.store(true, ordering: .relaxed) }

  /// The server's, in frames.
  var period: Int { Int(jack_get_buffer_size(client)) }

  func connect(_ source: String, _ destination: String) -> Bool {
    jack_connect(client, source, destination) == 0
  }

  func disconnect(_ source: String, _ destination: String) -> Bool {
    jack_disconnect(client, source, destination) == 0
  }

  // JACK calls on its own thread, so the callback must not be isolated to the main actor.
  private nonisolated static func install(on client: OpaquePointer, _ line: Line) {
    jack_set_process_callback(
      client,
      { frames, argument in
        guard let argument else { return 0 }
        Unmanaged<Line>.fromOpaque(argument).takeUnretainedValue().process(frames)
        return 0
      }, Unmanaged.passUnretained(line).toOpaque())
  }
}
