import Foundation
import TestSupport
import Testing

extension MemoryTests {
  /// `peach play` on a server, with another client as the instrument.
  @Suite("A run of playing", .serialized, .libjack)
  @MainActor
  struct PlayingRunTests {
    private let home: Home

    init() throws { home = try Home() }

    private func play(_ arguments: String...) throws -> PeachRun {
      try PeachRun(
        [
          "play", "--json", "--no-connect", "--note-duration", "0.3", "--connect-input", "violin",
          "--note-range-min", "57", "--note-range-max", "69",
        ] + arguments, home: home, server: MemoryTests.serverName)
    }

    @Test("a tone so far from the target has that error to a tenth of a cent, and is recorded")
    func errors() async throws {
      let server = MemoryTests.server(period: 4096, speed: 5)
      let violin = try #require(TonePlayer("violin", server: MemoryTests.serverName))
      let peach = try play("--trials", "3", "--intervals", "P1,P5", "--tuning", "just")
      let wanted = [7.3, -12.5, 31]
      var (states, errors): ([String], [Double]) = ([], [])
      var target = 0.0
      let deadline = ContinuousClock.now + .seconds(600)
      while ContinuousClock.now < deadline, let event = try await peach.nextEvent() {
        if event.event == "trial" { target = try #require(event["targetFrequency"]) }
        if let state = event.state { states.append(state) }
        if event.state == "listening" {
          violin.play(target * exp2(wanted[errors.count % 3] / 1200))
        }
        if event.event == "result" {
          violin.stop()
          errors.append(try #require(event["userCentError"]))
          #expect(event["outcome"] == "judged" && event["octaves"] == 0)
        }
      }
      #expect(errors.count == 3)
      for (error, wanted) in zip(errors, wanted) { #expect(abs(error - wanted) <= 0.1) }
      // A machine that is busy may void a trial; every one that counts goes this way.
      #expect(
        states.suffix(5) == ["playingReference", "listening", "judging", "showingFeedback", "idle"])
      #expect(await peach.finish().status == 0)
      #expect(
        try home.query("select count(*) from playingRecord where outcome = 'judged'") == ["3"])
      await server.stop()
    }

    @Test("the sound of what is recorded is kept if that is asked for, and of nothing else")
    func keptAudio() async throws {
      let server = MemoryTests.server(period: 4096, speed: 5)
      let violin = try #require(TonePlayer("violin", server: MemoryTests.serverName))
      let folder = home.directory.path + "/sounds"
      let peach = try play("--trials", "2", "--intervals", "P1", "--keep-audio", folder)
      var (ids, said): ([String], [String]) = ([], [])
      var (target, isUndone) = (0.0, false)
      let deadline = ContinuousClock.now + .seconds(600)
      while ContinuousClock.now < deadline, let event = try await peach.nextEvent() {
        if event["code"] == "keepingAudio" { said.append(event["folder"] ?? "") }
        if event.event == "trial" { target = try #require(event["targetFrequency"]) }
        if event.state == "listening" { violin.play(target) }
        if event.event == "result" {
          violin.stop()
          ids.append(try #require(event["id"]))
          if !isUndone { peach.send("undo") }
        }
        if event.event == "withdrawn" {
          ids.removeLast()
          isUndone = true
        }
      }
      #expect(await peach.finish().status == 0)
      #expect(said == [folder] && isUndone && ids.count == 2)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files.sorted() == ids.map { $0 + ".wav" }.sorted())
      #expect(
        try home.query("select count(*) from playingRecord where not coalesce(withdrawn, 0)")
          == ["2"])
      await server.stop()
    }

    @Test("another note is named and not recorded; a dead input and a commit say what is missing")
    func misses() async throws {
      let server = MemoryTests.server(period: 4096, speed: 5)
      let violin = try #require(TonePlayer("violin", server: MemoryTests.serverName))
      let peach = try play("--trials", "1", "--reference-note", "A3")
      let nothing = try await peach.event { event in
        // A machine that is busy may void a trial.
        if event.state == "listening" { peach.send("commit") }
        return event.event == "missed"
      }
      #expect(nothing?["outcome"] == "noPitch")
      violin.play(220 * exp2(4 / 12.0))
      let wrong = try await peach.event { $0.event == "missed" && $0["outcome"] == "wrongNote" }
      #expect(wrong?["note"] == 61)
      peach.send("quit")
      #expect(try await peach.event { $0.event == "stopped" }?["reason"] == "quit")
      #expect(await peach.finish().status == 0)
      #expect(try home.query("select count(*) from playingRecord") == ["0"])
      await server.stop()
    }
  }
}
