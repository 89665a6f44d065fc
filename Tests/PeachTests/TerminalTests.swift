import Foundation
import MemoryJack
import TestSupport
import Testing

extension MemoryTests {
  /// `peach compare` on a terminal: single keys, and the terminal as it was whatever ends the run.
  @Suite("On a terminal")
  @MainActor
  struct TerminalTests {
    private let home: Home

    init() throws {
      home = try Home()
      try home.makeHistory()
    }

    private func compare(_ arguments: String...) -> TerminalRun {
      TerminalRun(["compare", "--note-duration", "0.3"] + arguments, home: home)
    }

    @Test("keys answer and help; what sounds is shown, the result after the answer")
    func keys() async throws {
      let server = MemoryTests.server()
      let peach = compare()
      #expect(await peach.shows("first"))
      #expect(!peach.isAsBefore)
      #expect(await peach.shows("higher"))
      #expect(await peach.shows("Space"))
      peach.type("\u{1B}[A")
      #expect(await peach.shows("by 75.0 cents"))
      peach.type("?")
      #expect(await peach.shows("the second note is higher"))
      peach.type("\u{1B}")
      #expect(await peach.shows("Paused."))
      peach.type("\r")
      #expect(await peach.shows("Space again"))
      peach.type("j")
      #expect(await peach.shows("cents"))
      peach.type("q")
      // The closing page; what it says stays on the ordinary screen.
      #expect(await peach.shows("more"))
      peach.type("\u{1B}")
      #expect(await peach.shows("unison"))
      #expect(await peach.change() == .exited(0))
      #expect(peach.isAsBefore)
      await server.stop()
    }

    @Test("pitch matching: keys tune and commit; no number is shown before, the verdict after")
    func matching() async throws {
      let server = MemoryTests.server()
      let peach = TerminalRun(["match", "--note-duration", "0.3"], home: home)
      #expect(await peach.shows("listen"))
      #expect(await peach.shows("tune it"))
      // Down to the end of the slider, wherever it began, and up again: 20, 10 and 0.2 cents.
      peach.type(String(repeating: "\u{1B}[B", count: 25))
      peach.type(String(repeating: "\u{1B}[A", count: 2))
      peach.type(String(repeating: "\u{1B}[C", count: 11) + "\u{1B}[D..")
      peach.type("\r")
      #expect(await peach.shows("69.8 cents flat"))
      #expect(await peach.shows("tune it"))
      peach.type("?")
      #expect(await peach.shows("tune by 10 cents"))
      peach.type("\u{1B}")
      #expect(await peach.shows("Paused."))
      peach.type("\r")
      #expect(await peach.shows("tune it"))
      peach.type("hl")
      peach.type("\r")
      #expect(await peach.shows("began"))
      peach.type("q")
      // The closing page; what it says stays on the ordinary screen.
      #expect(await peach.shows("more"))
      peach.type("\u{1B}")
      #expect(await peach.shows("unison"))
      #expect(await peach.change() == .exited(0))
      #expect(peach.isAsBefore)
      await server.stop()
    }

    @Test("Ctrl-C ends the run with 130 and the terminal as it was")
    func interrupt() async throws {
      let server = MemoryTests.server()
      let peach = compare()
      #expect(await peach.shows("first"))
      peach.type("\u{3}")
      #expect(await peach.change() == .exited(130))
      #expect(peach.isAsBefore)
      await server.stop()
    }

    @Test("a pad answers also after the outputs were looked at")
    func padAfterOutputs() async throws {
      let server = MemoryTests.server()
      let keyboard = try #require(MIDIKeyboard("keys", server: MemoryTests.serverName))
      let peach = compare("--connect-midi", "keys")
      #expect(await peach.shows("Space again"))
      peach.type("o")
      #expect(await peach.shows("I patch it myself"))
      peach.type("\u{1B}")
      #expect(await peach.shows("Paused."))
      peach.type("\r")
      #expect(await peach.shows("Space again"))
      // After the time in which nobody can have meant an answer.
      keyboard.send([[0x90, 72, 100]], afterPeriods: 300)
      #expect(await peach.shows("cents"))
      peach.signal(SIGTERM)
      #expect(await peach.change() == .exited(128 + SIGTERM))
      withExtendedLifetime(keyboard) {}
      await server.stop()
    }

