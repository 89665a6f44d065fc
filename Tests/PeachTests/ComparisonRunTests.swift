import Foundation
import TestSupport
import Testing

extension MemoryTests {
  /// `peach compare` by lines and JSON.
  @Suite("A run of comparison training")
  @MainActor
  struct ComparisonRunTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("ready, then for each trial its states and its result, then stopped")
    func order() async throws {
      let server = MemoryTests.server()
      let peach = try home.compare("--trials", "3")
      var told: [String] = []
      while let event = try await peach.nextEvent() {
        guard event.event != "notice" else { continue }
        told.append(event.state ?? event.event)
        if event.state == "awaitingAnswer" { peach.send("higher") }
        if event.event == "stopped" {
          #expect(event["reason"] == "trials")
          #expect(event["trials"] == 3)
        }
      }
      let trial = [
        "trial", "playingNote1", "playingNote2", "awaitingAnswer", "showingFeedback", "result",
      ]
      #expect(told == ["ready"] + trial + trial + trial + ["idle", "summary", "stopped"])
      #expect(await peach.finish().status == 0)
      #expect(try home.query("select count(*) from comparisonRecord") == ["3"])
      await server.stop()
    }

    @Test("offsets follow the staircase of each interval, notes stay in range, the history has all")
    func staircase() async throws {
      let server = MemoryTests.server()
      let count = 25
      let peach = try home.compare(
        "--trials", "\(count)", "--seed", "11", "--note-range-min", "40", "--note-range-max", "52",
        "--intervals", "P1,P5-,M3", "--strategy", "kazez")
      // Each interval has a staircase of its own, which begins where its kind stands.
      var expected: [String: Double] = ["P1": 100]
      var interval = ""
      var offset = 0.0
      var ids: [String] = []
      while let event = try await peach.nextEvent() {
        if event.event == "trial" {
          offset = try #require(event["centOffset"])
          interval = try #require(event["interval"])
          if let expected = expected[interval] { #expect(abs(abs(offset) - expected) < 1e-9) }
          #expect((40...52).contains(try #require(event["referenceNote"] as Int?)))
        }
        // Answered while the note sounds; nearly always rightly.
        if event.state == "playingNote2" {
          let isRight = ids.count % 4 != 3
          peach.send((offset > 0) == isRight ? "higher" : "lower")
        }
        if event.event == "result" {
          let isCorrect: Bool = try #require(event["isCorrect"] as Bool?)
          #expect(isCorrect == (ids.count % 4 != 3))
          ids.append(try #require(event["id"]))
          let previous = abs(offset)
          let next =
            isCorrect
            ? previous * (1 - 0.05 * previous.squareRoot())
            : previous * (1 + 0.09 * previous.squareRoot())
          expected[interval] = min(max(next, 0.1), 100)
        }
      }
      #expect(await peach.finish().status == 0)
      #expect(try home.comparisonIDs() == ids)
      #expect(ids.count == count)
      await server.stop()
    }

    @Test("a session that is made shorter than it is already ends with the next answer")
    func shorterSession() async throws {
      try home.write("sessionTrials = 40\n", to: home.settings)
      let server = MemoryTests.server()
      let peach = try home.compare()
      var results = 0
      while let event = try await peach.nextEvent() {
        if event.state == "awaitingAnswer" { peach.send("higher") }
        if event.event == "result" {
          results += 1
          if results == 3 { try home.write("sessionTrials = 2\n", to: home.settings) }
          // The change may come after the next trial, but not much later.
          if results == 8 { peach.send("quit") }
        }
        if event.event == "stopped" { #expect(event["reason"] == "sessionEnd") }
      }
      #expect((4..<8).contains(results))
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("an answer that is taken back counts nowhere: one more is asked, and its number stays")
    func withdrawal() async throws {
      let server = MemoryTests.server()
      let peach = try home.compare("--trials", "2")
      var told: [String] = []
      while let event = try await peach.nextEvent() {
        if event.state == "awaitingAnswer" { peach.send("higher") }
        if event.event == "result", event["index"] == 1 { peach.send("undo") }
        if event.event == "result" || event.event == "withdrawn" {
          let index = try #require(event["index"] as Int?)
          told.append("\(event.event) \(index)")
        }
        if event.event == "stopped" { #expect(event["trials"] == 2) }
      }
      #expect(told == ["result 1", "withdrawn 1", "result 2", "result 3"])
      #expect(await peach.finish().status == 0)
      #expect(try home.query("select count(*) from comparisonRecord where withdrawn") == ["1"])
      #expect(try home.query("select count(*) from comparisonRecord") == ["3"])
      await server.stop()
    }

    @Test("what does not fit gets a notice and nothing is lost; the end of input stops")
    func ignored() async throws {
      let server = MemoryTests.server()
      // The first note has to last until everything has been read, however busy the machine is.
      let peach = try home.compare("--note-duration", "2")
      var codes: [String] = []
      var hasAnswered = false
      while let event = try await peach.nextEvent() {
        if event.state == "playingNote1", !hasAnswered {
          peach.send("higher\nstart\n\u{0}\u{1B}rubbish")
        }
        if event.event == "notice", let code: String = event["code"],
          !event.isOfBusyMachine, code != "connected"
        {
          codes.append(code)
        }
        if event.state == "awaitingAnswer" {
          hasAnswered = true
          peach.send("lower")
        }
        if event.event == "result" { peach.endInput() }
        if event.event == "stopped" { #expect(event["reason"] == "endOfInput") }
      }
      #expect(codes == ["ignored", "ignored", "unknownCommand"])
      #expect(await peach.finish().status == 0)
      #expect(try home.query("select count(*) from comparisonRecord") == ["1"])
      await server.stop()
    }

    @Test(
      "a signal ends the run in order, with 128 + n", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(number: Int32) async throws {
      let server = MemoryTests.server()
      let peach = try home.compare()
      _ = try await peach.event { $0.state == "playingNote1" }
      peach.signal(number)
      let stopped = try await peach.event { $0.event == "stopped" }
      #expect(stopped?["reason"] == "signal")
      #expect(await peach.finish().status == 128 + number)
      #expect(try home.query("select count(*) from comparisonRecord") == ["0"])
      await server.stop()
    }

    @Test("quit ends the run; nothing unfinished is recorded")
    func quit() async throws {
      let server = MemoryTests.server()
      let peach = try home.compare()
      _ = try await peach.event { $0.state == "playingNote2" }
      peach.send("q")
      let stopped = try await peach.event { $0.event == "stopped" }
      #expect(stopped?["reason"] == "quit")
      #expect(await peach.finish().status == 0)
      #expect(try home.query("select count(*) from comparisonRecord") == ["0"])
      await server.stop()
    }

    @Test("a name that is taken: another is granted, and it is said")
    func nameTaken() async throws {
      let server = MemoryTests.server()
      let first = try home.compare()
      _ = try await first.event { $0.event == "ready" }
      let second = try home.compare()
      let ready = try await second.event { $0.event == "ready" }
      let granted: String = try #require(ready?["client"])
      #expect(granted != "peach")
      #expect((ready?["audioPorts"] as [String]?) == ["\(granted):out_1", "\(granted):out_2"])
      let notice = try await second.event { $0.event == "notice" && $0["code"] == "clientName" }
      #expect((notice?["message"] as String?)?.contains(granted) == true)
      second.endInput()
      first.endInput()
      #expect(await first.finish().status == 0)
      #expect(await second.finish().status == 0)
      await server.stop()
    }

    @Test("a change of the settings while training counts from the next comparison on")
    func liveSettings() async throws {
      let server = MemoryTests.server()
      try home.write("referencePitch = 440\n", to: home.settings)
      let peach = try home.compare("--note-range-min", "69", "--note-range-max", "81")
      let first = try await peach.event { $0.event == "trial" }
      let expected = 440 * exp2(Double(try #require(first?["referenceNote"] as Int?) - 69) / 12)
      #expect(abs(try #require(first?["referenceFrequency"] as Double?) - expected) < 1e-9)
      try home.write("referencePitch = 415\n", to: home.settings)
      _ = try await peach.event { $0.state == "playingNote2" }
      peach.send("higher")
      let second = try await peach.event { $0.event == "trial" }
      let changed = 415 * exp2(Double(try #require(second?["referenceNote"] as Int?) - 69) / 12)
      #expect(abs(try #require(second?["referenceFrequency"] as Double?) - changed) < 1e-9)
      peach.endInput()
      #expect(await peach.finish().status == 0)
      await server.stop()
    }
  }
}
