import Foundation
import TestSupport
import Testing

@testable import PeachApp

extension ServerTests {
  /// The program on the JACK of a PipeWire of its own.
  @Suite("On PipeWire")
  @MainActor
  struct PipeWireTests {
    private let home: Home
    private let stereo = ["out_1>speakers:playback_FL", "out_2>speakers:playback_FR"]

    init() throws { home = try Home() }

    private func start(
      _ arguments: String..., on pipeWire: PrivatePipeWire
    ) throws -> PeachProcess {
      try PeachProcess(
        arguments + ["--json", "--note-duration", "0.3"], home: home,
        environment: pipeWire.environment)
    }

    /// The connections of Peach's ports as `jack_lsp` lists them.
    private func connections(on pipeWire: PrivatePipeWire) async throws -> [String] {
      var port = ""
      var found: [String] = []
      for line in try await pipeWire.tool("jack_lsp", "-c", "peach:") {
        if line.hasPrefix(" ") {
          found.append("\(port)>\(line.trimmingCharacters(in: .whitespaces))")
        } else {
          port = String(line.split(separator: ":").last ?? "")
        }
      }
      return found
    }

    /// Reads on to a notice or an error of that code.
    private func told(_ code: String, by peach: PeachProcess) async throws -> Event {
      try #require(try await peach.event { $0["code"] == code }, "\(code)")
    }

    /// Reads on until both outputs were told as connected, which PipeWire lets happen one after the other;
    /// returns with what.
    private func bothConnected(by peach: PeachProcess) async throws -> [String: String] {
      var peers: [String: String] = [:]
      while peers.count < 2 {
        let notice = try await told("connected", by: peach)
        let ports: [String] = try #require(notice["ports"])
        let others: [String] = try #require(notice["peers"])
        peers.merge(zip(ports, others)) { $1 }
      }
      return peers
    }

    private static let speakers = [
      "out_1": "speakers:playback_FL", "out_2": "speakers:playback_FR",
    ]

    /// Reads on until Peach sees its outputs connected as described; false at the end of its output.
    private func connectionsSeen(
      by peach: PeachProcess, _ fits: @escaping ([String]) -> Bool
    ) async throws -> Bool {
      try await peach.event { $0.event == "connections" && fits($0["peers"] ?? []) } != nil
    }

    /// Answers a comparison; returns the result's id.
    private func answer(_ peach: PeachProcess) async throws -> String {
      _ = try await peach.event { $0.state == "playingNote2" }
      peach.send("higher")
      let result = try #require(try await peach.event { $0.event == "result" })
      return try #require(result["id"])
    }

    /// Commits a note to be tuned; returns when the next one sounds.
    private func commit(_ peach: PeachProcess) async throws {
      peach.send("commit")
      _ = try #require(try await peach.event { $0.event == "result" })
      _ = try #require(try await peach.event { $0.state == "playingTunable" })
    }

    private func storedIDs(_ table: String) throws -> [String] {
      try SQLiteShell.query("select id from \(table) order by sequence", in: home.history)
    }

