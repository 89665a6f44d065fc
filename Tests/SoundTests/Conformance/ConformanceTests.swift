import CJack
import MemoryJack
import TestSupport
import Testing

@testable import Sound

/// Servers in memory behave like real ones, or like what is known of those that this machine need not have: jackd 1 and
/// PipeWire have libraries of their own, which a process cannot load beside that of jackd 2.
@Suite("Servers in memory", .serialized, .libjack, .timeLimit(.minutes(1)))
@MainActor
struct ConformanceTests {
  @Test("like jackd 2", arguments: Scene.allCases)
  func jackd2(scene: Scene) async throws { try await play(scene, like: .jackd2) }

  @Test("like jackd 1", arguments: Scene.allCases)
  func jackd1(scene: Scene) async throws { try await play(scene, like: .jackd1) }

  @Test("like PipeWire", arguments: Scene.allCases)
  func pipeWire(scene: Scene) async throws { try await play(scene, like: .pipeWire) }

  private func play(_ scene: Scene, like kind: MemoryServer.Kind) async throws {
    let server = MemoryServer(name: "peach-scene", like: kind)
    let before = MemoryServer.faults
    try await scene.play(on: .memory(server, like: kind))
    #expect(MemoryServer.faults == before)
    #expect(server.clientCount == 0, "a scene leaves no client behind")
    await server.stop()
  }
}

/// What needs a real server in this process.
@Suite("On a real server", .serialized, .libjack, .timeLimit(.minutes(1)))
@MainActor
struct RealServerTests {
  private static let serverName = "peachtest0"

  private func server() async throws -> JackServer {
    try await JackServer(name: Self.serverName) { name in
      guard await ServerProbe.serverAnswers(name) else { return false }
      // A server takes clients before it has ports.
      return await JackRequests.perform {
        var status = jack_status_t(rawValue: 0)
        guard let client = jack_open("peach-ports", name, false, &status) else { return false }
        defer { jack_client_close(client) }
        return jack_port_by_name(client, "system:playback_1") != nil
      }
    }
  }

  @Test("jackd 2 behaves as the scenes say", arguments: Scene.allCases)
  func conformance(scene: Scene) async throws {
    let server = try await server()
    try await scene.play(on: .jackd2(server))
    switch scene {
    case .stop, .crash: break
    default: await server.stop()
    }
  }

  @Test(
    "servers that end one after another, each with a client that is closed at once, hold up none")
  func closedAtTheEnd() async throws {
    for _ in 0..<5 {
      let server = try await server()
      let client = try JackClient(name: "peach", server: Self.serverName)
      #expect(client.activate())
      var hasEnded = false
      let end = Task {
        await server.stop()
        hasEnded = true
      }
      // On a busy machine libjack once did not report it.
      try await wait(for: "the report of the end, or the end") {
        hasEnded || client.signals.pointee.hasShutDown.load(ordering: .acquiring)
      }
      let isClosed = await JackRequests.perform(within: .seconds(30)) {
        client.close()
        return true
      }
      #expect(isClosed == true)
      await end.value
    }
  }
}
