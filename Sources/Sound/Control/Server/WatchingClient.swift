import CJack

/// A client of a JACK server that takes no part in its sound.
///
/// Opening, activating, asking for ports and closing ask the server and belong into ``JackRequests``.
/// `@unchecked Sendable` because of the handles: libjack takes them on any thread, they never change, and
/// nothing is called after ``close()``.
final class WatchingClient: @unchecked Sendable {
  /// The server's time: its frames and microseconds.
  struct Moment: Sendable {
    let frames: jack_nframes_t
    let microseconds: jack_time_t
  }

  private let handle: OpaquePointer
  private let signals: UnsafeMutablePointer<EngineSignals>

  /// - Parameter server: the server's name, `nil` for the default one.
  init(server: String?) throws(JackError) {
    JackMessages.silence()
    var status = jack_status_t(rawValue: 0)
    guard let client = jack_open("peach-doctor", server, false, &status) else {
      let isAbsent = status.rawValue & JackServerFailed.rawValue != 0
      throw isAbsent ? .noServer(name: server) : .refused(status: status.rawValue)
    }
    handle = client
    signals = .allocate(capacity: 1)
    signals.initialize(to: EngineSignals())
  }

  /// Lets JACK tell of xruns.
  func activate() -> Bool {
    JackCallbacks.install(on: handle, signals: signals)
    return jack_activate(handle) == 0
  }

  var moment: Moment {
    Moment(frames: jack_frame_time(handle), microseconds: jack_get_time())
  }

  func report(from beginning: Moment, to end: Moment) -> ServerReport {
    let seconds = Double(end.microseconds &- beginning.microseconds) / 1e6
    let ports = signals.pointee.ports
    let outputs = ServerPort.all(.audioDestination, on: handle, history: ports)
      .filter(\.isPhysical)
    let isRealtime = jack_is_realtime(handle) != 0
    // A negative one is an error: PipeWire's clients have none of their own.
    let priority = Int(jack_client_real_time_priority(handle))
    return ServerReport(
      sampleRate: Int(jack_get_sample_rate(handle)), period: Int(jack_get_buffer_size(handle)),
      isRealtime: isRealtime,
      clientPriority: isRealtime && priority > 0 ? priority : nil,
      driver: outputs.lazy.compactMap(Self.driver).first, outputs: outputs.map(\.name),
      sources: ServerPort.all(.midiSource, on: handle, history: ports),
      xruns: signals.pointee.xruns.load(ordering: .relaxed),
      // JACK's count of frames wraps around.
      measuredRate: Double(end.frames &- beginning.frames) / max(seconds, 1e-6),
      load: Double(jack_cpu_load(handle)) / 100)
  }

  /// The drivers of jackd put their name into a port's alias: `alsa_pcm:hw:0:in1`.
  private static func driver(of port: ServerPort) -> String? {
    port.aliases.lazy.compactMap { alias in
      let name = alias.prefix { $0 != ":" }
      return name.hasSuffix("_pcm") ? String(name.dropLast("_pcm".count)) : nil
    }.first
  }

  /// Leaves the server. Nothing may be called afterwards.
  func close() {
    jack_client_close(handle)
    signals.deinitialize(count: 1)
    signals.deallocate()
  }
}