    @Test("both trainings, answered by lines, on the first two outputs, with titles at the ports")
    func trainings() async throws {
      let pipeWire = try await PrivatePipeWire()
      let comparing = try start("compare", "--trials", "2", on: pipeWire)
      let ready = try await comparing.event { $0.event == "ready" }
      #expect(ready?["client"] == "peach")
      #expect(ready?["sampleRate"] == 48_000)
      #expect(ready?["bufferSize"] == 1024)
      #expect(try await bothConnected(by: comparing) == Self.speakers)
      #expect(try await connections(on: pipeWire) == stereo)
      let ids = [try await answer(comparing), try await answer(comparing)]
      #expect(try await comparing.event { $0.event == "stopped" }?["reason"] == "trials")
      #expect(await comparing.finish().status == 0)
      #expect(try storedIDs("comparisonRecord") == ids)

      let matching = try start("match", "--trials", "1", on: pipeWire)
      _ = try await matching.event { $0.state == "playingTunable" }
      let titles = try await pipeWire.tool("pw-metadata").joined()
      for title in ["'Left'", "'Right'", "'Controller'"] { #expect(titles.contains(title)) }
      matching.send("slider 0\ncommit")
      let result = try #require(try await matching.event { $0.event == "result" })
      #expect(abs(try #require(result["userCentError"] as Double?)) < 1e-6)
      #expect(await matching.finish().status == 0)
      #expect(try storedIDs("pitchMatchingRecord") == [try #require(result["id"])])
      await pipeWire.stop()
    }

    @Test("a period that changes while a note sounds is told; no frame is lost, the pitch stays")
    func periods() async throws {
      let pipeWire = try await PrivatePipeWire()
      let peach = try start("match", on: pipeWire)
      let trial = try #require(try await peach.event { $0.event == "trial" })
      let target = try #require(trial["targetFrequency"] as Double?)
      let offset = try #require(trial["initialCentOffset"] as Double?)
      _ = try await peach.event { $0.state == "playingTunable" }
      let file = home.directory.appendingPathComponent("sound.wav")
      let recorder = try pipeWire.launch(
        "jack_rec", ["-f", file.path, "-d", "4", "-b", "32", "peach:out_1"])
      try await wait(for: "recorder") {
        try await connections(on: pipeWire).contains { $0.contains("jackrec") }
      }
      for frames in [4096, 2048, 8192] {
        try await pipeWire.forcePeriod(frames)
        let notice = try await told("bufferSize", by: peach)
        #expect((notice["message"] as String?)?.contains(String(frames)) == true)
      }
      #expect(await recorder.end() == 0)
      peach.send("commit")
      _ = try #require(try await peach.event { $0.event == "result" })
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      await pipeWire.stop()

      let sound = try WaveFile(contentsOf: file)
      #expect(sound.samples.count == 4 * 48_000)
      // The note may still fade in at first.
      let departure = sound.largestDeparture(
        fromSineOf: target * exp2(offset / 1200), from: 4800)
      #expect(departure < 1e-5)
    }

    @Test("an output that goes and comes back is connected again, but not what was taken off")
    func outputs() async throws {
      let pipeWire = try await PrivatePipeWire()
      let peach = try start("match", on: pipeWire)
      #expect(try await bothConnected(by: peach) == Self.speakers)
      _ = try await peach.event { $0.state == "playingTunable" }
      try await pipeWire.removeOutput(PrivatePipeWire.output)
      try await wait(for: "departure of the output") {
        try await connections(on: pipeWire).isEmpty
      }
      try await pipeWire.addOutput(PrivatePipeWire.output)
      #expect(try await bothConnected(by: peach) == Self.speakers)
      #expect(try await connections(on: pipeWire) == stereo)
      // Also faster than anybody can see it gone.
      try await pipeWire.removeOutput(PrivatePipeWire.output)
      try await pipeWire.addOutput(PrivatePipeWire.output)
      #expect(try await bothConnected(by: peach) == Self.speakers)

      try await wait(for: "the connections") { try await connections(on: pipeWire) == stereo }
      try await commit(peach)
      // A look at the ports that sees the recorder sees the outputs' own connections, too.
      let recorder = try pipeWire.launch(
        "jack_rec", ["-f", "/dev/null", "-d", "60", "-b", "16", "peach:out_2"])
      #expect(try await connectionsSeen(by: peach) { $0.contains { $0.contains("jackrec") } })
      try await pipeWire.tool("pw-link", "-d", "peach:out_1", "speakers:playback_FL")
      #expect(try await connectionsSeen(by: peach) { !$0.contains("speakers:playback_FL") })
      // Two trials are much longer than twice the time after which a removal counts as the user's.
      try await commit(peach)
      try await commit(peach)
      recorder.signal(SIGTERM)
      _ = await recorder.end()
      #expect(try await connectionsSeen(by: peach) { $0 == ["speakers:playback_FR"] })
      try await pipeWire.removeOutput(PrivatePipeWire.output)
      try await wait(for: "departure of the output") {
        try await connections(on: pipeWire).isEmpty
      }
      try await pipeWire.addOutput(PrivatePipeWire.output)
      let again = try await told("connected", by: peach)
      #expect(again["ports"] == ["out_2"], "\(again.line)")
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      #expect(try storedIDs("pitchMatchingRecord").count == 3)
      await pipeWire.stop()
    }

    @Test(
      "a PipeWire that ends is waited for, and training goes on with what was connected",
      arguments: [SIGTERM, SIGKILL])
    func restart(signal: Int32) async throws {
      let pipeWire = try await PrivatePipeWire()
      let peach = try start("compare", "--trials", "2", on: pipeWire)
      var ids = [try await answer(peach)]
      _ = try await peach.event { $0.state == "playingNote1" }
      if signal == SIGKILL { await pipeWire.crash() } else { await pipeWire.stop() }
      _ = try await told("jackServerGone", by: peach)
      #expect(try await peach.event { $0.event == "stopped" }?["reason"] == "interrupted")
      // Nobody has started one meanwhile.
      _ = try await peach.event { $0["code"] == "reconnecting" && $0["wait"] == 0.5 }
      #expect(try await pipeWire.tool("jack_lsp").isEmpty)

      try await pipeWire.start()
      for _ in 0..<2 { _ = try await told("connectionRestored", by: peach) }
      _ = try await told("waitingForStart", by: peach)
      #expect(try await connections(on: pipeWire) == stereo)
      peach.send("start")
      ids.append(try await answer(peach))
      #expect(try await peach.event { $0.event == "stopped" }?["trials"] == 2)
      #expect(await peach.finish().status == 0)
      #expect(try storedIDs("comparisonRecord") == ids)
      await pipeWire.stop()
    }

    @Test("without PipeWire there is no server, and none is started")
    func absence() async throws {
      let pipeWire = try await PrivatePipeWire()
      await pipeWire.stop()
      #expect(await (try start("compare", on: pipeWire)).finish().status == 69)
      #expect(try await pipeWire.tool("jack_lsp").isEmpty)
    }

    @Test("a second Peach has a name of its own, and none where it is to be that very one")
    func names() async throws {
      let pipeWire = try await PrivatePipeWire()
      let first = try start("match", on: pipeWire)
      _ = try await told("connected", by: first)
      let second = try start("match", on: pipeWire)
      let ready = try await second.event { $0.event == "ready" }
      #expect(ready?["client"] == "peach-01")
      #expect(try await told("clientName", by: second).line.contains("peach-01"))
      _ = try await told("connected", by: second)
      let names = try await pipeWire.tool("jack_lsp", "-c", "peach-01:out_1")
      #expect(names == ["peach-01:out_1", "   speakers:playback_FL"])
      let third = try start("match", "--exact-name", on: pipeWire)
      let (status, errors) = await third.finish()
      #expect(status == 69)
      #expect(errors.contains("'peach'"))
      for peach in [first, second] {
        peach.send("quit")
        #expect(await peach.finish().status == 0)
      }
      await pipeWire.stop()
    }

    @Test("a MIDI source is connected when it comes, and its notes commit")
    func notes() async throws {
      let pipeWire = try await PrivatePipeWire()
      let peach = try start("match", "--trials", "2", "--connect-midi", "pads", on: pipeWire)
      _ = try await told("noMidiSource", by: peach)
      let pads = try pipeWire.launch("jack_midiseq", ["pads", "24000", "0", "60", "6000"])
      #expect(try await told("midiConnected", by: peach)["source"] == "pads:out")
      for _ in 0..<2 { _ = try #require(try await peach.event { $0.event == "result" }) }
      #expect(await peach.finish().status == 0)
      pads.signal(SIGTERM)
      _ = await pads.end()
      #expect(try storedIDs("pitchMatchingRecord").count == 2)
      await pipeWire.stop()
    }
  }
}
