import Foundation
import Sound

/// What Peach holds in memory.
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
      ])
    func add(_ name: String, kibibytes: Int) {
      report.rows.append([.text(name), .number(Double(kibibytes) / 1024, decimals: 1)])
    }
    let banks = try sizesOfBanks()
    add("the first bank of voices, font included", kibibytes: banks.first)
    add("each further bank of the same font", kibibytes: banks.further)
    let empty = try workshop.home(records: 0)
    let large = try workshop.programWithLargeFont(program)
    let long = try workshop.home(records: Self.longHistory)
    add("ready, no history", kibibytes: try sizeWhenReady(program, home: empty))
    add("ready, 1 000 000 records", kibibytes: try sizeWhenReady(program, home: long))
    add("ready, 140 MB font", kibibytes: try sizeWhenReady(large, home: empty))
    report.notes = ["Where JACK locks memory, stacks that are hardly used count as well."]
    return report
  }

  private func sizeWhenReady(_ program: URL, home: URL) throws -> Int {
    let run = PeachRun(program, ["compare", "--json"], home: home, server: server)
    try run.start()
    try run.waitUntilReady()
    let size = try run.residentKibibytes()
    try run.finish()
    return size
  }

  /// In kibibytes.
  private func sizesOfBanks() throws -> (first: Int, further: Int) {
    let library = try SoundFontLibrary()
    let further = 8
    var players: [SoundFontNotePlayer] = []
    func load(_ count: Int) throws -> Int {
      let before = try ResidentSet.kibibytes()
      for _ in 0..<count {
        players.append(
          try SoundFontNotePlayer(
            sink: OfflineEngine(), library: library, settings: BenchSettings()))
      }
      return try ResidentSet.kibibytes() - before
    }
    return (try load(1), try load(further) / further)
  }
}
