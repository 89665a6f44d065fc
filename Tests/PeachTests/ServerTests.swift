import TestSupport
import Testing

/// What needs a server. One after another: they share a name, of which JACK keeps few.
@Suite("On a real server", .serialized, .timeLimit(.minutes(5)))
@MainActor
enum ServerTests {
  static let serverName = "peachtest1"

  static func server(period: Int = 64) async throws -> JackServer {
    try await JackServer(name: serverName, period: period, waitsForClients: false) { name in
      let probe = try ChildProcess(PeachProcess.program.path, ["probe", "--server", name])
      return await probe.end() == 0
    }
  }
}
