import Foundation

/// Plays the note that `peach play` listens for, from a client of its own. Main thread.
final class GrowthInstrument {
  private static let name = "peach-growth-player"

  /// One note, always the same: what is measured is not how well it is heard.
  static let settings = """
    referenceNote = "A3"
    intervals = ["P1"]
    connectInput = "peach-growth-player"
    discardOnXrun = false

    """
  private static let line = "note 220"

  private let generator: ToneGenerator
  private var work: Task<Void, Never>?

  init(on server: String?) async throws {
    generator = try await ToneGenerator(clientName: Self.name, server: server, wheel: .off)
  }

  func receive(_ event: PeachEvent) {
    switch (event.event, event.state) {
    case ("state", "listening"): perform(Self.line)
    case ("state", "playingReference"), ("result", _): perform("stopall")
    default: break
    }
  }

  private func perform(_ line: String) {
    work = Task { [work, generator] in
      await work?.value
      _ = await generator.handle(line)
    }
  }

  func close() async {
    await work?.value
    await generator.close()
  }
}
