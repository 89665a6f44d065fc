import Foundation
import TestSupport
import Testing

/// What needs a server. One after another: they share a name, of which JACK keeps few. Processes that run
/// parts of this suite at the same time are each given a name of their own in `PEACH_TEST_SERVER`.
@Suite("On a real server", .serialized, .timeLimit(.minutes(1)))
@MainActor
enum ServerTests {
  static let serverName =
    ProcessInfo.processInfo.environment["PEACH_TEST_SERVER"] ?? "peachtest1"

  static func server(period: Int = 64) async throws -> JackServer {
    try await JackServer(name: serverName, period: period, waitsForClients: false) {
      let probe = try ChildProcess(PeachProcess.program.path, ["probe", "--server", $0])
      guard await probe.end() == 0 else { return false }
      // A server takes clients before it has ports.
      return try await !tool("jack_lsp", "system:playback_1").isEmpty
    }
  }

  /// Runs one of JACK's own tools on the server and returns what it printed, line by line.
  @discardableResult
  static func tool(_ name: String, _ arguments: String...) async throws -> [String] {
    let environment = ProcessInfo.processInfo.environment
    let tool = try ChildProcess(
      "/usr/bin/env", [name] + arguments,
      environment: environment.merging(["JACK_DEFAULT_SERVER": serverName]) { $1 })
    return await tool.text()
  }
}
