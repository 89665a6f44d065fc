import CJack
import Glibc

/// Opens clients. Asks the server, and belongs into ``JackRequests``.
enum JackOpening {
  /// How often a server is asked that says no more than that something went wrong, and how many microseconds
  /// are let pass in between: a jackd 1.9 now and then does while another client or server begins or ends.
  private static let tries = 3
  private static let pause: useconds_t = 100_000

  /// Opens a client under a name that no other one has.
  ///
  /// A jackd sees to that itself. PipeWire gives one name to as many as ask for it and lets each see the
  /// others under names that it makes up; a user's patchbay then shows several of the same name. So what
  /// it grants is looked at, by the ports of the others, before there are own ones.
  ///
  /// - Parameters:
  ///   - isExact: whether another name than `name` is an error.
  ///   - server: the server's name, `nil` for the default one.
  static func open(
    _ name: String, isExact: Bool, server: String?
  ) throws(JackError) -> OpaquePointer {
    JackMessages.silence()
    let client = try openAsGranted(name, isExact: isExact, server: server)
    let granted = String(cString: jack_get_client_name(client))
    let ports = JackNames.take(jack_get_ports(client, nil, nil, 0))
    let free = ClientName.free(granted, isExact: isExact, among: ports)
    guard free != granted else { return client }
    jack_client_close(client)
    guard let free else { throw .nameTaken(name) }
    return try openAsGranted(free, isExact: false, server: server)
  }

  private static func openAsGranted(
    _ name: String, isExact: Bool, server: String?
  ) throws(JackError) -> OpaquePointer {
    var status = jack_status_t(rawValue: 0)
    for remaining in (0..<tries).reversed() {
      status = jack_status_t(rawValue: 0)
      if let client = jack_open(name, server, isExact, &status) { return client }
      guard status.rawValue & JackServerError.rawValue != 0, remaining > 0 else { break }
      usleep(pause)
    }
    throw error(status.rawValue, name: name, isExact: isExact, server: server)
  }

  /// What libjack's status means. jackd 1.9 tells a taken name as a general error of the server.
  static func error(
    _ status: UInt32, name: String, isExact: Bool, server: String?
  ) -> JackError {
    if status & JackServerFailed.rawValue != 0 { return .noServer(name: server) }
    if status & JackNameNotUnique.rawValue != 0
      || isExact && status & JackServerError.rawValue != 0
    {
      return .nameTaken(name)
    }
    return .refused(status: status)
  }
}
