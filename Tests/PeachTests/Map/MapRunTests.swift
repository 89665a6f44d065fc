import Foundation
import MemoryJack
import TestSupport
import Testing

extension MemoryTests {
  /// `peach map` on a server, with another client as the instrument.
  @Suite("The map on a server", .serialized, .libjack)
  @MainActor
  struct MapRunTests {
    private let home: Home

    init() throws { home = try Home() }

    private func start(_ arguments: String...) throws -> PeachRun {
      try PeachRun(
        ["map"] + arguments + ["--connect-input", "violin", "--no-connect"], home: home,
        server: MemoryTests.serverName)
    }

    /// Returns when so many seconds of the server's time are over.
    private func pass(_ seconds: Double, on server: MemoryServer) async {
      let begin = server.frames
      while Double(server.frames &- begin) < seconds * 48_000 { await Task.yield() }
    }

    /// The next note that was judged and stored.
    private func result(_ peach: PeachRun) async throws -> Event? {
      try await peach.event { $0.event == "result" }
    }

    @Test("each note is written once it is stored; one is taken back, and the map follows")
    func json() async throws {
      let server = MemoryTests.server(period: 1024, speed: 5)
      let violin = try #require(TonePlayer("violin", server: MemoryTests.serverName))
      let peach = try start("--json", "--label", "violin")
      _ = try await peach.event { $0.event == "input" && $0["peers"] == ["violin:out"] }
      for (number, cents) in [(62, 8.0), (64, -3), (65, 0)] {
        violin.play(440 * exp2(Double(number - 69) / 12 + cents / 1200))
        await pass(1.2, on: server)
        violin.play(440, amplitude: 0)
        let note = try await result(peach)
        #expect(note?["note"] == number && note?["training"] == "map" && note?["stored"] == true)
        let heard: Double = try #require(note?["cents"])
        #expect(abs(heard - cents) < 0.5)
      }
      peach.send("undo")
      #expect(try await peach.event { $0.event == "withdrawn" }?["index"] == 3)
      peach.send("quit")
      let map = try await peach.event { $0.event == "map" }
      #expect(map != nil)
      #expect(await peach.finish().status == 0)
      await server.stop()
      let shown = try await home.run(["map", "show", "--label", "violin", "--json"]).output.joined()
      #expect(shown.contains(#""count":2"#) && shown.contains(#""label":"violin""#))
      let undone = try await home.run(["data", "undo", "--run", "--yes"]).output.joined()
      #expect(undone.hasPrefix("2 answers taken back"))
    }

    @Test("from a pipe it writes a line for each note, ends after its seconds, and shows the map")
    func lines() async throws {
      let server = MemoryTests.server(period: 1024, speed: 5)
      let violin = try #require(TonePlayer("violin", server: MemoryTests.serverName))
      violin.play(440 * exp2(7 / 1200.0))
      let peach = try start("--seconds", "4")
      #expect(await peach.nextLine()?.contains("peach:in_1") == true)
      var lines: [String] = []
      while let line = await peach.nextLine() { lines.append(line) }
      #expect(lines.contains("A4, 7.00 cents sharp"), "\(lines)")
      #expect(lines.contains("Your instrument"))
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("without a server it ends as other commands do; a label without notes is named")
    func faults() async throws {
      let alone = try PeachRun(["map", "--json"], home: home)
      #expect(try await alone.event { $0.event == "error" }?["code"] == "noJackServer")
      #expect(await alone.finish().status == 69)
      let empty = try await home.run(["map", "show"])
      #expect(
        empty.status == 0 && empty.output == ["No notes yet: peach map records what you play."])
      #expect(try await home.run(["map", "show", "--label", "flute"]).status == 64)
      #expect(try await home.run(["map", "--seconds", "0"]).status == 64)
    }
  }
}
