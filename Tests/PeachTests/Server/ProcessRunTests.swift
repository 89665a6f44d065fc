import Foundation
import TestSupport
import Testing

extension ServerTests {
  /// What only a process of its own can show: signals that kill it or come in pairs, and what it leaks.
  @Suite("A run as a process")
  @MainActor
  struct ProcessRunTests {
    private let home: Home

    init() throws { home = try Home() }

    private func compare(_ arguments: String...) throws -> PeachProcess {
      try PeachProcess(
        ["compare", "--json", "--note-duration", "0.3"] + arguments, home: home,
        server: ServerTests.serverName)
    }

    /// Answers until there is a result, whose event it returns.
    private func answer(_ peach: PeachProcess) async throws -> Event? {
      _ = try await peach.event { $0.state == "playingNote2" }
      peach.send("higher")
      return try await peach.event { $0.event == "result" }
    }

    @Test("signals that come in pairs, as at a hang-up, still end the run in order")
    func pairOfSignals() async throws {
      let server = try await ServerTests.server()
      let peach = try compare()
      _ = try await peach.event { $0.state == "playingNote1" }
      peach.signal(SIGTERM)
      peach.signal(SIGHUP)
      let stopped = try await peach.event { $0.event == "stopped" }
      #expect(stopped?["reason"] == "signal")
      #expect([128 + SIGTERM, 128 + SIGHUP].contains(await peach.finish().status))
      await server.stop()
    }

    @Test(
      "kill -9 after an answer: every result that was printed is in the history, once and whole")
    func killed() async throws {
      let server = try await ServerTests.server()
      var printed: [String] = []
      for round in 0..<6 {
        let peach = try compare()
        _ = try await peach.event { $0.state == "playingNote2" }
        peach.send("higher")
        // Up to some milliseconds after the answer, in steps of a line read.
        if round % 2 == 0 { _ = try await peach.event { $0.state == "showingFeedback" } }
        if round % 3 == 0 {
          if let event = try await peach.nextEvent(), event.event == "result" {
            printed.append(try #require(event["id"]))
          }
        }
        peach.signal(SIGKILL)
        for line in await peach.rest() {
          if let event = try? Event(line), event.event == "result", let id: String = event["id"] {
            printed.append(id)
          }
        }
        #expect(await peach.finish().status == 128 + SIGKILL)
        #expect(try home.query("PRAGMA integrity_check") == ["ok"])
        let stored = try home.query("select id from comparisonRecord")
        #expect(Set(printed).isSubset(of: stored))
        #expect(Set(stored).count == stored.count)
        #expect(stored.count <= round + 1)
      }
      await server.stop()
    }

    @Test("kill -9 while a result is kept: the next start has it")
    func killedWithResults() async throws {
      let server = try await ServerTests.server()
      let peach = try compare()
      _ = try await peach.event { $0.event == "trial" }
      let hold = try HistoryHold(home.history)
      _ = try await answer(peach)
      peach.signal(SIGKILL)
      #expect(await peach.finish().status == 128 + SIGKILL)
      try hold.release()
      let next = try compare()
      _ = try await next.event { $0["code"] == "recovered" }
      next.endInput()
      #expect(await next.finish().status == 0)
      #expect(try home.query("select id from comparisonRecord").count == 1)
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
        if round % 2 == 0 { await server.crash() } else { await server.stop() }
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
      #expect(try home.comparisonIDs() == ids)
      await server.stop()
    }

    @Test("Ctrl-D ends what reads lines from a terminal, at once")
    func endOfTerminalInput() async throws {
      let server = try await ServerTests.server()
      let peach = try PseudoTerminal(
        ["midi", "monitor", "--json"], home: home, server: ServerTests.serverName)
      #expect(await peach.shows("listening"))
      peach.type("\u{04}")
      #expect(await peach.change() == .exited(0))
      await server.stop()
    }
  }
}
