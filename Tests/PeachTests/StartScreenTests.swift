import Foundation
import MemoryJack
import TestSupport
import Testing

extension MemoryTests {
  /// `peach` alone on a terminal: from the start screen to everything else and back.
  @Suite("The start screen")
  @MainActor
  struct StartScreenTests {
    private let home: Home

    init() throws {
      home = try Home()
      try home.write("noteDuration = 0.3\n", to: home.settings)
    }

    private func begin(_ options: String...) -> TerminalRun { TerminalRun(options, home: home) }

    /// Peach on its start screen.
    private func start() async throws -> TerminalRun {
      try home.makeHistory()
      let peach = begin()
      #expect(await peach.shows(startScreen))
      return peach
    }

    /// What every start screen has.
    private let startScreen = "0  Settings"

    @Test("the first run: a quiet note, the task, an answer; then the start screen has it, and out")
    func firstRun() async throws {
      let server = MemoryTests.server()
      let peach = begin()
      #expect(await peach.shows("Can you hear this quiet note?"))
      // The first note has sounded at its level, which the status row says, and the fourth.
      #expect(await peach.shows("−40 dB"))
      #expect(await peach.shows("−31 dB"))
      peach.type("\r")
      #expect(await peach.shows("Is the second higher or lower?"))
      #expect(try String(contentsOf: home.settings, encoding: .utf8).contains("outputLevel = -"))
      peach.type("\r")
      #expect(await peach.shows("Space again"))
      peach.type("\u{1B}[A")
      #expect(await peach.shows("by "))
      // The closing page, then the start screen.
      peach.type("\u{1B}")
      #expect(await peach.shows("Esc start"))
      peach.type("q")
      // After the first session alone.
      #expect(await peach.shows("What do you play?"))
      peach.type("\u{1B}")
      #expect(await peach.shows("not known yet; about 20 more answers"))
      peach.type("9")
      #expect(await peach.shows("It is too early to say: there is 1 comparison"))
      peach.type("q")
      #expect(await peach.shows(startScreen))
      // The client has stayed.
      peach.type("4")
      #expect(await peach.shows("perfect fifth up"))
      peach.type("q")
      #expect(await peach.shows(startScreen))
      peach.type("q")
      #expect(await peach.change() == .exited(0))
      #expect(peach.isAsBefore)
      await server.stop()
    }

    @Test("the plan of the day is selected, with its reason; what is played is set in the settings")
    func today() async throws {
      let peach = try await start()
      #expect(await peach.shows("› t  Today       40 unisons"))
      #expect(await peach.shows("the first day: Peach finds out how small a difference you hear."))
      peach.type("0")
      #expect(await peach.shows("What do you play?"))
      peach.type("\r3")
      try await wait(for: "the player") {
        try String(contentsOf: home.settings, encoding: .utf8).contains("player = \"keys\"\n")
      }
      peach.type("q")
      peach.type("q")
      #expect(await peach.shows(startScreen))
      peach.type("q")
      #expect(await peach.change() == .exited(0))
    }

    @Test("what was trained last is selected, also by the next run")
    func lastOne() async throws {
      let server = MemoryTests.server()
      let peach = try await start()
      peach.type("2")
      #expect(await peach.shows("Space again"))
      peach.type("\u{1B}[A")
      #expect(await peach.shows("by "))
      peach.type("q")
      #expect(await peach.shows("Esc start"))
      peach.type("q")
      #expect(await peach.shows("› 2"))
      peach.type("q")
      #expect(await peach.change() == .exited(0))
      let next = begin()
      #expect(await next.shows("› 2"))
      next.type("q")
      #expect(await next.change() == .exited(0))
      await server.stop()
    }

    @Test("Ctrl-C on the start screen ends with 130, Ctrl-L draws again, Esc does nothing")
    func signals() async throws {
      let peach = try await start()
      peach.type("\u{1B}")
      peach.type("\u{0C}")
      #expect(await peach.shows(startScreen))
      peach.type("\u{3}")
      #expect(await peach.change() == .exited(130))
      #expect(peach.isAsBefore)
    }

