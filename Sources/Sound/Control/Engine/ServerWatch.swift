import CJack
import Dispatch

/// Looks at a JACK server for a moment, as a client without ports. Main thread.
@MainActor
public enum ServerWatch {
  private static let closingLimit = DispatchTimeInterval.milliseconds(500)

  public enum Outcome: Hashable, Sendable {
    case absent
    /// A server is there, and hangs.
    case silent
    case refused(JackError)
    case answered(ServerReport)
  }

  /// Asks the server and watches it for `duration`; returns soon even where it hangs.
  ///
  /// - Parameter server: the server's name, `nil` for the default one.
  public static func watch(_ server: String?, for duration: Duration) async -> Outcome {
    let opened = await JackRequests.perform(within: JackRequests.answerLimit) {
      Result { () throws(JackError) in try WatchingClient(server: server) }
    }
    guard let opened else { return .silent }
    let client: WatchingClient
    switch opened {
    case .success(let value): client = value
    case .failure(.noServer): return .absent
    case .failure(let error): return .refused(error)
    }
    let outcome = await watch(client, for: duration)
    _ = await JackRequests.perform(within: closingLimit) { client.close() }
    return outcome
  }

  private static func watch(_ client: WatchingClient, for duration: Duration) async -> Outcome {
    guard
      let isActive = await JackRequests.perform(
        within: JackRequests.answerLimit, { client.activate() })
    else { return .silent }
    guard isActive else { return .refused(.notActivated) }
    // A client that has just come does not know the time yet: PipeWire's tells 0 until its first period.
    try? await Task.sleep(for: duration / 2)
    let beginning = client.moment
    try? await Task.sleep(for: duration / 2)
    let end = client.moment
    let report = await JackRequests.perform(within: JackRequests.answerLimit) {
      client.report(from: beginning, to: end)
    }
    return report.map(Outcome.answered) ?? .silent
  }
}

/// What a JACK server says of itself, and how it did while it was watched.
public struct ServerReport: Hashable, Sendable {
  /// Frames per second.
  public let sampleRate: Int

  /// Frames per period.
  public let period: Int
  public let isRealtime: Bool

  /// The priority at which the server wants its clients' threads to run; `nil` without real time.
  public let clientPriority: Int?

  /// What drives it, as far as the names of its ports tell: `alsa`, `dummy`, `firewire`.
  public let driver: String?

  /// The ports that lead to a device.
  public let outputs: [String]
  public let sources: [ServerPort]

  /// How often the server lost the beat while it was watched.
  public let xruns: Int

  /// How many frames went by in a second while it was watched.
  public let measuredRate: Double

  /// The load that the server reckons with, as a share of the period.
  public let load: Double

  /// Whether time does not go by as it should: the server renders as fast as it can.
  public var isFreewheeling: Bool { measuredRate > 1.5 * Double(sampleRate) }

  /// Whether time hardly goes by.
  public var hasStalled: Bool { measuredRate < 0.5 * Double(sampleRate) }
}

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
