import Foundation
import OSC
import TestSupport
import Testing

extension MemoryTests {
  @Suite("Under a session manager", .serialized, .libjack)
  @MainActor
  struct SessionRunTests {
    private let home: Home
    private let manager: SessionManagerDouble

    init() throws {
      home = try Home()
      try home.write("noteDuration = 0.3\nsoundFonts = [\"fonts\"]\n", to: home.settings)
      manager = try SessionManagerDouble()
    }

    /// Where the session keeps what is Peach's.
    private var folder: URL { home.directory.appendingPathComponent("song/peach.nABCD") }

    private func start(
      _ arguments: String..., server: String? = MemoryTests.serverName
    ) throws -> PeachRun {
      try PeachRun(arguments, home: home, server: server, environment: manager.environment)
    }

    @Test("without a terminal it trains when it is told to, ends the training, and stays")
    func training() async throws {
      let server = MemoryTests.server()
      let peach = try start("--json")
      #expect(await manager.begin(folder, id: "peach.nABCD")?.path == "/reply")
      peach.send("help")
      let waiting = try await peach.event { $0["code"] == "waitingForStart" }
      let message: String? = waiting?["message"]
      #expect(message?.contains("start begins the training") == true)
      for _ in 0..<2 {
        peach.send("start")
        #expect(try await peach.event { $0.state == "awaitingAnswer" } != nil)
        peach.send("higher")
        #expect(try await peach.event { $0.event == "result" } != nil)
        peach.send("quit")
        #expect(try await peach.event { $0.event == "stopped" }?["reason"] == "quit")
        #expect(await manager.text(with: "1") != nil)
      }
      peach.endInput()
      #expect(await manager.save() == "/reply")
      peach.signal(SIGTERM)
      #expect(await peach.finish().status == 128 + SIGTERM)
      await server.stop()
    }

    @Test("a key on a MIDI keyboard begins the training that the session sets")
    func midi() async throws {
      let server = MemoryTests.server()
      let keyboard = try #require(MIDIKeyboard("keys", server: MemoryTests.serverName))
      try home.write(
        "noteDuration = 0.3\nsessionTraining = \"matching\"\n",
        to: folder.appendingPathComponent("config.toml"))
      let peach = try start("--json", "--connect-midi", "keys")
      peach.endInput()
      #expect(await manager.begin(folder, id: "peach.nABCD")?.path == "/reply")
      keyboard.send([[0x90, 60, 90]])
      #expect(try await peach.event { $0.event == "trial" }?["training"] == "matching")
      #expect(try await peach.event { $0.state == "playingTunable" } != nil)
      // What has hardly begun cannot be committed.
      keyboard.send([[0x90, 62, 90]], afterPeriods: 12_000)
      #expect(try await peach.event { $0.event == "result" } != nil)
      peach.signal(SIGTERM)
      #expect(await peach.finish().status == 128 + SIGTERM)
      await server.stop()
    }

    @Test("a training of the command line is in the session, too, and goes on at the end of input")
    func compare() async throws {
      let server = MemoryTests.server()
      let peach = try start("compare", "--json")
      peach.endInput()
      #expect(await manager.begin(folder, id: "peach.nABCD")?.path == "/reply")
      #expect(try await peach.event { $0.event == "ready" }?["client"] == "peach.nABCD")
      #expect(try await peach.event { $0.state == "awaitingAnswer" } != nil)
      peach.signal(SIGTERM)
      #expect(await peach.finish().status == 128 + SIGTERM)
      await server.stop()
    }

    @Test(
      "what keeps the session from opening is told the manager: no server, a name that is taken")
    func failures() async throws {
      let lonely = try start(server: nil)
      let answer = try #require(await manager.begin(folder, id: "peach.nABCD"))
      #expect(answer.path == "/error")
      #expect(answer.arguments[1] == .int(-1))
      #expect(answer.arguments[2].text?.contains("no JACK server") == true)
      #expect(await lonely.finish().status == 69)

      let server = MemoryTests.server()
      let keyboard = try #require(MIDIKeyboard("peach.nABCD", server: MemoryTests.serverName))
      let second = try start()
      #expect(
        await manager.begin(folder, id: "peach.nABCD")?.arguments.last?.text?
          .contains("another JACK client is already named 'peach.nABCD'") == true)
      #expect(await second.finish().status == 69)
      withExtendedLifetime(keyboard) {}
      await server.stop()
    }

    @Test("a session's settings that are wrong are told the manager: 78")
    func badSettings() async throws {
      try home.write("noteDuration = 99\n", to: folder.appendingPathComponent("config.toml"))
      let peach = try start()
      #expect(await manager.begin(folder, id: "peach.nABCD")?.path == "/error")
      #expect(await peach.finish().status == 78)
    }

    @Test("a session remembers the listener of the option, and uses that history from then on")
    func listener() async throws {
      let server = MemoryTests.server()
      let file = folder.appendingPathComponent("listener")
      let first = try start("compare", "--json", "--listener", "anna")
      #expect(await manager.begin(folder, id: "peach.nABCD")?.path == "/reply")
      #expect(try await first.event { $0.event == "ready" }?["listener"] == "anna")
      first.signal(SIGTERM)
      #expect(await first.finish().status == 128 + SIGTERM)
      #expect(try String(contentsOf: file, encoding: .utf8) == "anna\n")
      let second = try start("compare", "--json")
      #expect(await manager.begin(folder, id: "peach.nABCD")?.path == "/reply")
      #expect(try await second.event { $0.event == "ready" }?["listener"] == "anna")
      second.signal(SIGTERM)
      #expect(await second.finish().status == 128 + SIGTERM)
      await server.stop()
    }

