import FontWriter
import Foundation
import TestSupport
import Testing

extension MemoryTests {
  /// Sounds of other fonts.
  @Suite("Sounds on a server")
  @MainActor
  struct SoundRunTests {
    private let home: FontHome

    init() throws { home = try FontHome() }

    @Test("a phrase over the range plays to its end by itself, in the tuning that is asked for")
    func phrase() async throws {
      let server = MemoryTests.server()
      try home.write("Testing_GM.sf2")
      let peach = try home.launch(
        "sounds", "play", "testing preset 80", "--json", "--note-range-min", "60",
        "--note-range-max", "72", "--tuning", "just", "--reference-pitch", "442",
        server: MemoryTests.serverName)
      peach.endInput()
      var notes: [Int] = []
      var frequencies: [Double] = []
      var last: Event?
      while let event = try await peach.nextEvent() {
        if event.event == "ready" { #expect(event["soundSource"] == "Testing_GM:8:80") }
        if let note: Int = event["note"] { notes.append(note) }
        if let frequency: Double = event["frequency"] { frequencies.append(frequency) }
        last = event
      }
      #expect(notes == [60, 64, 67, 72, 60])
      #expect(abs(frequencies[2] / frequencies[0] - 1.5) < 1e-12)
      #expect(abs(frequencies[0] - 442 * pow(2, -0.75)) < 1e-9)
      #expect(last?["reason"] == "end")
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("q, SIGTERM and a server that goes end the phrase before")
    func endings() async throws {
      let server = MemoryTests.server()
      for (end, status, reason) in [("quit", Int32(0), "quit"), ("signal", 143, "signal")] {
        let peach = try home.launch(
          "sounds", "play", "sine", "--json", server: MemoryTests.serverName)
        _ = try await peach.event { $0.event == "note" }
        if end == "quit" { peach.send("q") } else { peach.signal(SIGTERM) }
        let stopped = try await peach.event { $0.event == "stopped" }
        #expect(stopped?["reason"] == reason)
        #expect(await peach.finish().status == status)
      }
      let peach = try home.launch(
        "sounds", "play", "sine", "--json", server: MemoryTests.serverName)
      _ = try await peach.event { $0.event == "note" }
      await server.stop()
      let error = try await peach.event { $0.event == "error" }
      #expect(error?["code"] == "jackServerGone")
      #expect(await peach.finish().status == 69)
    }

    @Test("a sound whose font is gone falls back with a notice, and training goes on")
    func missingFont() async throws {
      let server = MemoryTests.server()
      try home.home.write("soundSource = \"Gone:0:1\"\n", to: home.home.settings)
      let peach = try home.launch(
        "compare", "--json", "--trials", "1", "--note-duration", "0.3",
        server: MemoryTests.serverName)
      #expect(try await peach.event { $0.event == "ready" }?["soundSource"] == "sf2:8:80")
      let notice = try await peach.event { $0["code"] == "soundMissing" }
      #expect(notice?["wanted"] == "Gone:0:1" && notice?["playing"] == "sf2:8:80")
      #expect(
        notice?["message"]
          == """
          the sound Gone:0:1 does not exist, so Peach plays sf2:8:80 instead; peach sounds list lists \
          all sounds
          """)
      _ = try await peach.event { $0.state == "playingNote2" }
      peach.send("higher")
      #expect(try await peach.event { $0.event == "result" } != nil)
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("a damaged font is said to be damaged, and what is ready is the sound that sounds")
    func damagedFont() async throws {
      let server = MemoryTests.server()
      try home.write("Broken.sf2")
      let font = home.fonts.appending(path: "Broken.sf2")
      try Data(contentsOf: font).dropLast(100).write(to: font)
      let peach = try home.launch(
        "compare", "--json", "--note-duration", "0.3", "--sound-source", "Broken:0:0",
        server: MemoryTests.serverName)
      #expect(try await peach.event { $0.event == "ready" }?["soundSource"] == "sf2:8:80")
      let notice = try await peach.event { $0["code"] == "soundMissing" }
      let message: String = try #require(notice?["message"])
      #expect(message.contains("damaged") && !message.contains("does not exist"))
      #expect(message.contains(font.path))
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      let playing = try home.launch(
        "sounds", "play", "Broken:0:0", server: MemoryTests.serverName)
      let end = await playing.finish()
      #expect(end.status == 65 && end.errors.contains("damaged"))
      await server.stop()
    }

    @Test("only notes that sound are asked for; that they are few is said, and that none are left")
    func silentNotes() async throws {
      let server = MemoryTests.server()
      try FileManager.default.createDirectory(at: home.fonts, withIntermediateDirectories: true)
      try TrialFont(tones: [60, 67].map { TrialFont.Tone(key: $0) })
        .write(to: home.fonts.appending(path: "Trial.sf2"))
      for training in ["compare", "match"] {
        let peach = try home.launch(
          training, "--json", "--note-duration", "0.3", "--sound-source", "Trial:0:0",
          "--intervals", "P1,P5,M3-", "--trials", "6", server: MemoryTests.serverName)
        var trials: [String] = []
        var notice: Event?
        while let event = try await peach.nextEvent() {
          if event["code"] == "fewNotes" { notice = event }
          if event.event == "trial", let reference: Int = event["referenceNote"],
            let target: Int = event["targetNote"]
          {
            trials.append("\(reference) \(target)")
          }
          if event.state == "playingNote2" { peach.send("lower") }
          if event.state == "playingTunable" { peach.send("commit") }
        }
        #expect(trials.count == 6 && Set(trials).isSubset(of: ["60 60", "67 67", "60 67"]))
        #expect(notice?["count"] == 2 && notice?["soundSource"] == "Trial:0:0")
        #expect(await peach.finish().status == 0)
      }
      let peach = try home.launch(
        "compare", "--sound-source", "Trial:0:0", "--intervals", "M3",
        server: MemoryTests.serverName)
      let end = await peach.finish()
      #expect(end.status == 78 && end.errors.contains("noteRangeMin"))
      await server.stop()
    }

    @Test(
      "a sound that nobody has measured is said to be so once, and measured while training goes on")
    func measuring() async throws {
      let server = MemoryTests.server()
      try FileManager.default.createDirectory(at: home.fonts, withIntermediateDirectories: true)
      var tone = TrialFont.Tone(key: 60)
      tone.cents = 7.5
      try TrialFont(tones: [tone]).write(to: home.fonts.appending(path: "Trial.sf2"))
      let first = try start()
      #expect(try await first.event { $0["code"] == "soundNotMeasured" } != nil)
      let measured = try await first.event { $0["code"] == "soundMeasured" }
      #expect(
        measured?["message"] == "the sound Trial:0:0 has been measured and is in tune from now on"
      )
      first.send("quit")
      #expect(await first.finish().status == 0)
      let second = try start()
      var codes: [String] = []
      while let event = try await second.nextEvent() {
        if let code: String = event["code"] { codes.append(code) }
        if event.state == "awaitingAnswer" { second.send("quit") }
      }
      #expect(!codes.contains { $0.hasPrefix("sound") })
      #expect(await second.finish().status == 0)
      await server.stop()
    }

    private func start() throws -> PeachRun {
      try home.launch(
        "compare", "--json", "--note-duration", "0.3", "--sound-source", "Trial:0:0",
        server: MemoryTests.serverName)
    }

    @Test("a font that comes while training sounds as soon as the settings name it")
    func laterFont() async throws {
      let server = MemoryTests.server()
      let peach = try home.launch(
        "compare", "--json", "--trials", "3", "--note-duration", "0.3",
        server: MemoryTests.serverName)
      var notices: [String] = []
      while let event = try await peach.nextEvent() {
        if event["index"] == 1, event.event == "trial" {
          try home.write("Late.sf2")
          try home.home.write("soundSource = \"Late:8:80\"\n", to: home.home.settings)
        }
        if event.state == "playingNote2" { peach.send("lower") }
        if event.event == "notice", let code: String = event["code"] { notices.append(code) }
      }
      #expect(!notices.contains("soundMissing"))
      #expect(await peach.finish().status == 0)
      await server.stop()
    }
  }
}
