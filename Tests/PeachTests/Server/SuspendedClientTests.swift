import Foundation
import TestSupport
import Testing

extension ServerTests {
  /// Ctrl-Z in the commands that have no training: a client that is stopped would hold up the server.
  @Suite("Ctrl-Z beside the trainings", .libjack)
  @MainActor
  struct SuspendedClientTests {
    private let home: Home

    init() throws { home = try Home() }

    private nonisolated static let commands = [
      ["midi", "monitor"], ["midi", "learn"],
      // The longest phrase.
      ["sounds", "play", "sine", "--note-range-min", "21", "--note-range-max", "108"],
    ]

    /// What a command shows when its client is there.
    private func greeting(of command: [String]) -> String {
      command[0] == "midi" ? "Listening at" : "q stops."
    }

    private func hasClient() async throws -> Bool {
      try await ServerTests.tool("jack_lsp").contains { $0.hasPrefix("peach:") }
    }

    @Test(
      "the client is closed before the process stops, and opened when it goes on",
      arguments: commands)
    func suspended(command: [String]) async throws {
      let server = try await ServerTests.server()
      let shell = try await PseudoTerminal.shell(
        running: command, home: home, server: ServerTests.serverName)
      #expect(await shell.shows(greeting(of: command)))
      await shell.suspend()
      #expect(try await !hasClient())
      await shell.resume(showing: greeting(of: command))
      #expect(try await hasClient())
      shell.type("q")
      #expect(await shell.shows("shell> "))
      #expect(shell.isAsBefore)
      #expect(try await !hasClient())
      await server.stop()
    }

    @Test("also without a terminal for its input")
    func withoutTerminal() async throws {
      let command = Self.commands[0]
      let server = try await ServerTests.server()
      let shell = try await PseudoTerminal.shell(
        running: command, home: home, server: ServerTests.serverName, behind: "sleep 3600 | ")
      #expect(await shell.shows(greeting(of: command)))
      shell.type("\u{1A}")
      #expect(await shell.shows("Stopped"))
      #expect(try await !hasClient())
      shell.type("fg\n")
      #expect(await shell.shows(greeting(of: command)))
      shell.type("\u{03}")
      #expect(await shell.shows("shell> "))
      await server.stop()
    }

    @Test("a calibration closes the client; it measures anew when it goes on")
    func calibration() async throws {
      let server = try await ServerTests.server(period: 1024)
      let loop = try #require(TonePlayer("loop", server: ServerTests.serverName))
      let shell = try await PseudoTerminal.shell(
        running: ["play", "--calibrate", "--no-connect", "--connect-input", "off"], home: home,
        server: ServerTests.serverName)
      #expect(await shell.shows("half a minute"))
      shell.type("\u{1A}")
      #expect(await shell.shows("Stopped"))
      #expect(!loop.knows("peach:in_1"))
      shell.type("fg\n")
      #expect(await shell.shows("half a minute"))
      #expect(loop.knows("peach:in_1"))
      shell.type("q")
      #expect(await shell.shows("shell> "))
      await server.stop()
    }
  }
}