    @Test("a session that names no listener in its file does not open: the results would be lost")
    func badListener() async throws {
      try home.write("../anna\n", to: folder.appendingPathComponent("listener"))
      let peach = try start()
      #expect(await manager.begin(folder, id: "peach.nABCD")?.path == "/error")
      let (status, errors) = await peach.finish()
      #expect(status == 78 && errors.contains("listener"))
    }

    @Test("a save is answered by what came of it")
    func saving() async throws {
      let server = MemoryTests.server()
      let peach = try start("--json")
      #expect(await manager.begin(folder, id: "peach.nABCD")?.path == "/reply")
      peach.send("start")
      #expect(try await peach.event { $0.state == "awaitingAnswer" } != nil)
      let hold = try HistoryHold(home.history)
      peach.send("higher")
      #expect(try await peach.event { $0["code"] == "saveFailed" } != nil)
      #expect(await manager.save() == "/error")
      try hold.release()
      #expect(await manager.save() == "/reply")
      peach.signal(SIGTERM)
      #expect(await peach.finish().status == 128 + SIGTERM)
      await server.stop()
    }

    @Test("what is set while it waits counts from the next training on; no line of several is lost")
    func settingsWhileWaiting() async throws {
      let server = MemoryTests.server()
      let peach = try start("--json")
      #expect(await manager.begin(folder, id: "peach.nABCD")?.path == "/reply")
      try home.write(
        "noteDuration = 0.3\nsessionTraining = \"matching\"\n",
        to: folder.appendingPathComponent("config.toml"))
      peach.send("start\nnonsense\nquit\nstart")
      #expect(try await peach.event { $0.event == "trial" }?["training"] == "matching")
      #expect(try await peach.event { $0["code"] == "unknownCommand" } != nil)
      #expect(try await peach.event { $0.event == "stopped" }?["reason"] == "quit")
      #expect(try await peach.event { $0.event == "trial" }?["training"] == "matching")
      peach.signal(SIGTERM)
      #expect(await peach.finish().status == 128 + SIGTERM)
      await server.stop()
    }

    @Test("without a terminal and without a manager there is nothing to do: 69 and one line")
    func nobody() async throws {
      let peach = try start()
      _ = await manager.announcement()
      manager.send("/error", .string("/nsm/server/announce"), .int(-2), .string("too new"))
      let (status, errors) = await peach.finish()
      #expect(status == 69)
      #expect(errors.split(separator: "\n").count == 1)
      #expect(errors.contains("reported: too new"))
    }

    @Test("a manager that is gone, or says no: a line, and the run goes on alone")
    func alone() async throws {
      let server = MemoryTests.server()
      let port = try FreePort.find()
      let peach = try PeachRun(
        ["compare"], home: home, server: MemoryTests.serverName,
        environment: ["NSM_URL": "osc.udp://127.0.0.1:\(port)/"])
      peach.send("quit")
      let (status, errors) = await peach.finish()
      #expect(status == 0)
      #expect(errors.contains("no session manager answers at osc.udp://127.0.0.1:\(port)/"))
      let other = try start("compare")
      _ = await manager.announcement()
      manager.send("/error", .string("/nsm/server/announce"), .int(-2), .string("too new"))
      other.send("quit")
      let ending = await other.finish()
      #expect(ending.status == 0)
      #expect(ending.errors.contains("reported: too new"))
      await server.stop()
    }

    @Test("opens under the name it is given, after it is told to, and with the session's settings")
    func opening() async throws {
      let server = MemoryTests.server()
      let patchbay = try Patchbay()
      let peach = try start()
      peach.endInput()
      let announced = try #require(await manager.announcement())
      #expect(announced[0] == .string("peach"))
      #expect(announced[1] == .string(":message:"))
      #expect(announced[2] == .string(CommandLine.arguments[0]))
      #expect(Array(announced[3...4]) == [.int(1), .int(1)])
      #expect(announced[5] == .int(getpid()))
      manager.welcome()
      #expect(patchbay.ports("^peach").isEmpty)
      manager.open(folder, id: "peach.nABCD")
      let answer = try #require(await manager.answer(to: "/nsm/client/open"))
      #expect(answer.path == "/reply")
      #expect(answer.arguments.count == 2)
      #expect(patchbay.ports("^peach.nABCD:").contains("peach.nABCD:out_1"))
      let settings = try String(
        contentsOf: folder.appendingPathComponent("config.toml"), encoding: .utf8)
      #expect(settings.contains("noteDuration = 0.3"))
      #expect(settings.contains("[\"\(home.directory.path)/config/peach/fonts\"]"))
      #expect(await manager.save() == "/reply")
      // Save by signal (LADISH, level 1) is no end.
      peach.signal(SIGUSR1)
      #expect(await manager.save() == "/reply")
      // It cannot switch, and says so.
      manager.open(folder, id: "peach.nEFGH")
      #expect(await manager.answer(to: "/nsm/client/open")?.path == "/error")
      peach.signal(SIGTERM)
      #expect(await peach.finish().status == 128 + SIGTERM)
      await server.stop()
    }
  }
}

extension ServerTests {
  @Suite("A process under a session manager")
  @MainActor
  struct SessionServerTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("a save that is asked for before anything is open ends nothing")
    func earlySave() async throws {
      let server = try await ServerTests.server()
      let manager = try SessionManagerDouble()
      let peach = try PeachProcess(
        [], home: home, server: ServerTests.serverName, environment: manager.environment)
      _ = await manager.announcement()
      peach.signal(SIGUSR1)
      manager.welcome()
      manager.open(home.directory.appendingPathComponent("song"), id: "peach.nABCD")
      #expect(await manager.answer(to: "/nsm/client/open")?.path == "/reply")
      peach.signal(SIGTERM)
      #expect(await peach.finish().status == 128 + SIGTERM)
      await server.stop()
    }
  }
}
