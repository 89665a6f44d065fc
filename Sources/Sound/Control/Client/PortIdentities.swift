import CJack
import Synchronization

/// What has happened to the ports on a server: a port can be told from a later one of the same name, and
/// from one with which nothing may be connected.
///
/// When freewheeling ends, jackd 1.9 goes back to the graph of its beginning. Ports that came meanwhile stay
/// visible and belong to nobody, and a jackd that is asked to connect one of them ends itself by an
/// assertion. What is known of them goes on to the next client of the same server.
///
/// Noted on JACK's notification thread, asked on any.
public final class PortHistory: Sendable {
  private struct Notes {
    var departures: [jack_uuid_t: UInt64] = [:]

    /// Those that were there when freewheeling began, while it lasts.
    var beforeFreewheel: Set<UInt64>?
    var forgotten: Set<UInt64> = []

    /// A port's uuid tells it from later ones on PipeWire alone: that of jackd is made from the port's
    /// place, which the next port takes.
    func identity(of uuid: jack_uuid_t) -> UInt64 {
      // Those of jackd and PipeWire use 34 bits; the upper ones are free.
      uuid ^ (departures[uuid] ?? 0) << 40
    }
  }

  /// To whom the ports of the machine belong on a jackd; they come with the server.
  private static let driverClient = "system"

  private let notes = Mutex(Notes())

  public init() {}

  /// A port has come.
  func noteArrival(of uuid: jack_uuid_t) {
    notes.withLock {
      // One that comes while the server freewheels is looked at when that is over.
      if $0.beforeFreewheel == nil { $0.forgotten.remove($0.identity(of: uuid)) }
    }
  }

  /// A port has gone; its name may be another one's already.
  func noteDeparture(of uuid: jack_uuid_t) {
    notes.withLock { $0.departures[uuid, default: 0] += 1 }
  }

  /// The server of a client begins to freewheel.
  func noteFreewheelBeginning(on client: OpaquePointer) {
    let ports = ServerPort.all(on: client, history: self)
    notes.withLock { $0.beforeFreewheel = Set(ports.map(\.identity)) }
  }

  /// The server no longer freewheels, and has forgotten what came meanwhile. Where nobody saw the beginning
  /// that may be anything but the machine's own ports.
  func noteFreewheelEnd(on client: OpaquePointer) {
    let ports = ServerPort.all(on: client, history: self)
    notes.withLock { notes in
      for port in ports {
        let isKnown =
          notes.beforeFreewheel?.contains(port.identity) ?? (port.client == Self.driverClient)
        if !isKnown { notes.forgotten.insert(port.identity) }
      }
      notes.beforeFreewheel = nil
    }
  }

  /// What tells the port from one before and one after it in its place.
  func identity(of port: OpaquePointer) -> UInt64 {
    let uuid = jack_port_uuid(port)
    return notes.withLock { $0.identity(of: uuid) }
  }

  /// Whether the port is none of those that the server is known to have forgotten.
  func isConnectable(_ port: OpaquePointer) -> Bool {
    let uuid = jack_port_uuid(port)
    return notes.withLock { !$0.forgotten.contains($0.identity(of: uuid)) }
  }
}
