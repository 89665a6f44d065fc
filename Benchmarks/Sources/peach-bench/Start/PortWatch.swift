import ArgumentParser
import CJack
import Foundation

/// Learns when the ports of a client are there and its server connects them, from a client in a process of its
/// own: libjack knows one server per process, and this process may know another one.
final class PortWatch {
  private let client: ServerClient

  /// - Parameter server: `nil` is the default one.
  /// - Throws: ``BenchFault/noClient(name:messages:)``
  init(server: String?) async throws {
    client = try await ServerClient.playing(
      [PortWatchCommand.name], server: server)
  }

  /// Waits from now on for outputs, and then for further ports. ``connectable()`` says when they were there.
  ///
  /// - Parameters:
  ///   - outputs: full names without spaces.
  ///   - others: likewise.
  func expect(_ outputs: [String], others: [String] = []) throws {
    try client.send(outputs.joined(separator: " "))
    try client.send((outputs + others).joined(separator: " "))
  }

  /// When the outputs of the last ``expect(_:others:)``, and all of its ports, could be connected, by
  /// ``WallClock``.
  ///
  /// - Throws: ``BenchFault/noPort`` if they have not been there within ``PortWatchCommand/limit``.
  func connectable() throws -> (outputs: UInt64, all: UInt64) {
    guard let outputs = try client.answer().flatMap({ UInt64($0) }),
      let all = try client.answer().flatMap({ UInt64($0) })
    else { throw BenchFault.noPort }
    return (outputs, all)
  }

  /// Returns when none of these ports is there any more.
  ///
  /// - Throws: ``BenchFault/noPort`` if they stay.
  func waitForEnd(of ports: [String]) throws {
    let answer = try client.ask("gone \(ports.joined(separator: " "))")
    guard answer.flatMap({ UInt64($0) }) != nil else { throw BenchFault.noPort }
  }

  /// Leaves the server.
  func close() throws { try client.end() }
}

/// Answers each line of port names with the time at which all of them were there and the first one could be
/// connected; behind the word `gone`, at which none of them was there any more. `-` if that does not come.
struct PortWatchCommand: AsyncParsableCommand {
  static let name = "port-watch"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Tell when ports of other clients can be connected, until the end of input.",
    shouldDisplay: false)

  /// How long ports are waited for, in seconds.
  static let limit = 30.0

  /// The time between two looks, in microseconds. Looking reads the server's shared memory alone; only an
  /// attempt to connect asks the server.
  private static let interval: useconds_t = 500

  @OptionGroup var jack: ServerOptions

  @MainActor func run() async throws {
    jack_set_error_function { _ in }
    jack_set_info_function { _ in }
    var status = jack_status_t(rawValue: 0)
    guard let client = jack_open("peach-bench-watch", jack.server, false, &status) else {
      throw BenchFault.noServer
    }
    defer { jack_client_close(client) }
    guard jack_activate(client) == 0,
      let input = jack_port_register(
        client, "in", JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsInput.rawValue), 0)
    else { throw BenchFault.noPort }
    let name = String(cString: jack_port_name(input))
    Self.send("ok")
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      let isEnd = words.first == "gone"
      let time = Self.time {
        isEnd ? Self.areGone(words[1...], client) : Self.connect(words, to: name, client)
      }
      Self.send(time.map { "\($0)" } ?? "-")
    }
  }

  /// When `condition` held for the first time, by ``WallClock``; `nil` if it does not within ``limit``.
  private static func time(when condition: () -> Bool) -> UInt64? {
    let end = WallClock.now() + UInt64(limit * 1e9)
    while !condition() {
      guard WallClock.now() < end else { return nil }
      usleep(interval)
    }
    return WallClock.now()
  }

  /// Whether all ports are there and the server has connected the first of them with `input`.
  private static func connect(
    _ ports: [String], to input: String, _ client: OpaquePointer
  ) -> Bool {
    guard let first = ports.first,
      ports.allSatisfy({ jack_port_by_name(client, $0) != nil })
    else { return false }
    // A server refuses to connect the ports of a client that is not active.
    let result = jack_connect(client, first, input)
    return result == 0 || result == EEXIST
  }

  private static func areGone(
    _ ports: ArraySlice<String>, _ client: OpaquePointer
  ) -> Bool {
    ports.allSatisfy { jack_port_by_name(client, $0) == nil }
  }

  private static func send(_ answer: String) {
    // Not print: the other side waits for the answer, which must not stay in a buffer.
    FileHandle.standardOutput.write(Data((answer + "\n").utf8))
  }
}
