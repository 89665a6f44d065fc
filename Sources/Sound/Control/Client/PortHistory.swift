import CJack
import Synchronization

/// What has happened to the ports on a server: a port can be told from a later one of the same name, and
/// from one with which nothing may be connected.
///
/// Noted on JACK's notification thread, asked on any.
final class PortHistory: Sendable {
  private struct Notes {
    var departures: [jack_uuid_t: UInt64] = [:]
    var forgotten: Set<UInt64> = []

    /// A port's uuid tells it from later ones on PipeWire alone: that of jackd is made from the port's
    /// place, which the next port takes.
    func identity(of uuid: jack_uuid_t) -> UInt64 {
      // Those of jackd and PipeWire use 34 bits; the upper ones are free.
      uuid ^ (departures[uuid] ?? 0) << 40
    }
  }

  private let notes = Mutex(Notes())

  /// A port has come.
  ///
  /// - Parameter isForgotten: whether the server is about to forget to whom it belongs, as jackd 1.9
  ///   does at the end of freewheeling with the ports that came meanwhile. They stay visible, and a jackd
  ///   that is asked to connect one of them ends itself by an assertion.
  func noteArrival(of port: OpaquePointer, isForgotten: Bool) {
    let uuid = jack_port_uuid(port)
    notes.withLock {
      let identity = $0.identity(of: uuid)
      if isForgotten {
        $0.forgotten.insert(identity)
      } else {
        $0.forgotten.remove(identity)
      }
    }
  }

  /// A port has gone; its name may be another one's already.
  func noteDeparture(of port: OpaquePointer) {
    let uuid = jack_port_uuid(port)
    notes.withLock { $0.departures[uuid, default: 0] += 1 }
  }

  /// What tells the port from one before and one after it in its place.
  func identity(of port: OpaquePointer) -> UInt64 {
    let uuid = jack_port_uuid(port)
    return notes.withLock { $0.identity(of: uuid) }
  }

  /// Whether the server knows to whom the port belongs, as far as it was seen to come.
  func isConnectable(_ port: OpaquePointer) -> Bool {
    let uuid = jack_port_uuid(port)
    return notes.withLock { !$0.forgotten.contains($0.identity(of: uuid)) }
  }
}