    @Test("after the last result the closing page comes, whatever is typed meanwhile")
    func lastResult() async throws {
      let server = MemoryTests.server()
      let peach = compare("--trials", "1")
      #expect(await peach.shows("Space"))
      peach.type("k")
      #expect(await peach.shows("by 75.0 cents"))
      peach.type(String(repeating: "\u{1B}[A", count: 50))
      // The closing page; what it says stays on the ordinary screen.
      #expect(await peach.shows("more"))
      peach.type("\u{1B}")
      #expect(await peach.shows("unison"))
      #expect(await peach.change() == .exited(0))
      await server.stop()
    }

    @Test("the closing page has the level, the outputs and the help, and Enter trains again")
    func closingKeys() async throws {
      let server = MemoryTests.server()
      let patchbay = try Patchbay()
      let peach = compare()
      #expect(await peach.shows("Space again"))
      peach.type("k")
      #expect(await peach.shows("by 75.0 cents"))
      peach.type("q")
      #expect(await peach.shows("more"))
      peach.type("-")
      #expect(await peach.shows("13 dB"))
      peach.type("?")
      #expect(await peach.shows("the same training again"))
      peach.type("?")
      #expect(await peach.shows("more"))
      peach.type("o")
      #expect(await peach.shows("I patch it myself"))
      try await wait(for: "client") {
        !patchbay.ports("^peach:out_1$").isEmpty
      }
      peach.type("\u{1B}")
      #expect(await peach.shows("more"))
      peach.type("\r")
      #expect(await peach.shows("first"))
      peach.type("q")
      #expect(await peach.change() == .exited(0))
      #expect(peach.isAsBefore)
      await server.stop()
    }

    @Test("the closing page that is left while its outputs are open leaves no client behind")
    func closingOutputs() async throws {
      let server = MemoryTests.server()
      let peach = compare()
      #expect(await peach.shows("Space again"))
      peach.type("k")
      #expect(await peach.shows("by 75.0 cents"))
      peach.type("q")
      #expect(await peach.shows("more"))
      peach.type("o")
      #expect(await peach.shows("I patch it myself"))
      await server.stop()
      #expect(await peach.shows("! no JACK server"))
      peach.signal(SIGTERM)
      #expect(await peach.change() == .exited(128 + SIGTERM))
      #expect(peach.isAsBefore)
    }

    @Test("a server that goes is waited for on one line; with the next one a key goes on")
    func serverKilled() async throws {
      let first = MemoryTests.server()
      let peach = compare()
      #expect(await peach.shows("first"))
      await first.crash()
      #expect(await peach.shows("! no JACK server"))
      #expect(await peach.shows("No JACK server; trying again."))
      peach.type("k")
      let second = MemoryTests.server()
      #expect(await peach.shows("Interrupted."))
      peach.type("k")
      #expect(await peach.shows("first"))
      await second.crash()
      #expect(await peach.shows("No JACK server; trying again."))
      peach.type("q")
      #expect(await peach.change() == .exited(0))
      #expect(peach.isAsBefore)
    }

    @Test("a second session that finds no server leaves the terminal as it was")
    func secondSessionWithoutServer() async throws {
      let server = MemoryTests.server()
      let peach = compare()
      #expect(await peach.shows("higher"))
      #expect(await peach.shows("Space"))
      peach.type("\u{1B}[A")
      #expect(await peach.shows("by 75.0 cents"))
      peach.type("q")
      // The closing page: the client has been closed, and Enter asks for another one.
      #expect(await peach.shows("more"))
      await server.stop()
      peach.type("\r")
      #expect(await peach.change() == .exited(69))
      #expect(peach.isAsBefore)
    }

