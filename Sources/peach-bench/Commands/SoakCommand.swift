import ArgumentParser

/// Everything that the callback can be asked for, for as long as one likes.
struct SoakCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "Plays at random all that there is while a controller sends whatever it likes.",
    discussion: """
      Notes, overlaps, glides, stops, changes of sound and of the period, knob and wheel, and bytes \
      that are no MIDI. It fails where the callback loses an event or a note. In a build with \
      RealtimeSanitizer it shows what the callback must not do.
      """)

  @Option(help: ArgumentHelp("How long.", valueName: "seconds"))
  var seconds = 60.0

  @Option(help: ArgumentHelp("The same number, the same choices.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (0.5...86_400).contains(seconds) else {
      throw ValidationError("--seconds takes 0.5 to 86400, not \(seconds).")
    }
  }

  func measure(into writer: ReportWriter) async throws {
    let soak = SoakBenchmark(server: jack.server, seconds: seconds, seed: seed)
    // Its closures hold it weakly.
    defer { withExtendedLifetime(soak) {} }
    writer.write(try await soak.run())
  }
}
