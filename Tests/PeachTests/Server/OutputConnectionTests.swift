import Foundation
import TestSupport
import Testing

@testable import PeachApp

extension MemoryTests {
  /// With what Peach connects its outputs, as another client sees it.
  @Suite("Outputs on a server")
  @MainActor
  struct OutputConnectionTests {
    private let home: Home
    private let stereo = ["out_1>system:playback_1", "out_2>system:playback_2"]

    init() throws { home = try Home() }

    private func start(
      _ arguments: [String], environment: [String: String] = [:]
    ) throws -> PeachRun {
      try PeachRun(
        arguments + ["--json"], home: home, server: MemoryTests.serverName,
        environment: environment)
    }

    /// The connections of Peach's outputs.
    private func connections() throws -> [String] {
      let patchbay = try Patchbay()
      return ["out_1", "out_2"].flatMap { port in
        patchbay.peers(of: "peach:\(port)").map { "\(port)>\($0)" }
      }
    }

    /// Starts a training, waits for what it has to say of its outputs and ends it.
    ///
    /// - Parameter code: the notice that is to come; without one it is waited for the first answer, so
    ///   that none could be still on its way.
    /// - Returns: the connections meanwhile and the notice of them.
    private func wiring(
      _ arguments: String..., environment: [String: String] = [:], expecting code: String? = nil
    ) async throws -> (connections: [String], notice: Event?) {
      let peach = try start(
        ["compare", "--note-duration", "0.5"] + arguments, environment: environment)
      var notice: Event?
      _ = try await peach.event {
        if ["connected", "noOutput"].contains($0["code"] ?? "") { notice = $0 }
        return code == nil ? $0.state == "awaitingAnswer" : $0["code"] == code
      }
      let found = try connections()
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      return (found, notice)
    }

    @Test("by default with the first two outputs of the machine, which a notice tells")
    func physical() async throws {
      let server = MemoryTests.server()
      let (found, notice) = try await wiring(expecting: "connected")
      #expect(found == stereo)
      #expect(notice?["ports"] == ["out_1", "out_2"])
      #expect(notice?["peers"] == ["system:playback_1", "system:playback_2"])
      await server.stop()
    }

    @Test("what sends MIDI is connected to nothing by itself: the user's gear hears nothing of it")
    func silentForGear() async throws {
      let server = MemoryTests.server()
      let peach = try start(["match"])
      _ = try await peach.event { $0.event == "trial" }
      let patchbay = try Patchbay()
      let names = patchbay.ports("^peach:")
      #expect(
        Set(names) == ["peach:out_1", "peach:out_2", "peach:midi_in", "peach:midi_out"])
      for name in names {
        #expect(patchbay.isInput(name) == (name == "peach:midi_in"), "\(name)")
        #expect(patchbay.isMIDI(name) == name.contains(":midi_"), "\(name)")
      }
      #expect(patchbay.peers(of: "peach:midi_out").isEmpty)
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("a machine with one output gets one of both, one without any none, and both sound")
    func monoAndNone() async throws {
      var server = MemoryTests.server(outputs: 1)
      #expect(
        try await wiring(expecting: "connected").connections == ["out_1>system:playback_1"])
      await server.stop()
      server = MemoryTests.server(outputs: 0)
      let (found, notice) = try await wiring(expecting: "noOutput")
      #expect(found.isEmpty)
      #expect(notice?["code"] == "noOutput")
      await server.stop()
    }

    @Test("with nothing where the option, the setting or a session manager says so")
    func nothing() async throws {
      let server = MemoryTests.server()
      let managed = [["NSM_URL": "osc.udp://host:1/"], ["LADISH_APP_NAME": "peach"]]
      for environment in managed {
        let (found, notice) = try await wiring(environment: environment)
        #expect(found.isEmpty && notice == nil)
        #expect(
          try await wiring("--connect", "physical", environment: environment).connections == stereo)
      }
      #expect(try await wiring("--no-connect").connections.isEmpty)
      try home.write("connect = 'off'\n", to: home.settings)
      let (found, notice) = try await wiring()
      #expect(found.isEmpty && notice == nil)
      #expect(
        try await wiring("--connect", "playback_2$").connections == ["out_1>system:playback_2"])
      await server.stop()
    }

    @Test("sounds play and the start screen's way to hear a setting connect by the same rule")
    func everyClient() async throws {
      let server = MemoryTests.server()
      for (arguments, expected) in [([], stereo), (["--no-connect"], [])] {
        let peach = try start(["sounds", "play", "sine"] + arguments)
        _ = try await peach.event { $0.event == "note" }
        #expect(try connections() == expected)
        peach.send("q")
        #expect(await peach.finish().status == 0)
      }
      await server.stop()
    }

    @Test("what the user disconnects stays so, over a server that is killed, too")
    func disconnectedByHand() async throws {
      // Whether a port goes after its connections takes a moment of real time to tell.
      let first = MemoryTests.server(speed: 4)
      let peach = try start(["compare", "--note-duration", "3"])
      // By then Peach has seen what it has connected: what goes before that is asked for once more.
      _ = try await peach.event { $0.state == "playingNote2" }
      #expect(first.disconnect("peach:out_1", "system:playback_1"))
      // That Peach has seen it, and has waited whether the port goes.
      _ = try await peach.event { $0.state == "awaitingAnswer" }
      #expect(try connections() == [stereo[1]])
      await first.crash()
      _ = try await peach.event { $0.event == "stopped" }
      let second = MemoryTests.server()
      _ = try await peach.event { $0["code"] == "waitingForStart" }
      #expect(try connections() == [stereo[1]])
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      await second.stop()
    }

    @Test("two wishes at once, no expression, and names that JACK does not take are refused")
    func refused() async throws {
      for (arguments, status) in [
        (["--connect", "physical", "--no-connect"], Int32(64)), (["--connect", "["], 78),
        (["--connect", ""], 78), (["--client-name", "a:b"], 64), (["--client-name", ""], 64),
        (["--client-name", String(repeating: "x", count: 64)], 64),
      ] {
        let peach = try start(["compare"] + arguments)
        let (code, errors) = await peach.finish()
        #expect(code == status)
        #expect(errors.contains(arguments[0]) || errors.contains("connect = "))
      }
    }

    @Test("an exact name that is taken is an error, also for MIDI")
    func exactName() async throws {
      let server = MemoryTests.server()
      let first = try start(["compare", "--exact-name"])
      let ready = try await first.event { $0.event == "ready" }
      #expect(ready?["client"] == "peach")
      for command in [["compare"], ["sounds", "play"], ["midi", "monitor"]] {
        let second = try start(command + ["--exact-name"])
        let (code, errors) = await second.finish()
        #expect(code == 69)
        #expect(errors.contains("'peach'"))
      }
      first.send("quit")
      #expect(await first.finish().status == 0)
      await server.stop()
    }
  }
}
