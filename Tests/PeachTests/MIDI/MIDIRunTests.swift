import Foundation
import TestSupport
import Testing

extension MemoryTests {
  @Suite("peach midi", .serialized, .libjack)
  @MainActor
  struct MIDIRunTests {
    private let home: Home

    init() throws { home = try Home() }

    private func start(_ arguments: String...) throws -> PeachRun {
      try PeachRun(["midi"] + arguments, home: home, server: MemoryTests.serverName)
    }

    /// Reads on to the first event of that name; `nil` at the end.
    private func next(_ name: String, of peach: PeachRun) async throws -> Event? {
      try await peach.event { $0.event == name }
    }

    private func notice(_ code: String, of peach: PeachRun) async throws -> Event? {
      try await peach.event { $0["code"] == code }
    }

    @Test("list names every source")
    func list() async throws {
      let server = MemoryTests.server()
      let keyboard = try #require(MIDIKeyboard("keys", server: MemoryTests.serverName))
      let peach = try start("list", "--json")
      let line = try #require(await peach.nextLine())
      let list = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [[String: Any]])
      let source = try #require(list.first { $0["port"] as? String == "keys:out" })
      #expect(source["isPhysical"] as? Bool == false)
      #expect(await peach.finish().status == 0)
      let text = try start("list")
      #expect(await text.rest().contains("keys:out  (program)"))
      withExtendedLifetime(keyboard) {}
      await server.stop()
    }

    @Test("without a server: 69 and one line", arguments: ["list", "monitor", "learn"])
    func noServer(command: String) async throws {
      let peach = try PeachRun(["midi", command], home: home)
      let (status, errors) = await peach.finish()
      #expect(status == 69)
      #expect(errors.split(separator: "\n").count == 1)
    }

    @Test("MIDI that is sent the moment its connection is reported arrives")
    func promptMessage() async throws {
      let server = MemoryTests.server(period: 1024)
      for _ in 0..<3 {
        let keyboard = try #require(MIDIKeyboard("keys", server: MemoryTests.serverName))
        let peach = try start("monitor", "--json", "--connect-midi", "keys")
        #expect(try await notice("midiConnected", of: peach)?["source"] == "keys:out")
        keyboard.send([[0xB0, 1, 10]], afterPeriods: 0)
        #expect(try await next("midi", of: peach)?["bytes"] == [0xB0, 1, 10])
        peach.signal(SIGTERM)
        _ = await peach.finish()
        withExtendedLifetime(keyboard) {}
      }
      await server.stop()
    }

    @Test("a source on a server with long periods is reported as connected, and not as missing")
    func slowServer() async throws {
      let server = MemoryTests.server(rate: 8000, period: 4096)
      let keyboard = try #require(MIDIKeyboard("keys", server: MemoryTests.serverName))
      let peach = try start("monitor", "--json", "--connect-midi", "keys")
      let event = try await peach.event {
        ["midiConnected", "noMidiSource"].contains($0["code"] ?? "")
      }
      #expect(event?["code"] == "midiConnected")
      peach.send("q")
      #expect(await peach.finish().status == 0)
      withExtendedLifetime(keyboard) {}
      await server.stop()
    }

