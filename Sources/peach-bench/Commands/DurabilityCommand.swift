import ArgumentParser
import Foundation

struct DurabilityCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "durability",
    abstract: "Whether kills and power cuts lose results, and what a safe save costs.")

  @Option(help: ArgumentHelp("How many processes are killed.", valueName: "number"))
  var kills = 1000

  @Option(help: ArgumentHelp("How often the power is cut.", valueName: "number"))
  var cuts = 200

  @Option(help: ArgumentHelp("Which random moments.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var output: OutputOptions

  func validate() throws {
    for (name, number) in [("kills", kills), ("cuts", cuts)] where number < 1 {
      throw ValidationError("--\(name) takes a whole number from 1 up, not \(number).")
    }
  }

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let benchmark = DurabilityBenchmark(
      kills: kills, cuts: cuts, seed: seed,
      program: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(),
      directory: workshop.directory)
    writer.write(try benchmark.losses())
    writer.write(try benchmark.costs())
  }
}