    @Test("a signal ends the run also while there is no server", arguments: [SIGINT, SIGTERM])
    func signalsWithoutServer(number: Int32) async throws {
      let server = MemoryTests.server()
      let peach = compare()
      #expect(await peach.shows("first"))
      await server.crash()
      #expect(await peach.shows("No JACK server; trying again."))
      peach.signal(number)
      #expect(await peach.change() == .exited(128 + number))
      #expect(peach.isAsBefore)
    }
  }
}

extension ServerTests {
  /// What a process has to do with its terminal, its shell and its signals.
  @Suite("A process on a terminal")
  @MainActor
  struct TerminalServerTests {
    private let home: Home

    init() throws {
      home = try Home()
      try home.makeHistory()
    }

    private func compare() throws -> PseudoTerminal {
      try PseudoTerminal(
        ["compare", "--note-duration", "0.3"], home: home, server: ServerTests.serverName)
    }

    @Test(
      "a signal ends the run with the terminal as it was", arguments: [SIGTERM, SIGHUP, SIGQUIT])
    func signals(number: Int32) async throws {
      let server = try await ServerTests.server()
      let peach = try compare()
      #expect(await peach.shows("first"))
      peach.signal(number)
      #expect(await peach.change() == .exited(128 + number))
      #expect(peach.isAsBefore)
      await server.stop()
    }

    @Test("in the background it stays stopped; from there to the foreground, a key goes on")
    func background() async throws {
      let server = try await ServerTests.server()
      let shell = try await shellComparing()
      #expect(await shell.shows("first"))
      await shell.suspend()
      shell.type("bg\n")
      #expect(await shell.shows("&"))
      // The shell waits for the change, or says at its next prompt what has changed before: "stopped" or "Stopped".
      shell.type("wait\n")
      #expect(await shell.shows("topped"))
      #expect(shell.isAsBefore)
      await shell.resume(showing: "Interrupted.")
      shell.type(" ")
      #expect(await shell.shows("first"))
      try await end(shell)
      await server.stop()
    }

    @Test("Ctrl-Z without a shell that could continue the program is refused, and training waits")
    func orphaned() async throws {
      let server = try await ServerTests.server()
      let peach = try compare()
      #expect(await peach.shows("first"))
      peach.type("\u{1A}")
      #expect(await peach.shows("Paused."))
      #expect(await peach.shows("No shell could wake Peach after Ctrl-Z, so it stays."))
      peach.type("\r")
      #expect(await peach.shows("first"))
      // What is typed after the last key is not left to the shell.
      peach.type("q" + String(repeating: "\u{1B}[A", count: 50))
      #expect(await peach.change() == .exited(0))
      #expect(peach.unreadCount == 0)
      await server.stop()
    }

    private func shellComparing() async throws -> PseudoTerminal {
      try await .shell(
        running: ["compare", "--note-duration", "0.3"], home: home, server: ServerTests.serverName)
    }

    /// Ends the program and the shell that runs it.
    private func end(_ shell: PseudoTerminal) async throws {
      shell.type("q")
      #expect(await shell.shows("shell> "))
      #expect(shell.isAsBefore)
      shell.type("exit\n")
      #expect(await shell.change() == .exited(0))
    }

    @Test("a terminal that is closed ends the run as a hang-up")
    func hangUp() async throws {
      let server = try await ServerTests.server()
      let peach = try compare()
      #expect(await peach.shows("first"))
      peach.close()
      #expect(await peach.change() == .exited(129))
      await server.stop()
    }

    @Test("a server that goes while the process is stopped is waited for when it goes on")
    func serverKilledDuringSuspension() async throws {
      let first = try await ServerTests.server()
      let peach = try await shellComparing()
      #expect(await peach.shows("first"))
      await peach.suspend()
      await first.crash()
      await peach.resume(showing: "No JACK server; trying again.")
      // Stopped once more while it waits.
      await peach.suspend()
      await peach.resume(showing: "No JACK server; trying again.")
      let second = try await ServerTests.server()
      #expect(await peach.shows("Interrupted."))
      peach.type(" ")
      #expect(await peach.shows("first"))
      try await end(peach)
      await second.stop()
    }
  }
}
