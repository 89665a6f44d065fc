import ArgumentParser
import Foundation

struct PlayCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "How well played and sung notes are judged: tones, noise, mishaps, waits.",
    discussion: """
      Everything is made in this process, the same in every run with the same --seed.

      With --live the way is closed: peach trains on a server of the benchmark's own and asks for notes of its own \
      choice, and another client plays them into its input, in real time. That takes some fifteen minutes with fewer \
      tones and examples, unless they are given. Then it says what the input costs a process callback, and the thread \
      that reads it.
      """)

  @Option(
    help: "How many tones each set has; else 200, and 8 with --live.", transform: wholeNumber)
  var tones: Int?
  @Option(
    help: "How many examples of each mishap are played; else 24, and 2 with --live.",
    transform: wholeNumber)
  var examples: Int?
  @Option(help: "Other tones and examples than those of 0.") var seed: UInt64 = 0
  @Option(help: "Which part alone: \(Part.names); may be given several times.")
  var only: [Part] = []
  @Flag(help: "Play to the program, on a JACK server of the benchmark's own.") var live = false
  @OptionGroup var options: BenchOptions

  /// What is measured: without or with --live.
  enum Part: String, ExpressibleByArgument, CaseIterable {
    case tones, mishaps, unisons, waits, cost

    static let offline = [Self.tones, .mishaps, .unisons, .waits]
    static let live = [Self.tones, .mishaps, .cost]
    static let names = allCases.map(\.rawValue).joined(separator: ", ")
  }

  func measure(into writer: ReportWriter) async throws {
    let parts = (live ? Part.live : Part.offline).filter { only.isEmpty || only.contains($0) }
    if parts.isEmpty { throw ValidationError("there is no such part with or without --live.") }
    if parts != [.cost] {
      let workshop = try Workshop()
      defer { workshop.remove() }
      let player: any TaskPlayer =
        live
        ? try await LivePlayer(program: options.program(), folder: workshop.directory)
        : OfflinePlayer()
      defer { player.close() }
      let benchmark = PlayBenchmark(
        tones: tones ?? (live ? 8 : 200), examples: examples ?? (live ? 2 : 24), series: seed,
        player: player)
      for part in parts where part != .cost {
        writer.write(try await benchmark.report(on: part))
      }
    }
    if parts.contains(.cost) { writer.write(try await InputCost().run()) }
  }
}
