import Foundation
import TestSupport
import Testing

extension ServerTests {
  @Suite("Output that nobody reads")
  @MainActor
  struct BlockedOutputTests {
    private let home: Home

    init() throws { home = try Home() }

    /// How many bytes wait in a pipe.
    private func waitingBytes(_ pipe: FileHandle) -> Int {
      var count: Int32 = 0
      return ioctl(pipe.fileDescriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    @Test(
      "a second signal ends a Peach that waits for its reader, however soon it follows",
      arguments: [SIGTERM, SIGINT])
    func secondSignal(number: Int32) async throws {
      let server = try await ServerTests.server()
      let peach = try ChildProcess(
        PeachProcess.program.path, ["compare", "--json"],
        environment: home.environment.merging(["JACK_DEFAULT_SERVER": ServerTests.serverName]) {
          $1
        })
      try await wait(for: "the first lines") { waitingBytes(peach.output) > 0 }
      // Each gets a notice, until the pipe is full.
      let line = Data("nonsense\n".utf8)
      try await wait(for: "a full pipe") {
        if waitingBytes(peach.input) < 4096 {
          try? peach.input.write(contentsOf: Data(repeatElement(line, count: 50).joined()))
        }
        return waitingBytes(peach.output) > 60_000
      }
      peach.signal(SIGHUP)
      peach.signal(number)
      let status = await peach.end(within: .seconds(30))
      // The kernel may deliver both in either order.
      #expect([128 + SIGHUP, 128 + number].contains(status))
      await server.stop()
    }
  }
}
