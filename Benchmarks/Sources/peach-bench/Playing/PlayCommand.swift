import ArgumentParser
import Foundation

struct PlayCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "How well played and sung notes are judged: tones, noise, mishaps, instruments.",
    discussion: """
      Everything is made in this process, the same in every run with the same --seed. With --font the \
      instruments of SoundFonts play as well, through Peach's own engine. For example:

        peach-bench play --font /usr/share/sounds/sf2/TimGM6mb.sf2

      With --live the way is closed: programs peach train on a server of the benchmark's own, each asks for notes \
      of its own choice, and another client plays them into their inputs, in real time, and the instruments as well. \
      That takes some ten minutes with fewer tones and examples, unless they are given. Then it says what the input \
      costs a process callback, and the thread that reads it.
      """)

  @Option(
    help: ArgumentHelp(
      "How many tones each set has; else 200, and 24 with --live.", valueName: "number")
  )
  var tones: Int?
  @Option(
    help: ArgumentHelp(
      "How many examples of each mishap are played; else 24, and 4 with --live.",
      valueName: "number"))
  var examples: Int?
  @Option(
    help: ArgumentHelp("Other tones and examples than those of 0.", valueName: "number"))
  var seed: UInt64 = 0
  @Option(
    help: ArgumentHelp("A SoundFont; may be given several times.", valueName: "file"),
    completion: .file())
  var font: [String] = []
  @Option(
    help: ArgumentHelp(
      "Which part alone: \(Part.names); may be given several times.", valueName: "part"))
  var only: [Part] = []
  @Flag(help: "Play to the program, on a JACK server of the benchmark's own.")
  var live = false
  @Option(
    help: ArgumentHelp("How many programs are played to at once, with --live.", valueName: "number")
  )
  var programs = 6
  @OptionGroup var program: ProgramOptions
  @OptionGroup var output: OutputOptions

  /// What is measured.
  enum Part: String, ExpressibleByArgument, CaseIterable {
    case tones, mishaps, unisons, clipping, waits, instruments, cost

    /// With --live; the costs are others.
    static let ofLive: Set = [Self.tones, .mishaps, .instruments, .cost]

    static let names = allCases.map(\.rawValue).joined(separator: ", ")
  }

  func validate() throws {
    if let tones, tones < 4 { throw ValidationError("--tones takes 4 or more.") }
    if let examples, examples < 1 { throw ValidationError("--examples takes 1 or more.") }
    guard (1...16).contains(programs) else {
      throw ValidationError("--programs takes 1 to 16, not \(programs).")
    }
    if live, only.contains(where: { !Part.ofLive.contains($0) }) {
      throw ValidationError("with --live, --only takes tones, mishaps, instruments or cost.")
    }
  }

  func measure(into writer: ReportWriter) async throws {
    if live { return try await measureLive(into: writer) }
    let player = OfflinePlayer()
    let benchmark = PlayBenchmark(
      tones: tones ?? 200, examples: examples ?? 24, series: seed, player: player)
    for part in Part.allCases where isWanted(part) {
      switch part {
      case .tones: writer.write(try await benchmark.tonesReport())
      case .mishaps: writer.write(try await benchmark.mishaps())
      case .unisons: writer.write(try benchmark.unisons())
      case .clipping: writer.write(try benchmark.clipping())
      case .waits: writer.write(try benchmark.waits())
      case .instruments:
        writer.write(try await PlayedInstruments(fonts: font, player: player).run())
      case .cost: writer.write(PlayCost().run())
      }
    }
  }

  @MainActor private func measureLive(into writer: ReportWriter) async throws {
    if [Part.tones, .mishaps, .instruments].contains(where: isWanted) {
      let player = try await LivePlayer(program: program.program(), count: programs)
      do {
        try await measure(player, into: writer)
      } catch {
        await player.close()
        throw error
      }
      await player.close()
    }
    if isWanted(.cost) { writer.write(try await InputCost().run()) }
  }

  @MainActor private func measure(_ player: LivePlayer, into writer: ReportWriter) async throws {
    let benchmark = PlayBenchmark(
      tones: tones ?? 24, examples: examples ?? 4, series: seed, player: player)
    if isWanted(.tones) { writer.write(try await benchmark.tonesReport()) }
    if isWanted(.mishaps) { writer.write(try await benchmark.mishaps()) }
    if isWanted(.instruments) {
      writer.write(try await PlayedInstruments(fonts: font, player: player).run())
    }
  }

  private func isWanted(_ part: Part) -> Bool {
    (only.isEmpty || only.contains(part)) && (part != .instruments || !font.isEmpty)
  }
}
