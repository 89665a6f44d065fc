import CJack
import MainThread

/// The properties of a JACK server, and its performance while it was watched.
public struct ServerReport: Hashable, Sendable {
  /// Frames per second.
  public let sampleRate: Int

  /// Frames per period.
  public let period: Int
  public let isRealtime: Bool

  /// The priority at which the server wants its clients' threads to run; `nil` without real time.
  public let clientPriority: Int?

  /// The server's driver by the names of its ports, such as `alsa`, `dummy` or `firewire`; `nil` if
  /// unknown.
  public let driver: String?

  /// The ports that lead to a device.
  public let outputs: [String]
  public let sources: [ServerPort]

  /// The number of xruns while it was watched.
  public let xruns: Int

  /// The frames per second that passed while it was watched.
  public let measuredRate: Double

  /// The load that the server reports, as a share of the period.
  public let load: Double

  /// True if the server renders as fast as it can instead of in real time.
  public var isFreewheeling: Bool { measuredRate > 1.5 * Double(sampleRate) }

  /// True if the server's time hardly passes.
  public var hasStalled: Bool { measuredRate < 0.5 * Double(sampleRate) }
}

/// Watches a JACK server for a moment, as a client without ports. Main thread.
@MainActor
public enum ServerWatch {
  public enum Outcome: Hashable, Sendable {
    case absent
    /// The server hangs.
    case silent
    case refused(JackError)
    case answered(ServerReport)
  }

  /// The server's time: its frames and microseconds.
  private struct Moment: Sendable {
    let frames: jack_nframes_t
    let microseconds: jack_time_t

    init(on client: JackClient) {
      frames = jack_frame_time(client.handle)
      microseconds = jack_get_time()
    }
  }

  /// Asks the server and watches it for `duration`; returns soon even if it hangs.
  ///
  /// - Parameter server: the server's name, `nil` for the default one.
  public static func watch(_ server: String?, for duration: Duration) async -> Outcome {
    let opened = await JackRequests.perform(
      within: JackRequests.answerLimit,
      dispose: { if case .success(let late) = $0 { late.close() } }
    ) {
      Result { () throws(JackError) in try open(server) }
    }
    guard let opened else { return .silent }
    let client: JackClient
    switch opened {
    case .success(let value): client = value
    case .failure(.noServer): return .absent
    case .failure(let error): return .refused(error)
    }
    let outcome = await watch(client, for: duration)
    _ = await JackRequests.perform(within: JackRequests.closingLimit) { client.close() }
    return outcome
  }

  private static func watch(_ client: JackClient, for duration: Duration) async -> Outcome {
    guard
      let isActive = await JackRequests.perform(
        within: JackRequests.answerLimit, { client.activate() })
    else { return .silent }
    guard isActive else { return .refused(.notActivated) }
    // A new client does not know the time yet: PipeWire's reports 0 until its first period.
    try? await ProgramClock.sleep(for: duration / 2)
    let beginning = Moment(on: client)
    try? await ProgramClock.sleep(for: duration / 2)
    let end = Moment(on: client)
    let answer = await JackRequests.perform(within: JackRequests.answerLimit) {
      report(on: client, from: beginning, to: end)
    }
    return answer.map(Outcome.answered) ?? .silent
  }

  private nonisolated static func open(_ server: String?) throws(JackError) -> JackClient {
    JackClient(handle: try JackOpening.openObserver("peach-doctor", server: server))
  }

  private nonisolated static func report(
    on client: JackClient, from beginning: Moment, to end: Moment
  ) -> ServerReport {
    let seconds = Double(end.microseconds &- beginning.microseconds) / 1e6
    let outputs = client.ports(for: .outputs).filter(\.isPhysical)
    let isRealtime = jack_is_realtime(client.handle) != 0
    // A negative one is an error: PipeWire's clients have no priority of their own.
    let priority = Int(jack_client_real_time_priority(client.handle))
    return ServerReport(
      sampleRate: client.sampleRate, period: client.bufferSize, isRealtime: isRealtime,
      clientPriority: isRealtime && priority > 0 ? priority : nil,
      driver: outputs.compactMap(driver).first, outputs: outputs.map(\.name),
      sources: client.ports(for: .sources),
      xruns: client.signals.pointee.xruns.load(ordering: .relaxed),
      // JACK's frame counter wraps around.
      measuredRate: Double(end.frames &- beginning.frames) / max(seconds, 1e-6),
      load: Double(jack_cpu_load(client.handle)) / 100)
  }

  /// jackd's drivers put their name into a port's alias: `alsa_pcm:hw:0:in1`.
  private nonisolated static func driver(of port: ServerPort) -> String? {
    let names = port.aliases.map { alias in alias.prefix { $0 != ":" } }
    return names.first { $0.hasSuffix("_pcm") }.map { String($0.dropLast("_pcm".count)) }
  }
}

/// Looks for a JACK server, as a client that leaves at once. Main thread.
@MainActor
public enum ServerProbe {
  private enum Outcome { case answers, isAbsent, refuses }

  /// True if a server of that name (`nil`: the default one) accepts clients. A server that hangs
  /// does not.
  public static func serverAnswers(_ server: String?) async -> Bool {
    await probe(server) == .answers
  }

  /// True if there is no server of that name, not even one that hangs or refuses clients.
  public static func isServerAbsent(_ server: String?) async -> Bool {
    await probe(server) == .isAbsent
  }

  /// `nil` if the server hangs.
  private static func probe(_ server: String?) async -> Outcome? {
    await JackRequests.perform(within: JackRequests.answerLimit) {
      do throws(JackError) {
        jack_client_close(try JackOpening.openObserver("peach-probe", server: server))
        return .answers
      } catch {
        if case .noServer = error { return .isAbsent }
        return .refuses
      }
    }
  }
}
