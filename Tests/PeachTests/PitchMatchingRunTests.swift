import Foundation
import TestSupport
import Testing

extension MemoryTests {
  /// `peach match` by lines and JSON.
  @Suite("A run of pitch matching")
  @MainActor
  struct PitchMatchingRunTests {
    private let home: Home

    init() throws { home = try Home() }

    private func match(_ arguments: String...) throws -> PeachRun {
      try PeachRun(
        ["match", "--json", "--note-duration", "0.3"] + arguments, home: home,
        server: MemoryTests.serverName)
    }

    @Test("ready, then for each trial its states and its result, then stopped")
    func order() async throws {
      let server = MemoryTests.server()
      let peach = try match("--trials", "3")
      var told: [String] = []
      while let event = try await peach.nextEvent() {
        guard event.event != "notice" else { continue }
        told.append(event.state ?? event.event)
        if ["trial", "state", "result"].contains(event.event) {
          #expect(event["training"] == "matching")
        }
        if event.state == "playingTunable" { peach.send("slider 0\ncommit") }
        if event.event == "result" { #expect(event["userCentError"] == 0.0) }
        if event.event == "stopped" {
          #expect(event["reason"] == "trials")
          #expect(event["trials"] == 3)
        }
      }
      let trial = ["trial", "playingReference", "playingTunable", "showingFeedback", "result"]
      #expect(told == ["ready"] + trial + trial + trial + ["idle", "summary", "stopped"])
      #expect(await peach.finish().status == 0)
      #expect(try home.query("select count(*) from pitchMatchingRecord") == ["3"])
      #expect(try home.query("select count(*) from comparisonRecord") == ["0"])
      await server.stop()
    }

    @Test("slider, nudge and commit: the error is that of the value; the history has each result")
    func commands() async throws {
      let server = MemoryTests.server()
      let peach = try match(
        "--trials", "12", "--seed", "11", "--note-range-min", "40", "--note-range-max", "52",
        "--intervals", "P1,P5-,M3", "--tuning", "just", "--vary-loudness", "1")
      var expected = 0.0
      var errors: [Double] = []
      var ids: [String] = []
      while let event = try await peach.nextEvent() {
        if event.event == "trial" {
          let offset: Double = try #require(event["initialCentOffset"])
          #expect((-100...100).contains(offset))
          #expect((40...52).contains(try #require(event["referenceNote"] as Int?)))
          #expect(event["tuningSystem"] == "just")
          let ratio =
            try #require(event["targetFrequency"] as Double?)
            / #require(event["referenceFrequency"] as Double?)
          let sizes = ["P1": 1, "P5-": 2.0 / 3, "M3": 1.25]
          let interval: String = try #require(event["interval"])
          let pure = try #require(sizes[interval])
          #expect(abs(ratio - pure) < 1e-12)
          expected = offset
        }
        if event.state == "playingTunable" {
          switch ids.count % 3 {
          case 0:
            peach.send("slider -0.123\ncommit")
            expected = -12.3
          case 1:
            peach.send("nudge 7\nNUDGE -2.5\ncommit")
            expected = min(expected + 7, 100) - 2.5
          default: peach.send("commit")
          }
        }
        if event.event == "result" {
          let error: Double = try #require(event["userCentError"])
          #expect(abs(error - expected) < 1e-9)
          errors.append(error)
          ids.append(try #require(event["id"]))
        }
      }
      #expect(await peach.finish().status == 0)
      #expect(try home.query("select id from pitchMatchingRecord order by sequence") == ids)
      let stored = try home.query("select userCentError from pitchMatchingRecord order by sequence")
      for (text, error) in zip(stored, errors) {
        // As text SQLite gives fifteen digits.
        #expect(abs(try #require(Double(text)) - error) < 1e-9)
      }
      #expect(ids.count == 12)

      let profile = try PeachRun(["profile", "--json"], home: home)
      let matching: [String: Any] = try #require(try await profile.nextEvent()?["matching"])
      let counts = ["unison", "interval"].map {
        (matching[$0] as? [String: Any])?["count"] as? Int ?? 0
      }
      #expect(counts.reduce(0, +) == 12)
      await server.stop()
    }

    @Test("a bad value is said with its range; a command of the other training does not fit")
    func notices() async throws {
      let server = MemoryTests.server()
      let peach = try match()
      _ = try await peach.event { $0.state == "playingReference" }
      peach.send("slider 0\nnudge 1\ncommit\nslider 3\nslider x\nnudge\nhigher\nl\nstart\nhello")
      var notices: [String] = []
      while notices.count < 10, let event = try await peach.nextEvent() {
        guard event.event == "notice", let code: String = event["code"],
          !event.isOfBusyMachine, code != "connected"
        else { continue }
        notices.append(code)
        if code == "badValue" {
          let message: String = try #require(event["message"])
          #expect(message.contains("from -1 to 1") || message.contains("from -200 to 200"))
        }
      }
      #expect(
        notices == ["ignored", "ignored", "ignored", "badValue", "badValue", "badValue"]
          + ["ignored", "ignored", "ignored", "unknownCommand"])
      _ = try await peach.event { $0.state == "playingTunable" }
      peach.endInput()
      let stopped = try await peach.event { $0.event == "stopped" }
      #expect(stopped?["reason"] == "endOfInput")
      #expect(await peach.finish().status == 0)
      #expect(try home.query("select count(*) from pitchMatchingRecord") == ["0"])
      await server.stop()
    }

    @Test("a seed repeats a run, another does not")
    func seeds() async throws {
      let server = MemoryTests.server()
      var runs: [[String]] = []
      for seed in ["5", "5", "6"] {
        let peach = try match("--trials", "3", "--seed", seed, "--intervals", "P1,P5,M3-")
        var trials: [String] = []
        while let event = try await peach.nextEvent() {
          // A trial that a busy machine made void is posed once more.
          if event.event == "trial", event.line != trials.last { trials.append(event.line) }
          if event.state == "playingTunable" { peach.send("commit") }
        }
        #expect(await peach.finish().status == 0)
        runs.append(trials)
      }
      #expect(runs[0].count == 3)
      #expect(runs[0] == runs[1])
      #expect(runs[0] != runs[2])
      await server.stop()
    }

    @Test("a server that goes interrupts; the next one goes on with the count")
    func serverLoss() async throws {
      let first = MemoryTests.server()
      let peach = try match("--trials", "2")
      _ = try await peach.event { $0.state == "playingTunable" }
      peach.send("commit")
      _ = try await peach.event { $0.event == "result" }
      _ = try await peach.event { $0.state == "playingTunable" }
      await first.crash()
      #expect(try await peach.event { $0.event == "stopped" }?["reason"] == "interrupted")
      peach.send("slider 0")
      #expect(try await peach.event { $0["code"] == "ignored" } != nil)
      let second = MemoryTests.server()
      _ = try await peach.event { $0["code"] == "waitingForStart" }
      peach.send("start")
      #expect(try await peach.event { $0.event == "trial" }?["index"] == 2)
      _ = try await peach.event { $0.state == "playingTunable" }
      peach.send("commit")
      let stopped = try await peach.event { $0.event == "stopped" }
      #expect(stopped?["trials"] == 2)
      #expect(await peach.finish().status == 0)
      #expect(try home.query("select count(*) from pitchMatchingRecord") == ["2"])
      await second.stop()
    }
  }
}
