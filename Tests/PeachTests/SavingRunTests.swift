import Foundation
import History
import Music
import PowerCut
import TestSupport
import Testing
import Training

@testable import PeachApp

extension MemoryTests {
  /// Training on a history that does not take every result.
  @Suite("Saves that fail")
  @MainActor
  struct SavingRunTests {
    private let home: Home

    init() throws { home = try Home() }

    private var recovery: URL { URL(fileURLWithPath: home.history.path + ".recovery.jsonl") }

    /// Answers a trial, and returns what was told from then to its result, which comes last.
    private func answer(_ peach: PeachRun) async throws -> [Event] {
      _ = try await peach.event { $0.state == "playingNote2" }
      peach.send("higher")
      var events: [Event] = []
      while let event = try await peach.nextEvent() {
        if event.event == "notice", !event.isOfBusyMachine { events.append(event) }
        guard event.event == "result" else { continue }
        return events + [event]
      }
      return events
    }

    private func notices(_ peach: PeachRun) async throws -> [Event] {
      try await peach.rest().map { try Event($0) }.filter {
        $0.event == "notice" && !$0.isOfBusyMachine
      }
    }

    @Test("a history that another program holds: training goes on, and the result is stored later")
    func heldForAWhile() async throws {
      let server = MemoryTests.server()
      let peach = try home.compare()
      _ = try await peach.event { $0.event == "trial" }
      let hold = try HistoryHold(home.history)
      let failed = try await answer(peach)
      #expect(failed.map { $0["code"] ?? $0.event } == ["saveFailed", "result"])
      #expect(failed.last?.members["id"] is NSNull)
      try hold.release()
      let saved = try await answer(peach)
      #expect(saved.map { $0["code"] ?? $0.event } == ["saved", "result"])
      let kept: [String] = try #require(saved.first?["ids"])
      let last: String = try #require(saved.last?["id"])
      peach.endInput()
      #expect(try await notices(peach).isEmpty)
      #expect(await peach.finish().status == 0)
      #expect(try home.comparisonIDs() == kept + [last])
      #expect(!FileManager.default.fileExists(atPath: recovery.path))
      await server.stop()
    }

    @Test(
      "one that is held to the end: the results wait in a file, and the next start takes them in",
      arguments: [nil, SIGTERM, SIGHUP, SIGINT])
    func heldToTheEnd(signal: Int32?) async throws {
      let server = MemoryTests.server()
      let peach = try home.compare()
      _ = try await peach.event { $0.event == "trial" }
      let hold = try HistoryHold(home.history)
      for _ in 0..<2 { _ = try await answer(peach) }
      if let signal { peach.signal(signal) } else { peach.send("quit") }
      let told = try await notices(peach)
      #expect(told.map { $0["code"] ?? "" } == ["recoveryWritten"])
      #expect(told.first?["path"] == recovery.path)
      #expect(told.first?["count"] == 2)
      #expect(await peach.finish().status == (signal.map { 128 + $0 } ?? 0))
      try hold.release()
      #expect(try home.comparisonIDs().isEmpty)

      let next = try home.compare()
      let recovered = try await next.event { $0["code"] == "recovered" }
      #expect(recovered?["count"] == 2)
      next.endInput()
      #expect(await next.finish().status == 0)
      #expect(try home.comparisonIDs().count == 2)
      #expect(!FileManager.default.fileExists(atPath: recovery.path))
      await server.stop()
    }

    @Test("a slow disk: the verdict comes at once, commands are served, and the next trial waits")
    func slowDisk() async throws {
      let server = MemoryTests.server()
      let disk = DiskLog(directory: home.history.deletingLastPathComponent())
      defer { disk.end() }
      let peach = try home.compare()
      _ = try await peach.event { $0.state == "playingNote2" }
      disk.hang(true)
      peach.send("higher")
      let states = [
        try await peach.event { $0.event == "state" }, try await peach.nextEvent(),
        try await peach.nextEvent(),
      ]
      #expect(
        states.map { $0?.state ?? $0?["code"] } == ["showingFeedback", "paused", "historyStalled"])
      #expect(states[1]?["reason"] == "history")
      peach.send("level -20")
      #expect(try await peach.nextEvent()?.event == "level")
      peach.send("start")
      #expect(try await peach.nextEvent()?["code"] == "ignored")
      disk.hang(false)
      let result = try await peach.nextEvent()
      #expect(result?.event == "result" && result?["stored"] == true)
      #expect(try await peach.nextEvent()?.event == "trial")
      peach.endInput()
      #expect(await peach.finish().status == 0)
      #expect(try home.comparisonIDs() == [try #require(result?["id"])])
      await server.stop()
    }