    @Test(
      "without a server everything but the training is there; with one that comes, training too")
    func noServer() async throws {
      let peach = begin()
      #expect(await peach.shows("Esc start screen"))
      #expect(await peach.shows("! no JACK server: trying again"))
      peach.type("\u{1B}")
      #expect(await peach.shows(startScreen))
      peach.type("1")
      #expect(await peach.shows("No JACK server to play to"))
      peach.type("0")
      #expect(await peach.shows("Lowest note"))
      peach.type("q")
      let server = MemoryTests.server()
      // What sounds, and where.
      #expect(await peach.shows("→ "))
      peach.type("1")
      #expect(await peach.shows("Can you hear this quiet note?"))
      peach.signal(SIGTERM)
      #expect(await peach.change() == .exited(128 + SIGTERM))
      #expect(peach.isAsBefore)
      await server.stop()
    }

    @Test(
      "a first training from the command line begins with the quiet note, too, and leads to itself")
    func firstMatching() async throws {
      let server = MemoryTests.server()
      let peach = begin("match", "--note-duration", "0.3")
      #expect(await peach.shows("Can you hear this quiet note?"))
      peach.type("?")
      #expect(await peach.shows("hear the note again"))
      #expect(await peach.shows("end Peach"))
      peach.type("\u{1B}")
      #expect(await peach.shows("Can you hear this quiet note?"))
      #expect(await peach.shows("−31 dB"))
      peach.type("\r")
      #expect(await peach.shows("Matching: a note sounds"))
      #expect(try String(contentsOf: home.settings, encoding: .utf8).contains("outputLevel = -"))
      peach.type("\r")
      #expect(await peach.shows("tune it"))
      peach.type("q")
      #expect(await peach.change() == .exited(0))
      #expect(peach.isAsBefore)
      // Esc ends it.
      let other = begin("compare")
      #expect(await other.shows("Can you hear this quiet note?"))
      other.type("\u{1B}")
      #expect(await other.change() == .exited(0))
      #expect(other.isAsBefore)
      await server.stop()
    }

    /// A training from the start screen with one answer.
    private func train() async throws -> TerminalRun {
      let peach = try await start()
      peach.type("1")
      #expect(await peach.shows("Space again"))
      peach.type("\u{1B}[A")
      #expect(await peach.shows("by "))
      return peach
    }

    @Test("a server that goes is waited for in the training; with the next one a key goes on")
    func lostServer() async throws {
      let first = MemoryTests.server()
      let peach = try await train()
      await first.crash()
      #expect(await peach.shows("No JACK server; trying again."))
      let second = MemoryTests.server()
      #expect(await peach.shows("Interrupted."))
      peach.type("\r")
      #expect(await peach.shows("p pause"))
      await second.crash()
      #expect(await peach.shows("No JACK server; trying again."))
      // The answer from before both losses is on the closing page.
      peach.type("\u{1B}")
      #expect(await peach.shows("Comparison, unison · 1 in"))
      peach.type("q")
      #expect(await peach.shows(startScreen))
      peach.type("\u{3}")
      #expect(await peach.change() == .exited(130))
      #expect(peach.isAsBefore)
    }

    @Test("Ctrl-C while a server is waited for leaves what the closing page says")
    func endWithoutServer() async throws {
      let server = MemoryTests.server()
      let peach = try await train()
      await server.crash()
      #expect(await peach.shows("No JACK server; trying again."))
      peach.type("\u{3}")
      #expect(await peach.shows("\u{1B}[?1049l"))
      #expect(await peach.shows("Comparison, unison · 1 in"))
      #expect(await peach.change() == .exited(130))
      #expect(peach.isAsBefore)
    }

    /// A comparison a day, up to 1 November 2026.
    private func trainForMonths() async throws {
      var lines = [
        "# peach-export-format:1",
        "trainingType,timestamp,referenceNote,referenceNoteName,targetNote,targetNoteName,interval,tuningSystem,centOffset,isCorrect,initialCentOffset,userCentError",
      ]
      for day in 0..<240 {
        let date = Date(timeIntervalSince1970: 1_793_534_400 - Double(day) * 86_400)
        lines.append(
          "pitchComparison,\(date.ISO8601Format()),60,C4,60,C4,P1,equalTemperament,12.0,true,,")
      }
      let file = home.directory.appendingPathComponent("phone.csv")
      try home.write(lines.joined(separator: "\n") + "\n", to: file)
      #expect(try await home.run(["data", "import", file.path]).status == 0)
    }

