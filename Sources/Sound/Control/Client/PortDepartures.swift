import CJack
import Synchronization

/// How often ports have gone, so that a port can be told from a later one of the same name.
///
/// A port's uuid does that on PipeWire alone: that of jackd is made from the port's place, which the next
/// port takes. Noted on JACK's notification thread, asked on any.
final class PortDepartures: Sendable {
  private let counts = Mutex<[jack_uuid_t: UInt64]>([:])

  /// A port has gone; its name may be another one's already.
  func note(_ port: OpaquePointer) {
    let uuid = jack_port_uuid(port)
    counts.withLock { $0[uuid, default: 0] += 1 }
  }

  /// What tells the port from one before and one after it in its place.
  func identity(of port: OpaquePointer) -> UInt64 {
    let uuid = jack_port_uuid(port)
    // Those of jackd and PipeWire use 34 bits; the upper ones are free.
    return uuid ^ (counts.withLock { $0[uuid] } ?? 0) << 40
  }
}