    @Test(
      "a disk that hangs delays the end for some seconds; a file has the result, which is told first",
      arguments: [nil, SIGTERM])
    func hangingDisk(signal: Int32?) async throws {
      let server = MemoryTests.server()
      let disk = DiskLog(directory: home.history.deletingLastPathComponent())
      defer { disk.end() }
      let peach = try home.compare()
      _ = try await peach.event { $0.state == "playingNote2" }
      disk.hang(true)
      peach.send("higher")
      _ = try await peach.event { $0.state == "showingFeedback" }
      if let signal { peach.signal(signal) } else { peach.send("quit") }
      #expect(try await peach.nextEvent()?.state == "idle")
      let end = try await peach.rest().map { try Event($0) }
      #expect(
        end.map { $0["code"] ?? $0.event } == [
          "saveFailed", "recoveryWritten", "result", "summary", "stopped",
        ])
      let result = try #require(end.first { $0.event == "result" })
      #expect(result["stored"] == false && result.members["id"] is NSNull)
      #expect(await peach.finish().status == (signal.map { 128 + $0 } ?? 0))
      disk.hang(false)
      try await wait(for: "the late save") { (try? home.comparisonIDs().count) == 1 }
      let next = try home.compare()
      _ = try await next.event { $0.event == "ready" }
      next.endInput()
      #expect(await next.finish().status == 0)
      #expect(try home.comparisonIDs().count == 1)
      #expect(!FileManager.default.fileExists(atPath: recovery.path))
      await server.stop()
    }

    @Test("while the disk hangs, the screens show what was known, and a reset keeps nobody waiting")
    func hangingReset() async throws {
      let store = try TrainingDataStore(url: home.history)
      try store.save(
        CompletedTrial(
          id: UUID(),
          comparison: Challenge(referenceNote: MIDINote(60), interval: .prime, centOffset: 12),
          answeredHigher: true, tuningSystem: .equalTemperament, timestamp: Date()))
      store.close()
      let disk = DiskLog(directory: home.history.deletingLastPathComponent())
      defer { disk.end() }
      let history = TrainingHistory(
        home.history.path,
        places: RecoveryPaths(
          database: home.history, environment: ["XDG_STATE_HOME": home.directory.path]))
      try await history.open()
      disk.hang(true)
      var deleted: RecordCounts?
      history.reset { deleted = $0?.deleted }
      history.refreshAtRest()
      #expect(history.counts?.total == 1 && deleted == nil)
      #expect(history.last == nil, "no run of training is named")
      disk.hang(false)
      try await wait(for: "the reset") { deleted?.total == 1 }
      #expect(history.counts?.isEmpty == true && !history.hearing.hasResults(.melodic))
      history.close()
    }

    @Test("where no file takes them either, the results are shown")
    func homeless() async throws {
      let server = MemoryTests.server()
      let peach = try home.compare(
        environment: ["XDG_STATE_HOME": "/proc/none", "TMPDIR": "/proc/none"])
      _ = try await peach.event { $0.event == "trial" }
      let hold = try HistoryHold(home.history)
      try FileManager.default.createDirectory(at: recovery, withIntermediateDirectories: false)
      _ = try await answer(peach)
      peach.send("quit")
      let told = try await notices(peach)
      #expect(told.map { $0["code"] ?? "" } == ["unsaved"])
      let (status, errors) = await peach.finish()
      #expect(status == 0)
      #expect(errors.split(separator: "\n").count == 1)
      #expect(errors.hasPrefix(#"{"training":"comparison","id":""#))
      try hold.release()
      await server.stop()
    }
  }
}
