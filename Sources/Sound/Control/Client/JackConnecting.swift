import CJack
import Foundation

/// Makes connections. Asks the server, and belongs into ``JackRequests``.
enum JackConnecting {
  /// Asks the server for a connection; true also where it is there already.
  ///
  /// Not asked for, and false, while the server freewheels, as jackd 1.9 forgets the connection at the end,
  /// and with a port that it has forgotten that way. The end of freewheeling counts as a change of the
  /// graph, after which what was refused is asked for again.
  ///
  /// - Parameters:
  ///   - source: the full name of an output.
  ///   - destination: the full name of an input.
  static func connect(
    _ source: String, with destination: String, by client: OpaquePointer,
    _ signals: UnsafeMutablePointer<EngineSignals>
  ) -> Bool {
    guard !signals.pointee.isFreewheeling.load(ordering: .relaxed),
      let output = jack_port_by_name(client, source),
      let input = jack_port_by_name(client, destination),
      [output, input].allSatisfy(signals.pointee.ports.isConnectable)
    else { return false }
    let result = jack_connect(client, source, destination)
    return result == 0 || result == EEXIST
  }
}
