import CJack

/// A JACK client of the benchmarks. Main thread.
final class JackClient {
  let handle: OpaquePointer
  private var callback: Unmanaged<Callback>?

  /// What JACK calls on its process thread.
  private nonisolated final class Callback: Sendable {
    let process: @Sendable (jack_nframes_t) -> Void

    init(_ process: @escaping @Sendable (jack_nframes_t) -> Void) { self.process = process }
  }

  /// - Parameter server: `nil` is the default one.
  /// - Throws: ``BenchFault/noServer``
  init(_ name: String, server: String?, isExact: Bool = false) throws {
    jack_set_error_function { _ in }
    jack_set_info_function { _ in }
    var status = jack_status_t(rawValue: 0)
    guard let handle = jack_open(name, server, isExact, &status) else { throw BenchFault.noServer }
    self.handle = handle
  }

  /// - Throws: ``BenchFault/noPort``
  func port(_ name: String, isInput: Bool = false) throws -> AudioPort {
    let flags = isInput ? JackPortIsInput : JackPortIsOutput
    guard
      let port = jack_port_register(
        handle, name, JACK_DEFAULT_AUDIO_TYPE, UInt(flags.rawValue), 0)
    else { throw BenchFault.noPort }
    return AudioPort(handle: port)
  }

  /// Lets the client run, with a process callback.
  ///
  /// - Throws: ``BenchFault/noPort``
  func activate(_ process: @escaping @Sendable (jack_nframes_t) -> Void = { _ in }) throws {
    let callback = Unmanaged.passRetained(Callback(process))
    self.callback = callback
    Self.install(callback.toOpaque(), on: handle)
    guard jack_activate(handle) == 0 else { throw BenchFault.noPort }
  }

  // JACK calls on its own thread, so the callbacks must not be isolated to the main actor.
  private nonisolated static func install(
    _ argument: UnsafeMutableRawPointer, on client: OpaquePointer
  ) {
    jack_set_thread_init_callback(
      client,
      { _ in
        flush_denormals()
        block_signals()
      }, nil)
    jack_set_process_callback(
      client,
      { frames, argument in
        guard let argument else { return 0 }
        Unmanaged<Callback>.fromOpaque(argument).takeUnretainedValue().process(frames)
        return 0
      }, argument)
  }

  /// Writes zeros into two outputs until the input ends: what every client costs.
  static func runEmpty(_ name: String, server: String?) throws {
    let client = try JackClient(name, server: server)
    defer { client.close() }
    let ports = [try client.port("out_1"), try client.port("out_2")]
    try client.activate { frames in
      for port in ports { port.buffer(frames)?.update(repeating: 0, count: Int(frames)) }
    }
    HelperCommand.answer("ok")
    while readLine() != nil {}
  }

  /// Leaves the server.
  func close() {
    jack_client_close(handle)
    callback?.release()
    callback = nil
  }
}

/// An audio port of a client.
///
/// `@unchecked Sendable`: JACK's ports may be used by any thread until the client is closed, and their buffers are
/// asked for by the process thread alone.
nonisolated struct AudioPort: @unchecked Sendable {
  let handle: OpaquePointer

  func buffer(_ frames: jack_nframes_t) -> UnsafeMutablePointer<Float>? {
    jack_port_get_buffer(handle, frames)?.assumingMemoryBound(to: Float.self)
  }
}
