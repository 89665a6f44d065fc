import CJack
import Foundation

/// Learns when the ports of other clients are there and the server connects them, in a process of its own: libjack
/// knows one server per process, and the benchmark may know another one.
enum PortWatch {
  /// How long ports are waited for, in seconds.
  private static let limit = 30.0

  /// The time between two looks, in microseconds. Looking reads the server's shared memory alone; only an
  /// attempt to connect asks the server.
  private static let interval: useconds_t = 500

  /// Answers each line of port names with the time at which all of them were there and the first one could be
  /// connected; behind the word `gone`, at which none of them was there any more. `-` if that does not come.
  static func runHelper(_ name: String, server: String?) throws {
    let client = try JackClient(name, server: server)
    defer { client.close() }
    try client.activate()
    let input = String(cString: jack_port_name(try client.port("in", isInput: true).handle))
    func isThere(_ port: String) -> Bool { jack_port_by_name(client.handle, port) != nil }
    HelperCommand.answer("ok")
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      let time = time {
        if words.first == "gone" { return !words[1...].contains(where: isThere) }
        guard let first = words.first, words.allSatisfy(isThere) else { return false }
        // A server refuses to connect the ports of a client that is not active.
        return [0, EEXIST].contains(jack_connect(client.handle, first, input))
      }
      HelperCommand.answer(time.map { "\($0)" } ?? "-")
    }
  }

  /// When `condition` held for the first time, by ``Clock/wall``; `nil` if it does not within ``limit``.
  private static func time(when condition: () -> Bool) -> UInt64? {
    let end = Clock.wall.now() + UInt64(limit * 1e9)
    while !condition() {
      guard Clock.wall.now() < end else { return nil }
      usleep(interval)
    }
    return Clock.wall.now()
  }
}
