import Foundation
import TestSupport
import Testing

@testable import PeachApp

extension ServerTests {
  /// `peach compare` when its server goes, and another comes.
  @Suite("A server that goes")
  @MainActor
  struct ServerLossTests {
    private let home: Home

    init() throws { home = try Home() }

    private func compare(_ arguments: String...) throws -> PeachProcess {
      try PeachProcess(
        ["compare", "--json", "--note-duration", "0.3"] + arguments, home: home,
        server: ServerTests.serverName)
    }

    private func storedIDs() throws -> [String] {
      try SQLiteShell.query("select id from comparisonRecord order by sequence", in: home.history)
    }

    /// Ends a server, outright or as its user would.
    private func end(_ server: JackServer, isKilled: Bool) async {
      if isKilled { await server.crash() } else { await server.stop() }
    }

    /// Answers until there is a result, whose event it returns.
    private func answer(_ peach: PeachProcess) async throws -> Event? {
      _ = try await peach.event { $0.state == "playingNote2" }
      peach.send("higher")
      return try await peach.event { $0.event == "result" }
    }

    /// What an event is called here: its state, its code or its kind.
    private func name(_ event: Event) -> String { event.state ?? event["code"] ?? event.event }

    /// The names of all events up to the first of that name; those of a busy machine and the waits, of
    /// which there may be any number, left out.
    private func names(_ peach: PeachProcess, upTo last: String) async throws -> [String] {
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
      let first = try await ServerTests.server()
      let peach = try compare("--trials", "3")
      _ = try await peach.event { $0.event == "ready" }
      try await ServerTests.tool("jack_connect", "peach:out_1", "system:playback_1")
      try await ServerTests.tool("jack_connect", "peach:out_2", "system:playback_2")
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
      let second = try await ServerTests.server()
      #expect(
        try await names(peach, upTo: "waitingForStart").filter { $0 != "ignored" } == [
          "reconnected", "connectionRestored", "connectionRestored", "ready", "waitingForStart",
        ])
      let ports = try await ServerTests.tool("jack_lsp", "-c", "peach")
      #expect(
        ports == [
          "peach:out_1", "   system:playback_1", "peach:out_2", "   system:playback_2",
          "peach:midi_in", "peach:midi_out",
        ])

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
      #expect(try storedIDs() == ids)
      await second.stop()
    }

    @Test("while there is no server quit, the end of input and a signal end the run at once")
    func endings() async throws {
      for (reason, status) in [("quit", 0), ("endOfInput", 69), ("signal", 128 + SIGTERM)] {
        let server = try await ServerTests.server()
        let peach = try compare()
        _ = try #require(try await answer(peach))
        await server.crash()
        let interrupted = try await peach.event { $0.event == "stopped" }
        #expect(interrupted?["reason"] == "interrupted")
        // By now Peach waits for some seconds between its tries.
        _ = try await peach.event { $0["code"] == "reconnecting" && $0["wait"] == 2 }
        let began = ContinuousClock.now
        switch reason {
        case "quit": peach.send("quit")
        case "endOfInput": peach.endInput()
        default: peach.signal(SIGTERM)
        }
        let stopped = try await peach.event { $0.event == "stopped" }
        #expect(stopped?["reason"] == reason)
        #expect(stopped?["trials"] == 1)
        #expect(await peach.finish().status == status)
        #expect(ContinuousClock.now - began < .seconds(1))
      }
      #expect(try storedIDs().count == 3)
    }

    @Test("what does not fit while there is no server gets a notice")
    func ignored() async throws {
      let server = try await ServerTests.server()
      let peach = try compare()
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
      let first = try await ServerTests.server()
      let peach = try compare("--trials", "1")
      _ = try await peach.event { $0.state == "playingNote1" }
      await first.stop()
      let second = try await ServerTests.server(rate: 44_100, period: 256)
      let ready = try await peach.event { $0.event == "ready" }
      #expect(ready?["sampleRate"] == 44_100)
      #expect(ready?["bufferSize"] == 256)
      #expect(ready?["client"] == "peach")
      peach.send("start")
      _ = try #require(try await answer(peach))
      #expect(await peach.finish().status == 0)
      await second.stop()
    }

    /// A server that hangs before a waiting Peach finds it, which Peach tells. On a busy machine one may come up
    /// so slowly that Peach is its client first; then there is another one.
    private func silentServer(for peach: PeachProcess) async throws -> JackServer {
      var silent: JackServer?
      for _ in 0..<8 where silent == nil {
        // Time enough for a server to come up and to hang before the next try.
        _ = try await peach.event { $0["code"] == "reconnecting" && $0["wait"] == 2 }
        let server = try await ServerTests.server()
        server.hang(true)
        let found = try await peach.event {
          $0["code"] == "jackServerSilent" || $0["code"] == "waitingForStart"
        }
        if found?["code"] == "jackServerSilent" {
          silent = server
        } else {
          await server.crash()
        }
      }
      return try #require(silent, "Peach found each server before it hung")
    }

    @Test("a server that hangs: 69 at the launch; later it is told and waited for")
    func hangingServer() async throws {
      let first = try await ServerTests.server()
      first.hang(true)
      let launched = try compare()
      #expect(await launched.finish().status == 69)
      first.hang(false)

      let peach = try compare()
      _ = try await peach.event { $0.state == "playingNote1" }
      first.hang(true)
      await first.crash()
      let second = try await silentServer(for: peach)
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
      let server = try await ServerTests.server()
      let peach = try compare("--trials", "1")
      _ = try await peach.event { $0.state == "playingNote1" }
      try await ServerTests.tool("jack_freewheel", "y")
      #expect(
        try await names(peach, upTo: "stopped").suffix(3) == ["freewheeling", "idle", "stopped"])
      peach.send("start")
      #expect(try await names(peach, upTo: "ignored") == ["ignored"])
      try await ServerTests.tool("jack_freewheel", "n")
      #expect(
        try await names(peach, upTo: "waitingForStart") == ["ready", "waitingForStart"])
      peach.send("start")
      _ = try #require(try await answer(peach))
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test(
      "a Peach that comes while a server freewheels comes anew when that is over", .libjack)
    func openedInFreewheel() async throws {
      let server = try await ServerTests.server()
      let desk = try #require(MIDIKeyboard("desk", server: ServerTests.serverName))
      var opened: PeachProcess?
      // A jackd that freewheels does not always take a client.
      for _ in 0..<10 where opened == nil {
        #expect(desk.freewheel(true))
        let peach = try compare("--trials", "1", "--connect", "physical")
        let first = try await peach.event { $0.state == "playingNote1" }
        if first != nil { opened = peach }
        #expect(desk.freewheel(false))
      }
      let peach = try #require(opened)
      let names = try await names(peach, upTo: "waitingForStart")
      #expect(names.last == "waitingForStart")
      #expect(["openedInFreewheel", "ready", "connected"].allSatisfy(names.contains))
      peach.send("start")
      _ = try #require(try await answer(peach))
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("a changed period is told, and training goes on")
    func bufferSizes() async throws {
      let server = try await ServerTests.server()
      let peach = try compare()
      for size in ["8192", "16", "1024"] {
        _ = try await peach.event { $0.state == "playingNote2" }
        try await ServerTests.tool("jack_bufsize", size)
        // In a long period the note may end before the notice is there.
        var awaited: Set = ["bufferSize", "awaitingAnswer"]
        let last = try await peach.event { event in
          if event["code"] == "bufferSize" {
            #expect((event["message"] as String?)?.contains(size) == true)
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

    @Test("twenty servers one after another, half of them killed: nothing is lost, nothing leaks")
    func manyServers() async throws {
      var server = try await ServerTests.server()
      let peach = try compare("--trials", "21")
      var ids: [String] = []
      var indices: [Int] = []
      var before: Holdings?
      for round in 0..<20 {
        let result = try #require(try await answer(peach))
        ids.append(try #require(result["id"]))
        indices.append(try #require(result["index"]))
        await end(server, isKilled: round % 2 == 0)
        #expect(try await peach.event { $0.event == "stopped" }?["reason"] == "interrupted")
        server = try await ServerTests.server()
        _ = try await peach.event { $0["code"] == "waitingForStart" }
        // By then the C library has the heaps that the threads of a client need.
        if round == 9 { before = peach.holdings }
        if round == 19, let before {
          let now = peach.holdings
          // Dispatch keeps a thread and a descriptor more or less. Memory is in kilobytes: the voices of
          // ten servers would be forty thousand.
          #expect(now.descriptors <= before.descriptors + 2)
          #expect(now.threads <= before.threads + 2)
          #expect(now.memory - before.memory < 12_000)
        }
        peach.send("start")
      }
      ids.append(try #require(try await answer(peach)?["id"] as String?))
      #expect(try await peach.event { $0.event == "stopped" }?["reason"] == "trials")
      #expect(await peach.finish().status == 0)
      #expect(indices == Array(1...20))
      #expect(Set(ids).count == 21)
      #expect(try storedIDs() == ids)
      await server.stop()
    }
  }
}
