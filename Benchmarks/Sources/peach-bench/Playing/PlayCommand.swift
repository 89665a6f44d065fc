import ArgumentParser
import Foundation

struct PlayCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "How well played and sung notes are judged: tones, noise, mishaps, waits.",
    discussion: """
      Everything is made in this process, the same in every run with the same --seed.

      With --live the way is closed: programs peach train on a server of the benchmark's own, each asks for notes \
      of its own choice, and another client plays them into their inputs, in real time. That takes some ten minutes \
      with fewer tones and examples, unless they are given. Then it says what the input costs a process callback, \
      and the thread that reads it.
      """)

  @Option(
    help: "How many tones each set has; else 200, and 24 with --live.", transform: wholeNumber)
  var tones: Int?
  @Option(
    help: "How many examples of each mishap are played; else 24, and 4 with --live.",
    transform: wholeNumber)
  var examples: Int?
  @Option(help: "Other tones and examples than those of 0.") var seed: UInt64 = 0
  @Option(help: "Which part alone: \(Part.names); may be given several times.")
  var only: [Part] = []
  @Flag(help: "Play to the program, on a JACK server of the benchmark's own.") var live = false
  @Option(help: "How many programs are played to at once, with --live.", transform: wholeNumber)
  var programs = 6
  @OptionGroup var options: BenchOptions

  /// What is measured.
  enum Part: String, ExpressibleByArgument, CaseIterable {
    case tones, mishaps, unisons, clipping, waits, cost

    /// With --live; the costs are others.
    static let ofLive = [Self.tones, .mishaps, .cost]

    static let names = allCases.map(\.rawValue).joined(separator: ", ")
  }

  func measure(into writer: ReportWriter) async throws {
    let parts = (live ? Part.ofLive : Part.allCases).filter { only.isEmpty || only.contains($0) }
    guard live else { return try await measure(parts, OfflinePlayer(), into: writer) }
    if parts != [.cost] {
      let workshop = try Workshop()
      defer { workshop.remove() }
      let player = try await LivePlayer(
        program: options.program(), count: programs, folder: workshop.directory)
      defer { player.close() }
      try await measure(parts.filter { $0 != .cost }, player, into: writer)
    }
    if parts.contains(.cost) { writer.write(try await InputCost().run()) }
  }

  @MainActor private func measure(
    _ parts: [Part], _ player: any TaskPlayer, into writer: ReportWriter
  ) async throws {
    let benchmark = PlayBenchmark(
      tones: tones ?? (live ? 24 : 200), examples: examples ?? (live ? 4 : 24), series: seed,
      player: player)
    for part in parts {
      switch part {
      case .tones: writer.write(try await benchmark.tonesReport())
      case .mishaps: writer.write(try await benchmark.mishaps())
      case .unisons: writer.write(try await benchmark.unisons())
      case .clipping: writer.write(try await benchmark.clipping())
      case .waits: writer.write(try benchmark.waits())
      case .cost: writer.write(PlayBenchmark.cost())
      }
    }
  }
}
