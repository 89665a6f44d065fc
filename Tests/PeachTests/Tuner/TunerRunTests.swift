import Foundation
import TestSupport
import Testing

extension MemoryTests {
  /// `peach tuner` on a server, with another client as the instrument.
  @Suite("The tuner on a server", .serialized, .libjack)
  @MainActor
  struct TunerRunTests {
    private let home: Home

    init() throws { home = try Home() }

    private func start(_ arguments: String...) throws -> PeachRun {
      try PeachRun(["tuner"] + arguments, home: home, server: MemoryTests.serverName)
    }

    @Test("a sine seven cents sharp of A4 reads 7.0, and a drone comes and goes")
    func json() async throws {
      let server = MemoryTests.server(period: 1024, speed: 5)
      let violin = try #require(TonePlayer("violin", server: MemoryTests.serverName))
      violin.play(440 * exp2(7 / 1200.0))
      let peach = try start("--json", "--connect-input", "violin", "--no-connect")
      // Before it is ready, or soon after.
      peach.send("drone A3")
      var (drone, input): (Event?, Event?)
      _ = try await peach.event { event in
        if event.event == "drone" { drone = event }
        if event.event == "input", event["peers"] == ["violin:out"] { input = event }
        return drone != nil && input != nil
      }
      #expect(drone?["note"] == 57 && input?["port"] == "peach:in_1")
      peach.send("drone off")
      for _ in 0..<3 {
        let reading = try await peach.event { ($0["note"] as Int?) == 69 && $0.event == "tuner" }
        let cents: Double = try #require(reading?["cents"])
        let uncertainty: Double = try #require(reading?["uncertainty"])
        #expect(abs(cents - 7) <= 0.1 && uncertainty <= 0.1 && reading?["name"] == "A4")
      }
      peach.send("drone D3")
      #expect(try await peach.event { ($0["note"] as Int?) == 50 && $0.event == "drone" } != nil)
      peach.send("drone off")
      #expect(try await peach.event { $0.event == "drone" } != nil)
      peach.send("nonsense")
      #expect(try await peach.event { $0["code"] == "unknownCommand" } != nil)
      peach.send("quit")
      #expect(try await peach.event { $0.event == "stopped" }?["reason"] == "quit")
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("from a pipe it writes a line for each note that is held, and ends with its input")
    func lines() async throws {
      let server = MemoryTests.server(period: 1024, speed: 5)
      let violin = try #require(TonePlayer("violin", server: MemoryTests.serverName))
      violin.play(440 * exp2(7 / 1200.0))
      let peach = try start("--connect-input", "violin:out", "--no-connect")
      #expect(await peach.nextLine()?.contains("peach:in_1") == true)
      var line = await peach.nextLine()
      while let text = line, !text.hasPrefix("A4") { line = await peach.nextLine() }
      #expect(line == "A4: 7.0 cents sharp, to within 0.1")
      violin.play(294.5)
      while let text = line, !text.hasPrefix("D4") { line = await peach.nextLine() }
      #expect(line == "D4: 4.9 cents sharp, to within 0.1")
      peach.endInput()
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("no input, a dead input and one that is too loud are said with what to do")
    func advice() async throws {
      let server = MemoryTests.server(period: 256, speed: 5)
      let peach = try start("--json", "--connect-input", "violin", "--no-connect")
      let none = try await peach.event { $0["code"] == "noInput" }
      #expect(none?["pattern"] == "violin")
      var violin = TonePlayer("violin", server: MemoryTests.serverName)
      let silent = try await peach.event { $0["code"] == "noSignal" }
      #expect(silent?["sources"] == ["violin:out"])
      violin?.play(440, amplitude: 3)
      #expect(try await peach.event { $0["code"] == "clipping" } != nil)
      violin = nil
      #expect(try await peach.event { $0["code"] == "inputDisconnected" } != nil)
      peach.signal(SIGTERM)
      #expect(await peach.finish().status == 143)
      await server.stop()
    }

    @Test("without a server it ends as other commands do")
    func noServer() async throws {
      let alone = try PeachRun(["tuner", "--json"], home: home)
      let missing = try await alone.event { $0.event == "error" }
      #expect(missing?["code"] == "noJackServer")
      #expect(await alone.finish().status == 69)
    }

    @Test(
      "a server that goes is waited for; then the input is connected again, and the drone sounds")
    func server() async throws {
      var server = MemoryTests.server()
      let peach = try start("--json", "--no-connect")
      #expect(try await peach.event { $0.event == "ready" } != nil)
      _ = try await peach.event { $0.event == "input" && $0["peers"] == ["system:capture_1"] }
      peach.send("drone D3")
      #expect(try await peach.event { $0.event == "drone" }?["note"] == 50)
      // Nobody hears it.
      #expect(try await peach.event { $0["code"] == "droneUnheard" } != nil)
      await server.crash()
      #expect(try await peach.event { $0.event == "error" }?["code"] == "jackServerGone")
      server = MemoryTests.server()
      #expect(try await peach.event { $0.event == "ready" } != nil)
      var (isConnected, sounds) = (false, false)
      _ = try await peach.event { event in
        if event.event == "input" { isConnected = event["peers"] == ["system:capture_1"] }
        if event.event == "drone" { sounds = event["note"] == 50 }
        return isConnected && sounds
      }
      #expect(isConnected && sounds)
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("a drone that is asked for without a server is announced, and sounds with the next one")
    func awaitedDrone() async throws {
      var server = MemoryTests.server()
      let peach = try start("--json", "--no-connect")
      #expect(try await peach.event { $0.event == "ready" } != nil)
      await server.crash()
      #expect(try await peach.event { $0.event == "error" }?["code"] == "jackServerGone")
      peach.send("drone A3")
      #expect(try await peach.event { $0["code"] == "droneAwaited" }?["note"] == 57)
      server = MemoryTests.server()
      #expect(try await peach.event { $0.event == "drone" }?["note"] == 57)
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("after a short freewheel the tuner hears again, and its drone can be switched off")
    func freewheel() async throws {
      let server = MemoryTests.server(period: 1024, speed: 5)
      let violin = try #require(TonePlayer("violin", server: MemoryTests.serverName))
      violin.play(440 * exp2(7 / 1200.0))
      let peach = try start("--json", "--connect-input", "violin", "--no-connect")
      #expect(try await peach.event { ($0["note"] as Int?) == 69 && $0.event == "tuner" } != nil)
      peach.send("drone D3")
      #expect(try await peach.event { $0.event == "drone" }?["note"] == 50)
      for _ in 0..<2 {
        #expect(server.setFreewheel(true))
        #expect(try await peach.event { $0.event == "error" }?["code"] == "freewheeling")
        #expect(server.setFreewheel(false))
        var (hears, sounds) = (false, false)
        _ = try await peach.event { event in
          if event.event == "tuner" { hears = (event["note"] as Int?) == 69 }
          if event.event == "drone" { sounds = event["note"] == 50 }
          return hears && sounds
        }
        #expect(hears && sounds)
      }
      peach.send("drone off")
      #expect(try await peach.event { $0.event == "drone" } != nil)
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("a server that hangs while the tuner opens keeps nobody waiting")
    func hung() async throws {
      let server = MemoryTests.server()
      server.hang(true)
      let patient = try start("--json")
      #expect(try await patient.event { $0.event == "error" }?["code"] == "jackServerSilent")
      #expect(await patient.finish().status == 69)
      let impatient = try start("--json")
      impatient.send("quit")
      #expect(try await impatient.event { $0.event == "stopped" }?["reason"] == "quit")
      #expect(await impatient.finish().status == 0)
      server.hang(false)
      await server.stop()
    }

    @Test("with keepInput, the port is there while nothing listens")
    func kept() async throws {
      let server = MemoryTests.server()
      let peach = try PeachRun(
        ["compare", "--json", "--keep-input", "true", "--no-connect"], home: home,
        server: MemoryTests.serverName)
      _ = try await peach.event { $0.event == "ready" }
      let patchbay = try Patchbay()
      #expect(patchbay.peers(of: "peach:in_1") == ["system:capture_1"])
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      await server.stop()
    }
  }
}