    @Test("the profile by week: zoomed, gone through, with help, and back; without a server")
    func timeline() async throws {
      try await trainForMonths()
      let peach = begin()
      #expect(await peach.shows(startScreen))
      peach.type("9")
      #expect(await peach.shows("Profile: Comparison, unison"))
      peach.type("t")
      #expect(await peach.shows("240 comparisons on 240 days."))
      peach.type("zz")
      #expect(await peach.shows("2 Aug 2026 to 1 Nov 2026"))
      #expect(await peach.shows("92 comparisons on 92 days."))
      peach.type("\u{1B}[A")
      #expect(await peach.shows("2 May 2026 to 1 Aug 2026"))
      peach.type("?")
      #expect(await peach.shows("over notes or over weeks"))
      peach.type("?")
      #expect(await peach.shows("2 May 2026 to 1 Aug 2026"))
      peach.type("t")
      #expect(await peach.shows("C2–C6"))
      peach.type("q")
      #expect(await peach.shows(startScreen))
      peach.type("q")
      #expect(await peach.change() == .exited(0))
      #expect(peach.isAsBefore)
    }

    @Test("? helps on each screen, and goes back")
    func help() async throws {
      let peach = try await start()
      for (key, screen, help) in [
        ("", "", "start a training"), ("9", "Not trained yet", "the next training"),
        ("i", "MIT licence", "k j"),
      ] {
        peach.type(key)
        if !key.isEmpty { #expect(await peach.shows(screen)) }
        peach.type("?")
        #expect(await peach.shows(help))
        peach.type("?")
        #expect(await peach.shows(key.isEmpty ? startScreen : screen))
        if !key.isEmpty {
          peach.type("q")
          #expect(await peach.shows(startScreen))
        }
      }
      // The settings have it, too, whatever it says.
      peach.type("0")
      #expect(await peach.shows("Lowest note"))
      peach.type("?")
      #expect(await peach.shows("change the value"))
      peach.type("?")
      #expect(await peach.shows("Lowest note"))
      peach.signal(SIGTERM)
      #expect(await peach.change() == .exited(128 + SIGTERM))
    }

    @Test("a paste does nothing, however it is cut; the terminal's modes are given back in turn")
    func paste() async throws {
      let peach = begin()
      #expect(await peach.shows("\u{1B}[?2004h"))
      #expect(await peach.shows("\u{1B}[?1049h"))
      #expect(await peach.shows("Esc start screen"))
      peach.type("\u{1B}")
      #expect(await peach.shows(startScreen))
      peach.type("\u{1B}[200~qq\r1\u{1B}[A")
      peach.type("sq\u{1B}[201~i")
      #expect(await peach.shows("MIT licence"))
      peach.type("q")
      #expect(await peach.shows(startScreen))
      peach.type("\u{1B}[99;5u")
      #expect(await peach.shows("\u{1B}[?1049l"))
      #expect(await peach.shows("\u{1B}[?2004l"))
      #expect(await peach.change() == .exited(130))
      #expect(peach.isAsBefore)
    }

    @Test("a setting is changed and heard, and what cannot be is told and changes nothing")
    func settings() async throws {
      let server = MemoryTests.server()
      let patchbay = try Patchbay()
      let peach = try await start()
      peach.type("0")
      #expect(await peach.shows("Lowest note"))
      func isSaved(_ line: String) async throws {
        try await wait(for: line) {
          try String(contentsOf: home.settings, encoding: .utf8).contains(line + "\n")
        }
      }
      peach.type("\tj\rj\u{1B}[C")
      try await isSaved("noteDuration = 0.4")
      // Heard: the client is there.
      try await wait(for: "client") {
        !patchbay.ports("^peach:out_1$").isEmpty
      }
      peach.type("\r9\r")
      #expect(await peach.shows("allowed"))
      peach.type("\u{7F}2\r")
      try await isSaved("noteDuration = 2.0")
      peach.type("jjj\u{1B}[C")
      try await isSaved("correctIntonation = false")
      peach.type("d")
      try await wait(for: "default") {
        try String(contentsOf: home.settings, encoding: .utf8) == "noteDuration = 2.0\n"
      }
      peach.type("u")
      try await isSaved("correctIntonation = false")
      peach.type("q")
      #expect(await peach.shows(startScreen))
      #expect(
        try String(contentsOf: home.settings, encoding: .utf8)
          == "noteDuration = 2.0\ncorrectIntonation = false\n")
      // The client that has sounded trains.
      peach.type("1")
      #expect(await peach.shows("p pause"))
      peach.type("q")
      #expect(await peach.shows(startScreen))
      peach.type("q")
      #expect(await peach.change() == .exited(0))
      #expect(peach.isAsBefore)
      await server.stop()
    }

