import ArgumentParser
import Foundation

struct PlayCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "How well played and sung notes are judged: tones, noise, mishaps, instruments.",
    discussion: """
      Everything is made in this process, the same in every run. With --font the instruments of SoundFonts play \
      as well, through Peach's own engine; with --aubio the program aubiopitch hears the same tones. For example:

        peach-bench play --font /usr/share/sounds/sf2/TimGM6mb.sf2 --aubio

      With --live the way is closed: programs peach train on a server of the benchmark's own, each asks for notes \
      of its own choice, and another client plays them into their inputs, in real time, and the instruments as well. \
      That takes some ten minutes with fewer tones and examples, unless they are given. Then it says what the input \
      costs a process callback, and the thread that reads it.
      """)

  @Option(
    help: ArgumentHelp(
      "How many tones each set has, 0 for none; else 200, and 24 with --live.", valueName: "number")
  )
  var tones: Int?
  @Option(
    help: ArgumentHelp(
      "How many examples of each mishap are played, 0 for none; else 24, and 4 with --live.",
      valueName: "number"))
  var examples: Int?
  @Option(
    help: ArgumentHelp("A SoundFont; may be given several times.", valueName: "file"),
    completion: .file())
  var font: [String] = []
  @Flag(help: "Compare with aubiopitch.")
  var aubio = false
  @Flag(help: "Play to the program, on a JACK server of the benchmark's own.")
  var live = false
  @Option(
    help: ArgumentHelp("How many programs are played to at once, with --live.", valueName: "number")
  )
  var programs = 6
  @OptionGroup var program: ProgramOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let tones, tones != 0, tones < 4 {
      throw ValidationError("--tones takes 4 or more, or 0 for none.")
    }
    if let examples, examples < 0 { throw ValidationError("--examples takes 0 or more.") }
    guard (1...16).contains(programs) else {
      throw ValidationError("--programs takes 1 to 16, not \(programs).")
    }
    if live, aubio { throw ValidationError("--aubio compares without --live.") }
  }

  func measure(into writer: ReportWriter) async throws {
    if live { return try await measureLive(into: writer) }
    try await measure(OfflinePlayer(), tones: tones ?? 200, examples: examples ?? 24, into: writer)
    writer.write(PlayCost().run())
  }

  @MainActor private func measureLive(into writer: ReportWriter) async throws {
    let player = try await LivePlayer(program: program.program(), count: programs)
    do {
      try await measure(player, tones: tones ?? 24, examples: examples ?? 4, into: writer)
    } catch {
      await player.close()
      throw error
    }
    await player.close()
    writer.write(try await InputCost().run())
  }

  @MainActor private func measure(
    _ player: any TaskPlayer, tones: Int, examples: Int, into writer: ReportWriter
  ) async throws {
    let benchmark = PlayBenchmark(tones: tones, examples: examples, aubio: aubio, player: player)
    if tones > 0 { writer.write(try await benchmark.tonesReport()) }
    if examples > 0 { writer.write(try await benchmark.mishaps()) }
    if !live { writer.write(try benchmark.waits()) }
    if !font.isEmpty {
      writer.write(try await PlayedInstruments(fonts: font, player: player).run())
    }
  }
}
