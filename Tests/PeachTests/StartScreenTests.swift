import Foundation
import TestSupport
import Testing

extension ServerTests {
  /// `peach` alone on a terminal: from the start screen to everything else and back.
  @Suite("The start screen")
  @MainActor
  struct StartScreenTests {
    private let home: Home

    init() throws {
      home = try Home()
      try home.write("noteDuration = 0.3\n", to: home.settings)
    }

    private func start(_ options: String...) throws -> PseudoTerminal {
      try PseudoTerminal(options, home: home, server: ServerTests.serverName)
    }

    @Test("from the start to an answer, to the profile, and out")
    func tour() async throws {
      let server = try await ServerTests.server()
      let peach = try start()
      #expect(await peach.shows("Differences are told in cents"))
      peach.type("1")
      #expect(await peach.shows("♪ second note"))
      peach.type("h")
      #expect(await peach.shows("it was 100.0 cents"))
      peach.type("q")
      #expect(await peach.shows("1 to 4 starts"))
      peach.type("p")
      #expect(await peach.shows("Three times in four you tell"))
      peach.type("q")
      #expect(await peach.shows("1 to 4 starts"))
      // The client has stayed.
      peach.type("4")
      #expect(await peach.shows("Pitch matching, intervals"))
      #expect(await peach.shows("perfect fifth up"))
      peach.type("q")
      #expect(await peach.shows("1 to 4 starts"))
      peach.type("q")
      #expect(await peach.change() == .exited(0))
      #expect(peach.isAsBefore)
      await server.stop()
    }

    @Test(
      "without a server everything but the training is there; with one that comes, training too")
    func noServer() async throws {
      let peach = try start()
      #expect(await peach.shows("1 to 4 starts"))
      peach.type("1")
      #expect(await peach.shows("no JACK server"))
      peach.type("s")
      #expect(await peach.shows("noteDuration"))
      peach.type("q")
      let server = try await ServerTests.server()
      peach.type("1")
      #expect(await peach.shows("first note"))
      peach.signal(SIGTERM)
      #expect(await peach.change() == .exited(128 + SIGTERM))
      #expect(peach.isAsBefore)
      await server.stop()
    }

    @Test("Ctrl-Z ends a training; back in the foreground one is on the start screen")
    func suspension() async throws {
      let server = try await ServerTests.server()
      let peach = try start()
      #expect(await peach.shows("1 to 4 starts"))
      peach.signal(SIGTSTP)
      #expect(await peach.change() == .stopped)
      #expect(peach.isAsBefore)
      peach.signal(SIGCONT)
      #expect(await peach.shows("1 to 4 starts"))
      peach.type("1")
      #expect(await peach.shows("first note"))
      peach.signal(SIGTSTP)
      #expect(await peach.change() == .stopped)
      #expect(peach.isAsBefore)
      peach.signal(SIGCONT)
      #expect(await peach.shows("1 to 4 starts"))
      peach.type("q")
      #expect(await peach.change() == .exited(0))
      await server.stop()
    }

    @Test("a server that goes leads back to the start screen, and is told")
    func lostServer() async throws {
      let server = try await ServerTests.server()
      let peach = try start()
      peach.type("1")
      #expect(await peach.shows("first note"))
      await server.stop()
      #expect(await peach.shows("the JACK server has gone"))
      #expect(await peach.shows("1 to 4 starts"))
      peach.type("q")
      #expect(await peach.change() == .exited(0))
      #expect(peach.isAsBefore)
    }

    @Test("a crash leaves the terminal as it was", arguments: [SIGSEGV, SIGABRT])
    func crash(number: Int32) async throws {
      let peach = try start()
      #expect(await peach.shows("1 to 4 starts"))
      #expect(!peach.isAsBefore)
      peach.signal(number)
      #expect(await peach.shows("\u{1B}[?1049l"))
      #expect(await peach.change() == .signalled(number))
      #expect(peach.isAsBefore)
    }

    @Test("a setting is changed and heard, and what cannot be is told and changes nothing")
    func settings() async throws {
      let server = try await ServerTests.server()
      let peach = try start()
      #expect(await peach.shows("1 to 4 starts"))
      peach.type("s")
      #expect(await peach.shows("Settings (1 of"))
      peach.type("jj\u{1B}[C")
      #expect(await peach.shows("< 0.4 >"))
      // Heard: the client is there.
      while try await !ServerTests.tool("jack_lsp").contains("peach:out_1") {}
      peach.type("\r9\r")
      #expect(await peach.shows("noteDuration = 9 is not allowed; allowed: 0.3…3.0"))
      peach.type("\u{7F}2\r")
      #expect(await peach.shows("< 2.0 >"))
      peach.type("q")
      #expect(await peach.shows("1 to 4 starts"))
      #expect(try String(contentsOf: home.settings, encoding: .utf8) == "noteDuration = 2.0\n")
      // The client that has sounded trains.
      peach.type("1")
      #expect(await peach.shows("first note"))
      peach.type("q")
      #expect(await peach.shows("1 to 4 starts"))
      peach.type("q")
      #expect(await peach.change() == .exited(0))
      #expect(peach.isAsBefore)
      await server.stop()
    }

    @Test("plain: no control sequences, the same keys")
    func plain() async throws {
      let server = try await ServerTests.server()
      let peach = try start("--plain")
      #expect(await peach.shows("1 to 4 starts"))
      peach.type("1")
      #expect(await peach.shows("first note"))
      peach.type("q")
      #expect(await peach.shows("1 to 4 starts"))
      peach.type("q")
      #expect(await peach.change() == .exited(0))
      await server.stop()
    }
  }
}
