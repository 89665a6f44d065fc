import CJack
import Synchronization

/// Tells the ports on a server apart: a port from a later one of the same name, and from one that
/// must not be connected.
///
/// When freewheeling ends, jackd 1.9 returns to the graph of its beginning. Ports that came
/// meanwhile stay visible and belong to no client, and a jackd that is asked to connect one of them
/// fails an assertion and ends. The next client of the same server gets this knowledge.
///
/// Recorded on JACK's notification thread, read on any.
public final class PortIdentities: Sendable {
  private struct Records {
    var departures: [jack_uuid_t: UInt64] = [:]

    /// The ports that existed when freewheeling began, while it lasts.
    var beforeFreewheel: Set<UInt64>?
    var forgotten: Set<UInt64> = []

    /// A port's uuid tells it from later ones only on PipeWire: jackd makes it from the port's
    /// place, which the next port gets.
    func identity(of uuid: jack_uuid_t) -> UInt64 {
      // The uuids of jackd and PipeWire use 34 bits; the upper ones are free.
      uuid ^ (departures[uuid] ?? 0) << 40
    }
  }

  /// The client that owns the ports of the machine on a jackd; they come with the server.
  private static let driverClient = "system"

  private let records = Mutex(Records())

  public init() {}

  /// A port has come.
  func recordArrival(of uuid: jack_uuid_t) {
    records.withLock {
      // A port that comes while the server freewheels is examined when that is over.
      if $0.beforeFreewheel == nil { $0.forgotten.remove($0.identity(of: uuid)) }
    }
  }

  /// A port has gone; another one may already have its name.
  func recordDeparture(of uuid: jack_uuid_t) {
    records.withLock { $0.departures[uuid, default: 0] += 1 }
  }

  /// The server of a client begins to freewheel.
  func recordFreewheelBeginning(on client: OpaquePointer) {
    let ports = ServerPort.all(on: client, identities: self)
    records.withLock { $0.beforeFreewheel = Set(ports.map(\.identity)) }
  }

  /// The server no longer freewheels, and has forgotten what came meanwhile. If the beginning was
  /// not seen, that may be any port but the machine's own.
  func recordFreewheelEnd(on client: OpaquePointer) {
    let ports = ServerPort.all(on: client, identities: self)
    records.withLock { records in
      for port in ports {
        let isKnown =
          records.beforeFreewheel?.contains(port.identity) ?? (port.client == Self.driverClient)
        if !isKnown { records.forgotten.insert(port.identity) }
      }
      records.beforeFreewheel = nil
    }
  }

  /// The identity of the port with that uuid: earlier and later ports in its place have others.
  func identity(of uuid: jack_uuid_t) -> UInt64 { records.withLock { $0.identity(of: uuid) } }

  /// The identity of the port: earlier and later ports in its place have others.
  func identity(of port: OpaquePointer) -> UInt64 {
    let uuid = jack_port_uuid(port)
    return records.withLock { $0.identity(of: uuid) }
  }

  /// Whether the port may be connected: the server is not known to have forgotten it.
  func isConnectable(_ port: OpaquePointer) -> Bool {
    let uuid = jack_port_uuid(port)
    return records.withLock { !$0.forgotten.contains($0.identity(of: uuid)) }
  }
}
