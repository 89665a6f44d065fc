import Foundation
import TestSupport
import Testing

extension MemoryTests {
  /// `peach play --calibrate` on a server.
  @Suite("A calibration on a server", .serialized, .libjack)
  @MainActor
  struct CalibrationRunTests {
    private let home: Home

    init() throws { home = try Home() }

    private func start(_ arguments: String...) throws -> PeachRun {
      try PeachRun(
        ["play", "--calibrate", "--json", "--no-connect", "--connect-input", "off"] + arguments,
        home: home, server: MemoryTests.serverName)
    }

    /// The setting as the file has it; `nil` if there is none.
    private func storedDelay() -> String? {
      let text = try? String(contentsOf: home.settings, encoding: .utf8)
      return text?.split(separator: "\n").first { $0.hasPrefix("inputDelay") }.map { String($0) }
    }

    /// Waits until it asks for a connection, and connects its output with its input by a client that does
    /// nothing else.
    private func close(_ loop: TonePlayer, of peach: PeachRun) async throws {
      #expect(try await peach.event { $0["code"] == "waitingForLoop" } != nil)
      #expect(loop.connect("peach:out_1", to: "peach:in_1"))
      #expect(try await peach.event { $0.event == "calibrating" } != nil)
    }

    @Test("a wire within the server takes whole periods, and the setting keeps it")
    func wire() async throws {
      let server = MemoryTests.server(period: 1024, speed: 6)
      let loop = try #require(TonePlayer("loop", server: MemoryTests.serverName))
      let peach = try start()
      try await close(loop, of: peach)
      let last = try await peach.event { ["calibrated", "error"].contains($0.event) }
      let result = try #require(last)
      #expect(result.event == "calibrated", "\(result)")
      let frames: Double = try #require(result["frames"])
      // Its own input hears what its output had in the period before.
      #expect(abs(frames - 1024) < 0.1)
      #expect(result["isInverted"] == false)
      #expect(try await peach.event { $0.event == "stopped" }?["reason"] == "end")
      #expect(await peach.finish().status == 0)
      #expect(storedDelay() == "inputDelay = \"21.33\"")
      await server.stop()
    }

    @Test(
      "it can be ended while it waits for a connection and while it measures; nothing is stored")
    func ended() async throws {
      let server = MemoryTests.server(period: 1024, speed: 6)
      let waiting = try start()
      #expect(try await waiting.event { $0["code"] == "waitingForLoop" } != nil)
      waiting.send("quit")
      #expect(try await waiting.event { $0.event == "stopped" }?["reason"] == "quit")
      #expect(await waiting.finish().status == 0)
      let loop = try #require(TonePlayer("loop", server: MemoryTests.serverName))
      let measuring = try start()
      try await close(loop, of: measuring)
      measuring.signal(SIGTERM)
      #expect(try await measuring.event { $0.event == "stopped" }?["reason"] == "signal")
      #expect(await measuring.finish().status == 143)
      #expect(storedDelay() == nil)
      await server.stop()
    }

    @Test("a server that hangs while it measures is named, and a signal ends it meanwhile")
    func hungWhileMeasuring() async throws {
      let server = MemoryTests.server(period: 1024, speed: 6)
      let loop = try #require(TonePlayer("loop", server: MemoryTests.serverName))
      for isEnded in [true, false] {
        let peach = try start()
        try await close(loop, of: peach)
        server.hang(true)
        if isEnded {
          peach.signal(SIGINT)
          #expect(await peach.finish().status == 130)
        } else {
          #expect(try await peach.event { $0.event == "error" }?["code"] == "jackServerSilent")
          #expect(await peach.finish().status == 69)
        }
        server.hang(false)
      }
      #expect(storedDelay() == nil)
      await server.stop()
    }

    @Test("a server that hangs while the client opens is not waited for", arguments: [true, false])
    func hungWhileOpening(isEnded: Bool) async throws {
      let server = MemoryTests.server(period: 1024, speed: 6)
      server.hang(true)
      let peach = try start()
      if isEnded {
        try await wait(for: "its handlers of signals") { peach.isListening }
        peach.signal(SIGTERM)
      }
      if isEnded {
        #expect(try await peach.event { $0.event == "stopped" }?["reason"] == "signal")
      } else {
        #expect(try await peach.event { $0.event == "error" }?["code"] == "jackServerSilent")
      }
      #expect(await peach.finish().status == (isEnded ? 143 : 69))
      server.hang(false)
      await server.stop()
    }

    @Test("a server that goes ends it, and nothing is stored")
    func lostServer() async throws {
      let server = MemoryTests.server(period: 1024, speed: 6)
      let loop = try #require(TonePlayer("loop", server: MemoryTests.serverName))
      let peach = try start()
      try await close(loop, of: peach)
      await server.crash()
      #expect(try await peach.event { $0.event == "error" }?["code"] == "jackServerGone")
      #expect(await peach.finish().status == 69)
      #expect(storedDelay() == nil)
    }
  }
}
