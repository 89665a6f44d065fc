import ArgumentParser
import Foundation
import Music
import Sound
import SoundFonts

struct IntonationCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "intonation",
    abstract: "How far the notes of SoundFonts are off, as they are and corrected.",
    discussion: """
      Every key from 36 to 96 is rendered through Peach's own engine, with corrections and without, and \
      measured by two methods. For example:

        peach-bench intonation --font /usr/share/sounds/sf2/TimGM6mb.sf2 --preset 0:0,0:40,0:42
      """)

  @Option(
    help: ArgumentHelp("A SoundFont; may be given several times.", valueName: "file"),
    completion: .file())
  var font: [String] = []
  @Option(
    help: ArgumentHelp("The presets of each font, BANK:PROGRAM between commas.", valueName: "list"))
  var preset = "0:0,0:40,0:42,0:73,0:71"
  @OptionGroup var tries: TriesOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard !font.isEmpty else { throw ValidationError("--font is needed, once or more.") }
    for text in preset.split(separator: ",") where SoundSourceID("sf2:\(text)") == nil {
      throw ValidationError("\(text) is no BANK:PROGRAM.")
    }
  }

  func measure(into writer: ReportWriter) async throws {
    let fonts = font.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    let library = try SoundFontLibrary(
      SoundFontSearch(places: fonts.map { SoundFontPlace(.option, $0) }))
    let sources = fonts.flatMap { font in
      preset.split(separator: ",").compactMap {
        SoundSourceID("\(font):\($0)")
      }
    }
    writer.write(
      try await IntonationBenchmark(sources: sources, library: library, tries: tries.tries).run())
  }
}
