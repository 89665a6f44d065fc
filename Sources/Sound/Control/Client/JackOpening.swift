import CJack
import Foundation
import Glibc
import MainThread

/// The reason why there is no JACK client.
public enum JackError: Error, Hashable, Sendable {
  /// No server of that name answers (`nil`: the default one). Peach never starts one.
  case noServer(name: String?)

  /// The server is there and does not answer.
  case silent(name: String?)

  /// The server refused the client; `status` is JACK's bit mask.
  case refused(status: UInt32)

  /// The exact name that was asked for is taken.
  case nameTaken(String)

  /// A name that libjack must not get: too long, empty, or with characters that it may not have.
  case badServerName(String, isFromEnvironment: Bool)
  case badClientName(String)

  /// A port could not be registered.
  case noPort(String)

  /// The server did not start to call the client.
  case notActivated
}

/// Opens clients. Asks the server: must run in ``JackRequests``.
enum JackOpening {
  /// The number of tries with a server that reports a general error, and the pause in between:
  /// jackd 1.9 does that now and then while another client or server begins or ends.
  private static let tries = 3
  private static let pause = Duration.milliseconds(100)

  /// Opens a client under a name that no other client has.
  ///
  /// jackd makes names unique itself. PipeWire gives the same name to every client that asks for it
  /// and shows each client the others under names that it makes up; a user's patchbay then shows
  /// several clients of the same name. So the granted name is compared with the names of all ports
  /// before the client has any.
  ///
  /// - Parameters:
  ///   - isExact: true if another name than `name` is an error.
  ///   - server: the server's name, `nil` for the default one.
  static func open(
    _ name: String, isExact: Bool, server: String?
  ) throws(JackError) -> OpaquePointer {
    try JackNameCheck.checkServer(server)
    guard JackNameCheck.isClientName(name) else { throw .badClientName(name) }
    silenceMessages()
    let client = try openAsGranted(name, isExact: isExact, server: server)
    let granted = String(cString: jack_get_client_name(client))
    let ports = JackNames.consume(jack_get_ports(client, nil, nil, 0))
    let free = ClientName.free(granted, isExact: isExact, among: ports)
    guard free != granted else { return client }
    jack_client_close(client)
    guard let free else { throw .nameTaken(name) }
    return try openAsGranted(free, isExact: false, server: server)
  }

  /// Opens a client without ports, in one try and under any name that the server grants.
  ///
  /// - Throws: ``JackError/noServer(name:)``, ``JackError/refused(status:)`` and
  ///   ``JackError/badServerName(_:isFromEnvironment:)``.
  static func openObserver(
    _ name: String, server: String?
  ) throws(JackError) -> OpaquePointer {
    try JackNameCheck.checkServer(server)
    silenceMessages()
    var status = jack_status_t(rawValue: 0)
    if let client = jack_open(name, server, false, &status) { return client }
    throw error(status.rawValue, name: name, isExact: false, server: server)
  }

  private static func openAsGranted(
    _ name: String, isExact: Bool, server: String?
  ) throws(JackError) -> OpaquePointer {
    var status = jack_status_t(rawValue: 0)
    for remaining in (0..<tries).reversed() {
      status = jack_status_t(rawValue: 0)
      if let client = jack_open(name, server, isExact, &status) { return client }
      guard status.rawValue & JackServerError.rawValue != 0, remaining > 0 else { break }
      Scheduling.block(for: pause)
    }
    throw error(status.rawValue, name: name, isExact: isExact, server: server)
  }

  /// The meaning of libjack's status. jackd 1.9 reports a taken name as a general error of the
  /// server.
  private static func error(
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

  /// Keeps libjack from writing to standard error: its messages reach the user as Peach's own
  /// errors and notices.
  private static func silenceMessages() {
    jack_set_error_function { _ in }
    jack_set_info_function { _ in }
  }
}

/// The names of JACK clients.
enum ClientName {
  /// The name of the client to which a port belongs. The first colon ends it: the name of a device
  /// may contain more of them, as in `Midi-Bridge:LPD8:(capture_0) LPD8 MIDI 1`.
  static func ofPort(_ port: String) -> Substring { port.prefix { $0 != ":" } }

  /// The first of `name`, `name-01`, `name-02` … that no client has, as jackd makes names unique;
  /// `nil` if only `name` will do and it is taken, or if all are taken.
  ///
  /// - Parameters:
  ///   - isExact: true if only `name` will do.
  ///   - ports: the full names of all ports on the server.
  static func free(_ name: String, isExact: Bool, among ports: [String]) -> String? {
    let taken = Set(ports.map(ofPort))
    let others = isExact ? [] : (1...99).map { "\(name)-\($0 < 10 ? "0" : "")\($0)" }
    return ([name] + others).first { !taken.contains($0[...]) }
  }
}

/// Lists of names as libjack returns them.
public enum JackNames {
  /// The names in a list that ends with a null pointer, which is freed; empty if there is no list.
  public static func consume(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
    guard let list else { return [] }
    defer { jack_free(list) }
    var names: [String] = []
    while let name = list[names.count] { names.append(String(cString: name)) }
    return names
  }
}

/// The JACK library that the process has loaded: that of jackd 1, of jackd 2, or of PipeWire.
public enum JackLibrary {
  /// The library's version. PipeWire's contains that name; jackd 1's reports nothing, and all of
  /// its versions begin with 0.
  public static var version: String {
    jack_library_version().map { String(cString: $0) } ?? "0.x"
  }

  private static let isOfJackd2 = version.hasPrefix("1.") && !version.contains("PipeWire")

  /// True if the library's server returns to the earlier graph at the end of freewheeling, and so
  /// forgets the ports and clients that came meanwhile, as jackd 1.9 does.
  static let forgetsAfterFreewheel = isOfJackd2

  /// True if each client is notified on a thread of its own, which ends with the server, as by
  /// jackd 1.9.
  static let notifiesOnThreadOfClient = isOfJackd2
}

/// Checks the names that Peach passes to libjack.
///
/// jackd's libjack copies a server's name into the path of a socket without looking at its length
/// (`sockaddr_un`, 108 bytes, with a prefix and a suffix), and a client's name into 64 bytes with
/// the NUL (`JACK_CLIENT_NAME_SIZE`): a longer one overwrites the stack. Both become parts of paths
/// below `/dev/shm`, where a slash leads elsewhere.
public enum JackNameCheck {
  /// The most bytes of a name, of a server or a client.
  public static let mostBytes = 63

  public static func isServerName(_ name: String) -> Bool { isName(name, without: "/") }

  /// The name of a client has no colon, because the first one ends it in a port's name.
  public static func isClientName(_ name: String) -> Bool { isName(name, without: ":/\\") }

  /// Checks the name of the server that libjack would look for.
  ///
  /// - Parameter option: the name given; `nil` stands for that of the environment.
  /// - Throws: ``JackError/badServerName(_:isFromEnvironment:)``
  public static func checkServer(_ option: String?) throws(JackError) {
    if let option {
      guard isServerName(option) else {
        throw .badServerName(option, isFromEnvironment: false)
      }
    } else if let bytes = getenv("JACK_DEFAULT_SERVER"), bytes.pointee != 0 {
      let name = String(cString: bytes)
      guard String(validatingCString: bytes) != nil, isServerName(name) else {
        throw .badServerName(name, isFromEnvironment: true)
      }
    }
  }

  private static func isName(_ name: String, without excluded: String) -> Bool {
    (1...mostBytes).contains(name.utf8.count)
      && name.unicodeScalars.allSatisfy {
        !excluded.unicodeScalars.contains($0) && $0.properties.generalCategory != .control
      }
  }
}
