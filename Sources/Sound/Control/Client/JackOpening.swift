import CJack
import Glibc

/// Why there is no JACK client.
public enum JackError: Error, Hashable, Sendable {
  /// No server of that name answers (`nil`: the default one). Peach never starts one.
  case noServer(name: String?)

  /// The server is there and does not answer.
  case silent(name: String?)

  /// The server refused the client; `status` is JACK's bit mask.
  case refused(status: UInt32)

  /// The exact name that was asked for is taken.
  case nameTaken(String)

  /// A port could not be registered.
  case noPort(String)

  /// The server did not start to call us.
  case notActivated
}

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

/// The names of JACK clients.
enum ClientName {
  /// The name of the client to which a port belongs. The first colon ends it: what a device is called may
  /// have more of them, as in `Midi-Bridge:LPD8:(capture_0) LPD8 MIDI 1`.
  static func ofPort(_ port: String) -> Substring { port.prefix { $0 != ":" } }

  /// The first of `name`, `name-01`, `name-02` … that nobody has, as jackd makes names unique; `nil` where
  /// `name` alone will do and is taken, or where all are.
  ///
  /// - Parameters:
  ///   - isExact: whether only `name` will do.
  ///   - ports: the full names of all ports that are there.
  static func free(_ name: String, isExact: Bool, among ports: [String]) -> String? {
    let taken = Set(ports.map(ofPort))
    let others = isExact ? [] : (1...99).map { "\(name)-\($0 < 10 ? "0" : "")\($0)" }
    return ([name] + others).first { !taken.contains($0[...]) }
  }
}

/// Lists of names as libjack gives them.
package enum JackNames {
  /// The names of a list that ends with a null pointer, which is given back to libjack; none of no list.
  package static func take(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
    guard let list else { return [] }
    defer { jack_free(list) }
    var names: [String] = []
    while let name = list[names.count] { names.append(String(cString: name)) }
    return names
  }
}

/// Keeps libjack from writing to standard error: what it has to say reaches the user as errors and
/// notices of Peach's own.
enum JackMessages {
  static func silence() {
    jack_set_error_function { _ in }
    jack_set_info_function { _ in }
  }
}

/// The JACK library that the process has loaded: jackd's of either generation, or PipeWire's.
public enum JackLibrary {
  /// The library's own version. PipeWire's says so; that of jackd 1 tells nothing, and all of its versions
  /// begin with 0.
  public static var version: String {
    jack_library_version().map { String(cString: $0) } ?? "0.x"
  }

  /// Whether its server, at the end of freewheeling, goes back to the graph of its beginning, and with it
  /// forgets the ports and clients that came meanwhile: jackd 1.9 does.
  static let forgetsAfterFreewheel = version.hasPrefix("1.") && !version.contains("PipeWire")
}
