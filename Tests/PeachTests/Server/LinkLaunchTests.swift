import ArgumentParser
import MemoryJack
import SoundFonts
import TestSupport
import Testing

@testable import Client
@testable import PeachApp
@testable import Program
@testable import Sound

extension MemoryTests {
  /// The first client of a run, asked for by several at once.
  @Suite("Launches of a link")
  @MainActor
  struct LinkLaunchTests {
    private final class SilentMode: LinkView {
      func showNotice(_: Notice) {}
      func showFault(_: Fault) {}
    }

    @Test("two launches at once end alike, and a later one tries anew")
    func twoAtOnce() async throws {
      let server = "peachnone"
      MemoryServer.declareAbsent(server)
      var locks = 0
      let link = ServerLink(
        global: try GlobalOptions.parse(["--server", server]), settings: MockUserSettings(),
        library: try SoundFontLibrary(), outputs: { .nothing }, view: SilentMode(),
        clock: ManualClock(),
        lockMemory: {
          locks += 1
          return .refused(bytes: 0)
        })
      var faults: [Fault?] = []
      func launch() async {
        do throws(Fault) {
          try await link.launch()
          faults.append(nil)
        } catch {
          faults.append(error)
        }
      }
      let launches = [Task { await launch() }, Task { await launch() }]
      try await wait(for: "the end of both") { faults.count == 2 }
      for launch in launches { await launch.value }
      #expect(faults == [.noServer(name: server), .noServer(name: server)])
      #expect(locks == 1 && link.isClosed)
      await launch()
      #expect(faults.count == 3 && locks == 2)
    }

    @Test("who waits for a launch waits no longer when the link is closed")
    func closedMeanwhile() async throws {
      MemoryServer.declareAbsent("peachnone")
      var closing: (() -> Void)?
      let link = ServerLink(
        global: try GlobalOptions.parse(["--server", "peachnone"]), settings: MockUserSettings(),
        library: try SoundFontLibrary(), outputs: { .nothing }, view: SilentMode(),
        clock: ManualClock(),
        lockMemory: {
          // The opening has begun by then, and nobody has heard what came of it.
          closing?()
          return .refused(bytes: 0)
        })
      closing = { _ = link.close() }
      try await link.launch()
      #expect(link.isClosed && link.client == nil)
      closing = nil
    }
  }
}
