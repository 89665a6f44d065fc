import Foundation
import MemoryJack
import TestSupport
import Testing

@testable import PeachApp

extension MemoryTests {
  /// `peach compare` when its server goes, and another comes.
  @Suite("A server that goes")
  @MainActor
  struct ServerLossTests {
    private let home: Home

    init() throws { home = try Home() }

    /// Ends a server, outright or as its user would.
    private func end(_ server: MemoryServer, isKilled: Bool) async {
      if isKilled { await server.crash() } else { await server.stop() }
    }

    /// Answers until there is a result, whose event it returns.
    private func answer(_ peach: PeachRun) async throws -> Event? {
      _ = try await peach.event { $0.state == "playingNote2" }
      peach.send("higher")
      return try await peach.event { $0.event == "result" }
    }

    /// What an event is called here: its state, its code or its kind.
    private func name(_ event: Event) -> String { event.state ?? event["code"] ?? event.event }

    /// The names of all events up to the first of that name; those of a busy machine and the waits, of
    /// which there may be any number, left out.
    private func names(_ peach: PeachRun, upTo last: String) async throws -> [String] {
      var names: [String] = []
      while names.last != last, let event = try await peach.nextEvent() {
        if !event.isOfBusyMachine, name(event) != "reconnecting" { names.append(name(event)) }
      }
      return names
    }

    @Test(
      "the training ends, Peach waits, comes back with its connections, and goes on counting",
      arguments: [SIGKILL, SIGTERM])
    func restart(signal: Int32) async throws {
      let first = MemoryTests.server()
      let peach = try home.compare("--trials", "3")
      _ = try await peach.event { $0.event == "ready" }
      #expect(first.connect("peach:out_1", "system:playback_1"))
      #expect(first.connect("peach:out_2", "system:playback_2"))
      var ids = [try #require(try await answer(peach)?["id"] as String?)]
      _ = try await peach.event { $0.state == "playingNote1" }
      await end(first, isKilled: signal == SIGKILL)
      #expect(
        try await names(peach, upTo: "stopped").suffix(4) == [
          "jackServerGone", "idle", "summary", "stopped",
        ])

      peach.send("start\nhigher")
      let wait = try await peach.event { $0["code"] == "reconnecting" }
      #expect(wait?["wait"] == 0.1)
      let second = MemoryTests.server()
      #expect(
        try await names(peach, upTo: "waitingForStart").filter { $0 != "ignored" } == [
          "reconnected", "connectionRestored", "connectionRestored", "ready", "waitingForStart",
        ])
      let patchbay = try Patchbay()
      let ports = ["peach:out_1", "peach:out_2", "peach:midi_in", "peach:midi_out"]
      #expect(patchbay.ports("^peach:") == ports)
      #expect(
        ports.map(patchbay.peers) == [["system:playback_1"], ["system:playback_2"], [], []])

