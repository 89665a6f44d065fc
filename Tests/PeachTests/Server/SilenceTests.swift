import Foundation
import TestSupport
import Testing

@testable import PeachApp

extension MemoryTests {
  /// Silence is not training: what happens while nothing is connected to the outputs.
  @Suite("Nothing is connected")
  @MainActor
  struct SilenceTests {
    private let home: Home

    init() throws { home = try Home() }

    private func count() throws -> [String] {
      try SQLiteShell.query("select count(*) from comparisonRecord", in: home.history)
    }

    @Test("with --json the training goes on; ready, a notice and events say what is connected")
    func json() async throws {
      let server = MemoryTests.server()
      let peach = try PeachRun(
        ["compare", "--json", "--no-connect", "--note-duration", "0.3"], home: home,
        server: MemoryTests.serverName)
      let ready = try await peach.event { $0.event == "ready" }
      #expect(ready?["connected"] == false)
      #expect(try await peach.event { $0["code"] == "unconnected" } != nil)
      _ = try await peach.event { $0.state == "playingNote2" }
      peach.send("higher")
      #expect(try await peach.event { $0.event == "result" }?["stored"] == true)
      #expect(server.connect("peach:out_1", "system:playback_1"))
      let plugged = try await peach.event { $0.event == "connections" }
      #expect(plugged?["connected"] == true)
      #expect(plugged?["peers"] == ["system:playback_1"])
      #expect(server.disconnect("peach:out_1", "system:playback_1"))
      let unplugged = try await peach.event { $0.event == "connections" }
      #expect(unplugged?["connected"] == false)
      #expect(unplugged?["peers"] == [String]())
      #expect(try await peach.event { $0["code"] == "unconnected" } != nil)
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("what is connected at the start is said as it is")
    func connected() async throws {
      let server = MemoryTests.server()
      let peach = try home.compare()
      #expect(try await peach.event { $0.event == "ready" }?["connected"] == true)
      peach.send("quit")
      let rest = await peach.rest()
      #expect(!rest.contains { $0.contains("unconnected") })
      #expect(await peach.finish().status == 0)
      await server.stop()
    }
  }
}
