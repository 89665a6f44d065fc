import Foundation
import MemoryJack
import TestSupport
import Testing

extension MemoryTests {
  @Suite("Nothing is connected, on a terminal")
  @MainActor
  struct SilentTerminalTests {
    private let home: Home

    init() throws { home = try Home() }

    private func compare() -> TerminalRun {
      TerminalRun(["compare", "--no-connect", "--note-duration", "0.3"], home: home)
    }

    private func count() throws -> [String] {
      try SQLiteShell.query("select count(*) from comparisonRecord", in: home.history)
    }

    @Test("a terminal waits for a connection, goes on with it, and waits again when it goes")
    func terminal() async throws {
      let server = MemoryTests.server()
      let peach = compare()
      #expect(await peach.shows("Nothing connected"))
      peach.type("k")
      #expect(server.connect("peach:out_1", "system:playback_1"))
      #expect(await peach.shows("Space"))
      #expect(server.disconnect("peach:out_1", "system:playback_1"))
      #expect(await peach.shows("Nothing connected"))
      #expect(server.connect("peach:out_1", "system:playback_1"))
      #expect(await peach.shows("Space"))
      peach.type("k")
      #expect(await peach.shows("cents"))
      peach.type("q")
      // The closing page; what it says stays on the ordinary screen.
      #expect(await peach.shows("more"))
      peach.type("\u{1B}")
      #expect(await peach.shows("unison"))
      #expect(await peach.change() == .exited(0))
      #expect(try count() == ["1"])
      await server.stop()
    }

    @Test("o chooses an output, which is remembered, and the training goes on")
    func choosing() async throws {
      let server = MemoryTests.server()
      let peach = compare()
      #expect(await peach.shows("Nothing connected; o chooses an output."))
      peach.type("o")
      #expect(await peach.shows("I patch it myself"))
      peach.type("\u{1B}")
      #expect(await peach.shows("Nothing connected"))
      peach.type("o")
      #expect(await peach.shows("I patch it myself"))
      peach.type("\u{1B}[A")
      #expect(await peach.shows("› system"))
      peach.type("\r")
      #expect(await peach.shows("Space again"))
      peach.type("\u{1B}[A")
      #expect(await peach.shows("cents"))
      #expect(try String(contentsOf: home.settings, encoding: .utf8).contains("connect = "))
      peach.type("p")
      #expect(await peach.shows("Paused."))
      peach.type("o")
      #expect(await peach.shows("I patch it myself"))
      peach.type("q")
      #expect(await peach.shows("Paused."))
      peach.signal(SIGTERM)
      #expect(await peach.change() == .exited(128 + SIGTERM))
      #expect(try count() == ["1"])
      await server.stop()
    }

    @Test("Enter insists; answers are then not stored")
    func insisting() async throws {
      let server = MemoryTests.server()
      let peach = compare()
      #expect(await peach.shows("Nothing connected"))
      peach.type("\r")
      #expect(await peach.shows("Answers are not stored while"))
      #expect(await peach.shows("Space"))
      peach.type("k")
      #expect(await peach.shows("cents"))
      #expect(await peach.shows("first"))
      peach.type("p")
      #expect(await peach.shows("Paused."))
      peach.type("\r")
      #expect(await peach.shows("first"))
      peach.type("q")
      #expect(await peach.shows("more"))
      peach.type("\u{1B}")
      #expect(await peach.change() == .exited(0))
      #expect(try count() == ["0"])
      await server.stop()
    }
  }
}
