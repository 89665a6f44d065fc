import ArgumentParser
import Foundation

struct MapCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "How well the notes of free playing are found and measured.",
    discussion: """
      Scales, arpeggios and a melody on synthetic instruments and those of SoundFonts, legato and detached, each note \
      of a key with the same bias: plain, in noise, with vibrato, and in a room. For example:

        peach-bench map --font /usr/share/sounds/sf2/TimGM6mb.sf2 --keep /tmp/map
        python3 Benchmarks/praat.py /tmp/map
      """)

  @Option(help: "A SoundFont; may be given several times.", completion: .file())
  var font: [String] = []
  @Option(help: "How many performances are played.", transform: wholeNumber)
  var performances = 200
  @Option(help: "Other performances than those of 0.") var seed: UInt64 = 0
  @Option(help: "How much the notes of a key vary, as a standard deviation in cents.")
  var spread = 0.0
  @Option(help: "Keep the sound and the notes in this folder.", completion: .directory)
  var keep: String?
  @OptionGroup var options: BenchOptions

  func measure(into writer: ReportWriter) async throws {
    let benchmark = MapBenchmark(
      fonts: font, performances: performances, seed: seed,
      spread: spread, folder: keep.map { URL(fileURLWithPath: $0) })
    for report in try benchmark.run() { writer.write(report) }
  }
}