      peach.send("start")
      let trial = try await peach.event { $0.event == "trial" }
      #expect(trial?["index"] == 2)
      for _ in 0..<2 { ids.append(try #require(try await answer(peach)?["id"] as String?)) }
      let summary = try await peach.event { $0.event == "summary" }
      #expect(summary?["trials"] == 3, "the session is one, whatever became of its server")
      let stopped = try await peach.event { $0.event == "stopped" }
      #expect(stopped?["reason"] == "trials")
      #expect(stopped?["trials"] == 3)
      #expect(await peach.rest().isEmpty)
      #expect(await peach.finish().status == 0)
      #expect(try home.comparisonIDs() == ids)
      await second.stop()
    }

    @Test("while there is no server quit, the end of input and a signal end the run at once")
    func endings() async throws {
      for (reason, status) in [("quit", 0), ("endOfInput", 69), ("signal", 128 + SIGTERM)] {
        let server = MemoryTests.server()
        let peach = try home.compare()
        _ = try #require(try await answer(peach))
        await server.crash()
        let interrupted = try await peach.event { $0.event == "stopped" }
        #expect(interrupted?["reason"] == "interrupted")
        // By now Peach waits for some seconds between its tries.
        _ = try await peach.event { $0["code"] == "reconnecting" && $0["wait"] == 2 }
        switch reason {
        case "quit": peach.send("quit")
        case "endOfInput": peach.endInput()
        default: peach.signal(SIGTERM)
        }
        // Not only after the next try.
        let stopped = try await peach.event {
          $0.event == "stopped" || $0["code"] == "reconnecting"
        }
        #expect(stopped?["reason"] == reason)
        #expect(stopped?["trials"] == 1)
        #expect(await peach.finish().status == status)
      }
      #expect(try home.comparisonIDs().count == 3)
    }

    @Test("what does not fit while there is no server gets a notice")
    func ignored() async throws {
      let server = MemoryTests.server()
      let peach = try home.compare()
      _ = try await peach.event { $0.state == "playingNote2" }
      await server.crash()
      _ = try await peach.event { $0.event == "stopped" }
      for command in ["start", "higher", "lower"] {
        peach.send(command)
        let notice = try await peach.event { $0["code"] == "ignored" }
        #expect((notice?["message"] as String?)?.hasPrefix(command) == true)
      }
      peach.endInput()
      #expect(await peach.finish().status == 69)
    }

    @Test("a server that comes back at another rate is played at that rate")
    func otherRate() async throws {
      let first = MemoryTests.server()
      let peach = try home.compare("--trials", "1")
      _ = try await peach.event { $0.state == "playingNote1" }
      await first.stop()
      let second = MemoryTests.server(rate: 44_100, period: 256)
      let ready = try await peach.event { $0.event == "ready" }
      #expect(ready?["sampleRate"] == 44_100)
      #expect(ready?["bufferSize"] == 256)
      #expect(ready?["client"] == "peach")
      peach.send("start")
      _ = try #require(try await answer(peach))
      #expect(await peach.finish().status == 0)
      await second.stop()
    }

    @Test("a server that hangs: 69 at the launch; later it is told and waited for")
    func hangingServer() async throws {
      let first = MemoryTests.server()
      first.hang(true)
      let launched = try home.compare()
      #expect(await launched.finish().status == 69)
      first.hang(false)

      let peach = try home.compare()
      _ = try await peach.event { $0.state == "playingNote1" }
      first.hang(true)
      await first.crash()
      let second = MemoryTests.server()
      second.hang(true)
      #expect(try await peach.event { $0["code"] == "jackServerSilent" } != nil)
      second.hang(false)
      _ = try await peach.event { $0["code"] == "waitingForStart" }
      peach.send("start")
      _ = try #require(try await answer(peach))
      second.hang(true)
      peach.send("quit")
      #expect(try await peach.event { $0.event == "stopped" }?["reason"] == "quit")
      #expect(await peach.finish().status == 0)
      await second.crash()
    }

    @Test("freewheeling interrupts; when it ends Peach is ready again, with the same ports")
    func freewheeling() async throws {
      let server = MemoryTests.server()
      let peach = try home.compare("--trials", "1")
      _ = try await peach.event { $0.state == "playingNote1" }
      #expect(server.setFreewheel(true))
      #expect(
        try await names(peach, upTo: "stopped").suffix(3) == ["freewheeling", "idle", "stopped"])
      peach.send("start")
      #expect(try await names(peach, upTo: "ignored") == ["ignored"])
      #expect(server.setFreewheel(false))
      #expect(
        try await names(peach, upTo: "waitingForStart") == ["ready", "waitingForStart"])
      peach.send("start")
      _ = try #require(try await answer(peach))
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test(
      """
      a Peach that comes while a server freewheels comes anew when that is over, and leaves alone what \
      came with it
      """)
    func openedInFreewheel() async throws {
      let server = MemoryTests.server()
      #expect(server.setFreewheel(true))
      let peach = try home.compare(
        "--trials", "1", "--connect", "physical", "--connect-midi", "keys")
      let keys = try #require(MIDIKeyboard("keys", server: MemoryTests.serverName))
      #expect(try await peach.event { $0.state == "playingNote1" } != nil)
      #expect(server.setFreewheel(false))
      let names = try await names(peach, upTo: "waitingForStart")
      #expect(names.last == "waitingForStart")
      #expect(["openedInFreewheel", "ready", "connected"].allSatisfy(names.contains))
      // To connect the forgotten port would end the server.
      peach.send("start")
      _ = try #require(try await answer(peach))
      #expect(try Patchbay().peers(of: "peach:midi_in").isEmpty)
      #expect(await peach.finish().status == 0)
      withExtendedLifetime(keys) {}
      await server.stop()
    }

    @Test("a changed period is told, and training goes on")
    func bufferSizes() async throws {
      let server = MemoryTests.server()
      let peach = try home.compare()
      for size in [8192, 16, 1024] {
        _ = try await peach.event { $0.state == "playingNote2" }
        #expect(server.setPeriod(size))
        // In a long period the note may end before the notice is there.
        var awaited: Set = ["bufferSize", "awaitingAnswer"]
        let last = try await peach.event { event in
          if event["code"] == "bufferSize" {
            #expect((event["message"] as String?)?.contains("\(size)") == true)
          }
          awaited.remove(event.state ?? event["code"] ?? "")
          return awaited.isEmpty
        }
        #expect(last != nil)
        peach.send("higher")
        _ = try #require(try await peach.event { $0.event == "result" })
      }
      peach.endInput()
      let stopped = try await peach.event { $0.event == "stopped" }
      #expect(stopped?["trials"] == 3)
      #expect(await peach.finish().status == 0)
      await server.stop()
    }
  }
}
