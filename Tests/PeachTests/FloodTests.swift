import Foundation
import TestSupport
import Testing

extension MemoryTests {
  @Suite("Floods on standard input")
  @MainActor
  struct FloodTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test(
      "a thousand commands that come before the sound has run end no training",
      arguments: ["pause", "panic"])
    func commands(command: String) async throws {
      let server = MemoryTests.server(period: 2048)
      let peach = try home.compare()
      _ = try await peach.event { $0.state == "playingNote1" }
      peach.send(Array(repeating: "\(command)\nstart", count: 1000).joined(separator: "\n"))
      _ = try await peach.event { $0.state == "awaitingAnswer" }
      peach.send("higher")
      #expect(try await peach.event { $0.event == "result" } != nil)
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      await server.stop()
    }
  }
}

extension ServerTests {
  @Suite("Floods on standard input of a process")
  @MainActor
  struct FloodProcessTests {
    private let home: Home

    init() throws { home = try Home() }

    /// The private memory of a process, in megabytes (proc(5), smaps_rollup).
    private func privateMegabytes(of pid: Int32) throws -> Int {
      let text = try String(contentsOfFile: "/proc/\(pid)/smaps_rollup", encoding: .utf8)
      return text.split(separator: "\n").filter { $0.hasPrefix("Private_") }
        .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
        .reduce(0, +) / 1024
    }

    @Test(
      "memory stays bounded, and SIGTERM ends the run",
      arguments: ["yes higher", "yes", "tr '\\\\0' x </dev/zero"])
    func memory(source: String) async throws {
      let server = try await ServerTests.server()
      let fifo = home.directory.appendingPathComponent("fifo").path
      #expect(mkfifo(fifo, 0o600) == 0)
      let feeder = try ChildProcess(
        "/bin/sh", ["-c", "exec 2>/dev/null; { \(source); } > '\(fifo)'"])
      defer { feeder.signal(SIGKILL) }
      let peach = try PeachProcess(
        shell: "JACK_DEFAULT_SERVER=\(ServerTests.serverName) exec \"$@\" < '\(fifo)' 2>/dev/null",
        ["compare", "--json", "--data", home.history.path], home: home)
      // Enough of the flood: the answers to thousands of lines, or the one to a line without end.
      var count = 0
      while count < 2000, let event = try await peach.nextEvent() {
        count += 1
        if event["code"] == "lineTooLong" { break }
      }
      #expect(try privateMegabytes(of: peach.pid) <= 150)
      peach.signal(SIGTERM)
      _ = await peach.rest()
      #expect(await peach.finish().status == 143)
      await server.stop()
    }
  }
}