    @Test("monitor shows each message and what the settings make of it")
    func monitor() async throws {
      let server = MemoryTests.server()
      let keyboard = try #require(MIDIKeyboard("keys", server: MemoryTests.serverName))
      let peach = try start(
        "monitor", "--json", "--connect-midi", "KEYS", "--slider-slow-step", "1")
      #expect(try await notice("midiConnected", of: peach)?["source"] == "keys:out")
      keyboard.send([
        [0xB0, 1, 10], [0xB0, 1, 20], [0x90, 70, 5], [0xF8], [0xF0, 1, 2, 3, 4, 0xF7], [0xC0, 3],
        [0xE0, 0, 96],
      ])
      var events: [Event] = []
      for _ in 0..<7 { events.append(try #require(try await next("midi", of: peach))) }
      func object(_ index: Int, _ training: String) -> [String: Any]? { events[index][training] }
      #expect(events[0]["bytes"] == [0xB0, 1, 10])
      #expect(events[0]["message"] == "CC 1 = 10, channel 1")
      #expect(object(0, "matching")?["cents"] as? Double == 0)
      let cents = try #require(object(1, "matching")?["cents"] as? Double)
      #expect(abs(cents - 10.0 / 127 * 200) < 1e-9)
      #expect(object(2, "matching")?["action"] as? String == "commit")
      #expect(object(2, "comparison")?["action"] as? String == "higher")
      #expect(events[3]["message"] == "clock")
      #expect(object(3, "matching") == nil)
      #expect(events[4]["message"] == "system exclusive, 6 bytes")
      #expect(events[4]["bytes"] == [0xF0, 1, 2])
      #expect(object(6, "matching")?["action"] as? String == "sliding")
      peach.send("q")
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("a controller that floods fills no screen, and q ends at once")
    func flood() async throws {
      let server = MemoryTests.server()
      let keyboard = try #require(MIDIKeyboard("keys", server: MemoryTests.serverName))
      let peach = try start("monitor", "--connect-midi", "keys*")
      while let line = await peach.nextLine(), !line.contains("Listening") {}
      keyboard.send((0..<50_000).map { [0xB0, 1, UInt8($0 % 128)] })
      // Well into the flood.
      _ = await peach.nextLine()
      peach.send("q")
      let rest = await peach.rest()
      #expect(await peach.finish().status == 0)
      #expect(rest.count < 2000)
      await server.stop()
    }

    @Test("end of input and signals end the monitor", arguments: [0, SIGTERM, SIGINT])
    func endings(signal: Int32) async throws {
      let server = MemoryTests.server()
      let peach = try start("monitor")
      #expect(await peach.nextLine()?.contains("peach:midi_in") == true)
      if signal == 0 { peach.endInput() } else { peach.signal(signal) }
      #expect(await peach.finish().status == (signal == 0 ? 0 : 128 + signal))
      await server.stop()
    }

    @Test("learn guesses, asks, and writes what was accepted; the rest of the file stays")
    func learn() async throws {
      let server = MemoryTests.server()
      let keyboard = try #require(MIDIKeyboard("keys", server: MemoryTests.serverName))
      try home.write("# mine\nreferencePitch = 442 # Wien\n", to: home.settings)
      let peach = try start("learn", "--json", "--connect-midi", "keys")
      #expect(try await next("ask", of: peach)?["step"] == "slider")
      peach.send("accept")
      #expect(try await notice("nothingHeard", of: peach) != nil)
      keyboard.send([127, 127, 126, 127, 1, 1, 2, 1].map { [0xB2, 16, $0] })
      #expect(try await next("guess", of: peach) != nil)
      peach.send("again")
      #expect(try await next("ask", of: peach)?["step"] == "slider")
      keyboard.send([63, 63, 62, 63, 65, 65, 66, 65].map { [0xB2, 17, $0] })
      let guess = try await next("guess", of: peach)
      #expect(guess?["value"] == "relative:17:binaryOffset")
      #expect(guess?["channel"] == 3)
      peach.send("accept")
      #expect(try await next("ask", of: peach)?["step"] == "commit")
      keyboard.send([[0x92, 40, 90]])
      #expect(try await next("guess", of: peach)?["value"] == "note:40")
      peach.send("")
      #expect(try await next("ask", of: peach)?["step"] == "higher")
      peach.send("skip")
      #expect(try await next("ask", of: peach)?["step"] == "lower")
      #expect(try String(contentsOf: home.settings, encoding: .utf8).contains("slider") == false)
      for step in ["first", "second", "again"] {
        peach.send("skip")
        #expect(try await next("ask", of: peach)?["step"] == step)
      }
      peach.send("skip")
      #expect(try await next("ask", of: peach)?["step"] == "pause")
      peach.send("skip")
      #expect(try await next("written", of: peach)?["path"] == home.settings.path)
      #expect(await peach.finish().status == 0)
      #expect(
        try String(contentsOf: home.settings, encoding: .utf8) == """
          # mine
          referencePitch = 442 # Wien
          slider = "relative:17:binaryOffset"
          commitButtons = ["note:40"]
          midiChannel = 3

          """)
      await server.stop()
    }

    @Test("learn that is quit writes nothing")
    func quit() async throws {
      let server = MemoryTests.server()
      let keyboard = try #require(MIDIKeyboard("keys", server: MemoryTests.serverName))
      let peach = try start("learn", "--json", "--connect-midi", "keys")
      _ = try await next("ask", of: peach)
      keyboard.send((20...40).reversed().map { [0xB0, 1, $0] } + (21...30).map { [0xB0, 1, $0] })
      #expect(try await next("guess", of: peach)?["value"] == "cc:1")
      peach.send("accept")
      _ = try await next("ask", of: peach)
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      #expect(!FileManager.default.fileExists(atPath: home.settings.path))
      await server.stop()
    }

    @Test("a source is connected when it comes, again when it comes back under another number")
    func reappearing() async throws {
      let server = MemoryTests.server()
      let peach = try start("monitor", "--json", "--connect-midi", "a2j:Arturia [9] (capture)*")
      #expect(try await notice("noMidiSource", of: peach) != nil)
      for number in [20, 24] {
        let keyboard = try #require(
          MIDIKeyboard(
            "a2j", port: "Arturia [\(number)] (capture): Arturia MIDI 1",
            server: MemoryTests.serverName))
        let connected = try await notice("midiConnected", of: peach)
        #expect(connected?["source"] == "a2j:Arturia [\(number)] (capture): Arturia MIDI 1")
        // On a busy machine the first ones may come before the connection carries anything.
        for _ in 0..<20 { keyboard.send([[0x90, UInt8(number), 1]]) }
        var bytes: [Int] = []
        while bytes != [0x90, number, 1] {
          bytes = try #require(try await next("midi", of: peach))["bytes"] ?? []
        }
        // It goes before the next one comes.
        withExtendedLifetime(keyboard) {}
      }
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("compare connects sources, too, and says so")
    func compare() async throws {
      let server = MemoryTests.server()
      let keyboard = try #require(MIDIKeyboard("keys", server: MemoryTests.serverName))
      let peach = try PeachRun(
        ["compare", "--json", "--connect-midi", "keys"], home: home,
        server: MemoryTests.serverName)
      #expect(try await notice("midiConnected", of: peach)?["source"] == "keys:out")
      let patchbay = try Patchbay()
      #expect(patchbay.peers(of: "keys:out") == ["peach:midi_in"])
      peach.send("q")
      #expect(await peach.finish().status == 0)
      withExtendedLifetime(keyboard) {}
      await server.stop()
    }
  }
}
