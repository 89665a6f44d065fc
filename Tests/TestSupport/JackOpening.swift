import CJack
import Foundation

/// Opens a JACK client; `nil` if the server has none to give.
///
/// jackd 1.9 refuses one now and then while another client ends, on a busy machine for some seconds, so this asks again
/// and again for a while.
///
/// - Parameter isExact: whether it has to have that very name.
@MainActor
public func openJackClient(
  _ name: String, server: String, isExact: Bool = true
) -> OpaquePointer? {
  for _ in 0..<20 {
    var status = jack_status_t(rawValue: 0)
    if let client = jack_open(name, server, isExact, &status) { return client }
    usleep(100_000)
  }
  return nil
}
