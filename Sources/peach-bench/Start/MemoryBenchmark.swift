import ArgumentParser
import Foundation
import Sound
import SoundFonts

struct MemoryCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory", abstract: "What Peach holds in memory, on a JACK server.")

  @OptionGroup var program: ProgramOptions
  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    writer.write(
      try MemoryBenchmark(program: program.program(), server: jack.server).run(in: workshop))
  }
}

/// The resident memory of Peach.
struct MemoryBenchmark {
  private static let longHistory = 1_000_000

  let program: URL
  let server: String?

  func run(in workshop: Workshop) throws -> Report {
    var report = Report(
      key: "memory", title: "Memory: the resident set",
      columns: [
        ReportColumn(key: "what", heading: "what"),
        ReportColumn(key: "mebibytes", heading: "MiB"),
        ReportColumn(key: "sharedMebibytes", heading: "the server's MiB"),
      ])
    func add(_ name: String, own: Int, shared: Int?) {
      func mebibytes(_ kibibytes: Int) -> ReportValue {
        .number(Double(kibibytes) / 1024, decimals: 1)
      }
      report.rows.append([.text(name), mebibytes(own), shared.map(mebibytes) ?? .nothing])
    }
    let banks = try sizesOfBanks()
    add("the first bank of voices, font included", own: banks.first, shared: nil)
    add("each further bank of the same font", own: banks.further, shared: nil)
    let empty = try workshop.home(records: 0)
    let large = try workshop.programWithLargeFont(program)
    let long = try workshop.home(records: Self.longHistory)
    for (name, program, home) in [
      ("ready, no history", program, empty), ("ready, 1 000 000 records", program, long),
      ("ready, 140 MB font", large, empty),
    ] {
      let size = try sizeWhenReady(program, home: home)
      add(name, own: size.total - size.shared, shared: size.shared)
    }
    report.notes = ["The server's: its shared memory, which each of its clients maps."]
    return report
  }

  private func sizeWhenReady(_ program: URL, home: URL) throws -> ResidentSet {
    let run = PeachRun(program, ["compare", "--json"], home: home, server: server)
    try run.start()
    try run.waitUntilReady()
    let size = try run.residentSet()
    try run.finish()
    return size
  }

  /// In kibibytes.
  private func sizesOfBanks() throws -> (first: Int, further: Int) {
    let library = try SoundFontLibrary()
    let further = 8
    var players: [SoundFontNotePlayer] = []
    func load(_ count: Int) throws -> Int {
      let before = try ResidentSet().total
      for _ in 0..<count {
        players.append(
          try SoundFontNotePlayer(
            sink: OfflineEngine(), library: library, settings: BenchSettings()))
      }
      return try ResidentSet().total - before
    }
    return (try load(1), try load(further) / further)
  }
}
