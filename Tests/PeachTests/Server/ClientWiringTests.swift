import Foundation
import Intonation
import SoundFonts
import TestSupport
import Testing

@testable import Client
@testable import PeachApp
@testable import Sound

extension MemoryTests {
  /// What becomes of connections that are made while the stage makes its own.
  @Suite("Wiring a stage")
  @MainActor
  struct ClientWiringTests {
    @Test("what the engine connects by itself meanwhile is part of the outcome")
    func meanwhile() async throws {
      let server = MemoryTests.server()
      let home = try Home()
      let stage = try await PlayerClient.open(
        name: "peach-wiring", isExact: false, server: MemoryTests.serverName,
        library: SoundFontLibrary(), settings: MockUserSettings(),
        tables: IntonationCache(folder: home.directory.path))
      // What asks the server waits for this, so that the wiring is still under way.
      let meanwhile = DispatchSemaphore(value: 0)
      JackRequests.begin { meanwhile.wait() }
      defer { meanwhile.signal() }
      let wiring = Task {
        await stage.connect(
          outputs: PortRule(.outputs, .nothing), sources: [MIDISourcePattern("keys")])
      }
      try await wait(for: "its beginning") { stage.engine.onNews != nil }
      let output = JackConnections.Connection(port: "out_1", peer: "desk:in")
      let former = JackConnections.Connection(port: "out_2", peer: "desk:in")
      stage.engine.onNews?(.connected(.source("keys:out")))
      stage.engine.onNews?(.connected(.outputs([output])))
      stage.engine.onNews?(.connected(.restored(former)))
      meanwhile.signal()
      let outcome = await wiring.value
      #expect(outcome.sources == ["keys:out"])
      #expect(outcome.outputs == [output])
      #expect(outcome.restored == [former])
      #expect(!stage.engine.hasSource)
      await stage.closing().value
      await server.stop()
    }
  }
}
