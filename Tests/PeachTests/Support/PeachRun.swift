import ArgumentParser
import CJack
import Console
import Foundation
import MemoryJack
import Sound
import TestSupport
import Testing

@testable import PeachApp
@testable import Program

/// What runs within the tests' own process, on servers in memory. One after another: they share a name.
@Suite("On a server in memory", .serialized, .libjack, .timeLimit(.minutes(1)))
@MainActor
enum MemoryTests {
  static let serverName = "peach-in-memory"

  /// A server that runs.
  ///
  /// - Parameter speed: less for what reads its input at intervals of real time.
  static func server(
    rate: Int = 48_000, period: Int = 256, outputs: Int = 2, speed: Double = 20
  ) -> MemoryServer {
    let server = MemoryServer(name: serverName, rate: rate, period: period, outputs: outputs)
    server.run(speed: speed)
    current = server
    return server
  }

  private static weak var current: MemoryServer?

  /// Lets the server run for 0.3 s of its time, which a hand takes from seeing to typing: what has hardly begun cannot
  /// be answered.
  static func passHandTime() {
    guard let current else { return }
    let begin = current.frames
    while current.frames &- begin < 14_400, current.step() > 0 {}
  }
}

/// Another client, which looks at ports and connections.
@MainActor
final class Patchbay {
  private let client: OpaquePointer

  init(server: String = MemoryTests.serverName) throws {
    client = try #require(openJackClient("patchbay", server: server))
  }

  isolated deinit { jack_client_close(client) }

  /// The ports whose full names contain a match of a regular expression.
  func ports(_ pattern: String) -> [String] {
    JackNames.consume(jack_get_ports(client, pattern, nil, 0))
  }

  /// The ports with which a port is connected, by their full names.
  func peers(of port: String) -> [String] {
    guard let port = jack_port_by_name(client, port) else { return [] }
    return JackNames.consume(jack_port_get_connections(port))
  }

  func isInput(_ port: String) -> Bool {
    guard let port = jack_port_by_name(client, port) else { return false }
    return jack_port_flags(port) & Int32(JackPortIsInput.rawValue) != 0
  }

  func isMIDI(_ port: String) -> Bool {
    JackNames.consume(jack_get_ports(client, nil, JACK_DEFAULT_MIDI_TYPE, 0)).contains(port)
  }
}

/// A command of Peach within the tests' own process: lines in, lines out, as ``PeachProcess`` has them.
@MainActor
final class PeachRun {
  private let lines: Inbox<String>
  private let errorLines: Inbox<String>
  private let input = GivenInput()
  private var hasInputEnded = false
  private let run: Task<Int32, Never>

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - home: the directory under which settings and history are kept.
  ///   - server: the name of a server in memory; without one there is none.
  init(
    _ arguments: [String], home: Home, server: String? = nil, environment: [String: String] = [:]
  ) throws {
    if server == nil { MemoryServer.declareAbsent("default") }
    let text = (["peach"] + arguments).joined(separator: " ")
    let (output, messages) = (LineOutput("lines of \(text)"), LineOutput("messages of \(text)"))
    (lines, errorLines) = (output.lines, messages.lines)
    let surroundings = Surroundings(
      environment: home.environment.merging(environment) { $1 }, output: output,
      messages: messages, input: input)
    run = Task {
      let status = await surroundings.run(arguments, server: server)
      output.end()
      messages.end()
      return status
    }
  }

  isolated deinit { endInput() }

  /// The next line of standard output, `nil` at its end.
  func nextLine(within limit: Duration = waitingLimit) async -> String? {
    let errorLines = errorLines
    return await lines.next(
      within: limit, details: { errorLines.seen.suffix(20).map { "\n! \($0)" }.joined() })
  }

  /// The next line as an event.
  func nextEvent(within limit: Duration = waitingLimit) async throws -> Event? {
    try await nextLine(within: limit).map(Event.init)
  }

  /// Reads on to the first event that fits, which it returns; `nil` at the end.
  func event(where fits: (Event) -> Bool) async throws -> Event? {
    while let event = try await nextEvent() {
      if fits(event) { return event }
    }
    return nil
  }

  /// Sends a line, or several.
  func send(_ text: String) {
    if !hasInputEnded { input.send(Array((text + "\n").utf8)) }
  }

  func endInput() {
    if !hasInputEnded { input.end() }
    hasInputEnded = true
  }

  /// Whether it receives signals by now; until then it cannot be ended by one.
  var isListening: Bool { input.isListening }

  func signal(_ number: Int32) { input.send(signal: number) }

  /// Waits for the end and returns the exit status (128 + n for a signal) and the messages.
  func finish() async -> (status: Int32, errors: String) {
    let status = await run.value
    endInput()
    return (status, errorLines.seen.map { $0 + "\n" }.joined())
  }

  /// All of the rest of standard output.
  func rest() async -> [String] {
    var rest: [String] = []
    while let line = await nextLine() { rest.append(line) }
    return rest
  }

  /// The messages so far.
  var messages: [String] { errorLines.seen }
}

extension Surroundings {
  /// Runs a command in these surroundings to its end, and returns its exit status.
  @MainActor func run(_ arguments: [String], server: String?) async -> Int32 {
    await Surroundings.$given.withValue(self) {
      await Peach.run(arguments + (server.map { ["--server", $0] } ?? []))
    }
  }
}

extension Home {
  /// What a command printed, and its exit status.
  typealias Outcome = (status: Int32, output: [String], errors: String)

  /// Runs a command without input, terminal and server to its end.
  @MainActor func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> Outcome {
    let peach = try PeachRun(arguments, home: self, environment: environment)
    peach.endInput()
    let output = await peach.rest()
    let (status, errors) = await peach.finish()
    return (status, output, errors)
  }

  /// Trains comparison with JSON lines and short notes on the server in memory.
  @MainActor func compare(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> PeachRun {
    try PeachRun(
      ["compare", "--json", "--note-duration", "0.3"] + arguments, home: self,
      server: MemoryTests.serverName, environment: environment)
  }
}

/// Passes on what is written line by line.
private final class LineOutput: TextOutput {
  let lines: Inbox<String>
  let failure: String? = nil
  private var rest = ""

  init(_ name: String) { lines = Inbox(name) }

  func write(controls text: String) {
    rest += text
    while let end = rest.firstIndex(of: "\n") {
      lines.put(String(rest[..<end]))
      rest = String(rest[rest.index(after: end)...])
    }
  }

  func end() {
    if !rest.isEmpty { lines.put(rest) }
    lines.end()
  }
}