    @Test("plain: no control sequences, the same keys, numbered menus")
    func plain() async throws {
      let server = MemoryTests.server()
      let peach = begin("--plain")
      #expect(await peach.shows("Can you hear this quiet note?"))
      #expect(await peach.shows("Enter: comfortable, continue."))
      peach.type("\u{1B}")
      #expect(await peach.shows("1 Comparison, unison: not trained yet"))
      #expect(await peach.shows("t selected. Enter: "))
      peach.type("\u{1B}[B")
      #expect(await peach.shows("1 selected. Enter: "))
      peach.type("1")
      #expect(await peach.shows("Enter starts, ? helps."))
      peach.type("\r")
      // Nothing is said while notes sound.
      peach.type("p")
      #expect(await peach.shows("Paused."))
      peach.type("q")
      #expect(await peach.shows("? lists everything."))
      peach.type("q")
      #expect(await peach.change() == .exited(0))
      await server.stop()
    }
  }
}

/// What only a process of its own can show of the start screen, without a server.
@Suite("The start screen of a process", .timeLimit(.minutes(1)))
@MainActor
struct StartScreenProcessTests {
  private let home: Home

  init() throws {
    home = try Home()
    try home.makeHistory()
  }

  private func begin() async throws -> PseudoTerminal {
    let peach = try PseudoTerminal([], home: home, server: "peachnone")
    #expect(await peach.shows("0  Settings"))
    return peach
  }

  @Test("Ctrl-Z that nobody could end is refused on the start screen, too")
  func orphaned() async throws {
    let peach = try await begin()
    peach.type("\u{1A}")
    #expect(await peach.shows("No shell could wake Peach after Ctrl-Z, so it stays."))
    peach.type("q")
    #expect(await peach.change() == .exited(0))
  }

  @Test("a crash leaves the terminal as it was", arguments: [SIGSEGV, SIGABRT])
  func crash(number: Int32) async throws {
    let peach = try await begin()
    #expect(!peach.isAsBefore)
    peach.signal(number)
    #expect(await peach.shows("\u{1B}[?1049l"))
    #expect(await peach.change() == .signalled(number))
    #expect(peach.isAsBefore)
  }
}

extension ServerTests {
  @Suite("The start screen of a process, on a server")
  @MainActor
  struct StartScreenServerTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("Ctrl-Z ends a training; back in the foreground one is on the start screen")
    func suspension() async throws {
      let server = try await ServerTests.server()
      let peach = try await PseudoTerminal.shell(
        running: [], home: home, server: ServerTests.serverName)
      let (first, second) = ("\u{1B}[?25h\u{1B}[?1049l", "\u{1B}[?1049h\u{1B}[?25l")
      #expect(await peach.shows("Esc start screen"))
      peach.type("\u{1B}")
      #expect(await peach.shows("0  Settings"))
      for key in ["", "1"] {
        peach.type(key)
        if !key.isEmpty { #expect(await peach.shows("p pause")) }
        await peach.suspend(showing: first)
        await peach.resume(showing: second, "0  Settings")
      }
      peach.type("q")
      #expect(await peach.shows("shell> "))
      peach.type("exit\n")
      #expect(await peach.change() == .exited(0))
      await server.stop()
    }
  }
}
