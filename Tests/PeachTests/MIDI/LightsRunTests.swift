import Foundation
import Sound
import TestSupport
import Testing

extension MemoryTests {
  @Suite("Lights of a controller", .serialized, .libjack)
  @MainActor
  struct LightsRunTests {
    private let home: Home

    init() throws { home = try Home() }

    /// A controller with lights: what it was told.
    @MainActor
    private final class Lamps {
      private(set) var messages: [[UInt8]] = []
      private let listener: MIDIListener

      init() async throws {
        listener = try await MIDIListener.open(name: "lamps", server: MemoryTests.serverName)
        listener.onEvents = { [weak self] events, _ in self?.messages += events.map(\.bytes) }
        try await listener.activate()
      }

      /// The keys whose light is on.
      var lit: [UInt8] {
        var values: [UInt8: UInt8] = [:]
        for message in messages where message.count == 3 && message[0] == 0x90 {
          values[message[1]] = message[2]
        }
        return values.filter { $0.value > 0 }.keys.sorted()
      }

      func close() async { await listener.close() }
    }

    @Test("a training lights up what is waited for, what was right or wrong, and a pause")
    func training() async throws {
      let server = MemoryTests.server()
      let lamps = try await Lamps()
      let peach = try PeachRun(
        [
          "compare", "--json", "--connect-midi-output", "lamps", "--controller-preset", "program:7",
          "--lights", "waiting:note:1,right:note:2,wrong:note:3,paused:note:4",
        ], home: home, server: MemoryTests.serverName)
      _ = try await peach.event { $0.state == "playingNote2" }
      try await wait(for: "the preset") { lamps.messages.contains([0xC0, 7]) }
      try await wait(for: "the light that waits") { lamps.lit == [1] }
      peach.send("higher")
      let result = try await peach.event { $0.event == "result" }
      let isCorrect = try #require(result?["isCorrect"] as Bool?)
      try await wait(for: "the verdict") {
        lamps.messages.contains([0x90, isCorrect ? 2 : 3, 127])
      }
      peach.send("pause")
      _ = try await peach.event { $0.state == "paused" }
      try await wait(for: "the pause") { lamps.lit == [4] }
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      #expect(!lamps.messages.contains([0x90, isCorrect ? 3 : 2, 127]))
      try await wait(for: "darkness after the end") { lamps.lit.isEmpty }
      await lamps.close()
      await server.stop()
    }

    @Test("that no controller matches is said, and the one that comes later")
    func missing() async throws {
      let server = MemoryTests.server()
      let peach = try PeachRun(
        ["compare", "--json", "--connect-midi-output", "lamps,LPD8"], home: home,
        server: MemoryTests.serverName)
      let missing = try await peach.event { $0["code"] == "noMidiInput" }
      #expect(missing?["pattern"] == "lamps, LPD8")
      let lamps = try await Lamps()
      let connected = try await peach.event { $0["code"] == "midiOutputConnected" }
      #expect(connected?["input"] == "lamps:midi_in")
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      await lamps.close()
      await server.stop()
    }

    @Test("a map that is learnt by its name is saved, with where its lights are, and counts")
    func map() async throws {
      try home.write("# mine\nslider = \"cc:5\"\nlights = []\n", to: home.settings)
      let peach = try PeachRun(
        [
          "midi", "learn", "--map", "korg-nanokontrol2", "--connect-midi", "nanoKONTROL2", "--json",
        ], home: home)
      #expect(try await peach.event { $0.event == "written" } != nil)
      let removed = try await peach.event { $0["code"] == "controlsRemoved" }
      #expect((removed?["settings"] as [String: Any]?)?["slider"] as? String == "cc:5")
      let overriding = try await peach.event { $0["code"] == "mapOverridden" }
      #expect(overriding?["settings"] == ["lights"])
      #expect(await peach.finish().status == 0)
      let text = try String(contentsOf: home.settings, encoding: .utf8)
      #expect(
        text == """
          # mine
          lights = []
          controller = "korg-nanokontrol2"
          connectMidiOutput = ["nanoKONTROL2"]

          """)
      let unknown = try PeachRun(["midi", "learn", "--map", "none-such"], home: home)
      let (status, errors) = await unknown.finish()
      #expect(status == 78 && errors.contains("korg-nanokontrol2"))
      #expect(try String(contentsOf: home.settings, encoding: .utf8) == text)
    }
  }
}
