import Foundation
import TestSupport
import Testing

@testable import PeachApp

extension MemoryTests {
  /// A server that hangs, or breaks off, while a training runs.
  @Suite("A server that hangs or breaks off")
  @MainActor
  struct StalledServerTests {
    private let home: Home

    init() throws { home = try Home() }

    private func start(_ arguments: String...) throws -> PeachRun {
      try PeachRun(
        arguments + ["--json", "--note-duration", "0.3"], home: home,
        server: MemoryTests.serverName)
    }

    /// What happened up to the first event of that name: states with their reasons, codes and kinds.
    private func names(_ peach: PeachRun, upTo last: String) async throws -> [String] {
      var names: [String] = []
      while names.last != last, let event = try await peach.nextEvent() {
        if event.isOfBusyMachine { continue }
        let reason = (event["reason"] as String?).map { " \($0)" } ?? ""
        names.append((event.state ?? event["code"] ?? event.event) + reason)
      }
      return names
    }

    @Test("a commit while the server hangs stores nothing; the trial is posed again when it runs")
    func commit() async throws {
      let server = MemoryTests.server()
      let peach = try start("match", "--trials", "1", "--seed", "3")
      let trial = try #require(try await peach.event { $0.event == "trial" })
      _ = try await peach.event { $0.state == "playingTunable" }
      server.hang(true)
      peach.send("slider 0.5\ncommit")
      #expect(
        try await names(peach, upTo: "paused stalled") == [
          "serverStalled", "discarded stalled", "paused stalled",
        ])
      peach.send("start\ncommit")
      #expect(try await names(peach, upTo: "ignored") == ["ignored"])
      #expect(try await names(peach, upTo: "ignored") == ["ignored"])
      server.hang(false)
      let again = try #require(try await peach.event { $0.event == "trial" })
      #expect(again["index"] == 1)
      #expect(
        again["initialCentOffset"] as Double? == trial["initialCentOffset"] as Double?)
      _ = try await peach.event { $0.state == "playingTunable" }
      peach.send("slider -0.25\ncommit")
      let result = try #require(try await peach.event { $0.event == "result" })
      let error = try #require(result["userCentError"] as Double?)
      #expect(abs(error + 25) < 1e-9)
      #expect(result["stored"] == true)
      #expect(await peach.finish().status == 0)
      #expect(
        try SQLiteShell.query("select count(*) from pitchMatchingRecord", in: home.history) == ["1"]
      )
      await server.stop()
    }

    @Test("an answer to a note that never sounded does not count")
    func answer() async throws {
      let server = MemoryTests.server()
      let peach = try start("compare", "--trials", "1")
      _ = try await peach.event { $0.state == "playingNote1" }
      server.hang(true)
      peach.send("higher")
      let names = try await names(peach, upTo: "paused stalled")
      #expect(
        names.filter { $0 != "playingNote2" && $0 != "ignored" } == [
          "serverStalled", "discarded stalled", "paused stalled",
        ])
      server.hang(false)
      _ = try await peach.event { $0.state == "playingNote2" }
      peach.send("higher\nquit")
      #expect(try await peach.event { $0.event == "result" } != nil)
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("an xrun before the answer makes a trial void, if that is set")
    func xrun() async throws {
      let server = MemoryTests.server()
      let peach = try start("compare", "--discard-on-xrun", "true", "--note-duration", "2")
      let trial = try #require(try await peach.event { $0.event == "trial" })
      _ = try await peach.event { $0.state == "playingNote2" }
      server.lose(frames: 1000)
      let discarded = try await peach.event { $0.event == "discarded" }
      #expect(discarded?["reason"] == "xrun")
      #expect(discarded?["index"] == 1)
      let again = try #require(try await peach.event { $0.event == "trial" })
      #expect(again["index"] == 1)
      #expect(again["centOffset"] as Double? == trial["centOffset"] as Double?)
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      await server.stop()
    }
  }
}
