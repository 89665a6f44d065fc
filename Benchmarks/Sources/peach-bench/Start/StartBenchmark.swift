import ArgumentParser
import Foundation
import SoundFonts

struct StartupCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "startup",
    abstract: "From process start to the ports and to ready, on a JACK server.",
    discussion: """
      On the server that --server or JACK_DEFAULT_SERVER names, or the default one; if none is named and none answers, on a jackd of \
      its own.
      """)

  @OptionGroup var options: BenchOptions

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let benchmark = StartBenchmark(
      program: try options.program(), server: options.server, tries: options.tries)
    for report in try await benchmark.run(in: workshop) { writer.write(report) }
  }
}

/// The time from the start of the process to its ports and to `ready`, also with a large font and a long history,
/// and that of FluidSynth's program to its ports, in alternating runs.
struct StartBenchmark {
  /// The most seconds from the start of the process to ports that can be connected.
  private static let portLimit = 0.1

  /// The clients' names, which nobody else uses.
  private static let (peachName, fluidSynthName) = ("peach-start", "fluidsynth-start")
  private static let peachOutputs = ["out_1", "out_2"].map { "\(peachName):\($0)" }
  private static let peachInput = "\(peachName):midi_in"
  private static let fluidSynthOutputs = ["left", "right"].map { "\(fluidSynthName):\($0)" }

  let program: URL
  let server: String?
  let tries: Int

  /// What is started, and how soon it is to be ready, in seconds.
  private struct Case {
    let name: String
    let program: URL
    let home: URL
    let font: String
    let readyLimit: Double
  }

  /// - Throws: ``BenchFault/noServer`` and what the programs do wrong.
  func run(in workshop: Workshop) async throws -> [Report] {
    guard !JackClient.canOpen(on: server) else { return try await run(in: workshop, on: server) }
    let isNamed = ProcessInfo.processInfo.environment["JACK_DEFAULT_SERVER"] != nil
    guard server == nil, !isNamed, PrivateServer.isInstalled else { throw BenchFault.noServer }
    let own = try PrivateServer(frames: 64)
    defer { own.stop() }
    return try await run(in: workshop, on: PrivateServer.name)
  }

  private func run(in workshop: Workshop, on server: String?) async throws -> [Report] {
    let cases = try cases(in: workshop)
    let watch = try await PortWatch(server: server)
    defer { watch.close() }
    let fluidSynth = PrivateServer.path(of: "fluidsynth")
    var ready = Report(
      "startup", "From process start to ready", ["case"] + Distribution.secondsColumns,
      notes: ["Goals are for the median. Fonts and histories are in the page cache."])
    var ports = Report(
      "ports", "From process start to ports that the server connects",
      ["case", "ports"] + Distribution.secondsColumns,
      notes: [
        "By a third client, which asks the server for a connection as soon as it sees the ports.",
        fluidSynth.map { "FluidSynth: the program \($0.path)." }
          ?? "FluidSynth: a client with its library, as its program is not installed.",
      ])
    for one in cases {
      var times = [Distribution](repeating: Distribution(), count: 4)
      for _ in 0..<tries {
        let peach = Program(
          one.program, ["compare", "--json", "--client-name", Self.peachName], home: one.home,
          server: server)
        let own = try await measure(
          peach, watch, outputs: Self.peachOutputs, others: [Self.peachInput], waitsForReady: true)
        let reference = try await measure(
          self.fluidSynth(fluidSynth, font: one.font, server: server), watch,
          outputs: Self.fluidSynthOutputs)
        for (index, time) in [own.ready, own.outputs, own.all, reference.outputs].enumerated() {
          times[index].record(time)
        }
      }
      ready.add(row: [one.name] + times[0].secondsFigures)
      ready.goal(one.name, times[0].median / 1e9, atMost: one.readyLimit, " s")
      let names = ["Peach, outputs", "Peach, midi_in as well", "FluidSynth, outputs"]
      for (name, found) in zip(names, times.dropFirst()) {
        ports.add(row: [one.name, name] + found.secondsFigures)
      }
      ports.goal(one.name, times[2].median / 1e9, atMost: Self.portLimit, " s")
      ports.goal(
        "\(one.name), outputs against FluidSynth's, medians", times[1].median / times[3].median,
        atMost: 1)
    }
    return [ready, ports]
  }

  private func cases(in workshop: Workshop) throws -> [Case] {
    let font = try SoundFontLibrary().builtInFont
    let large = try workshop.programWithLargeFont(program)
    return try [
      ("built-in font, no history", nil, 0, 0.15), ("140 MB font, no history", large, 0, 0.3),
      ("built-in font, 100 000 records", nil, 100_000, 0.3),
      ("built-in font, 1 000 000 records", nil, 1_000_000, 1),
    ].map { (name, installed: (program: URL, font: URL)?, records, limit) in
      Case(
        name: name, program: installed?.program ?? program,
        home: try workshop.home(records: records), font: installed?.font.path ?? font,
        readyLimit: limit)
    }
  }

  /// FluidSynth as a JACK client, its program or a helper with its library. Both end with their input.
  private func fluidSynth(_ installed: URL?, font: String, server: String?) -> Program {
    guard let installed else {
      return .helper(
        .fluidSynth, ["--client-name", Self.fluidSynthName, "--font", font], server: server)
    }
    return Program(
      installed,
      ["-n", "-a", "jack", "-o", "audio.jack.id=\(Self.fluidSynthName)"]
        + (server.map { ["-o", "audio.jack.server=\($0)"] } ?? []) + [font], server: server)
  }

  /// The times from the start of the process, in nanoseconds.
  private func measure(
    _ run: Program, _ watch: PortWatch, outputs: [String], others: [String] = [],
    waitsForReady: Bool = false
  ) async throws -> (ready: Double, outputs: Double, all: Double) {
    try Task.checkCancellation()
    try watch.expect(outputs, others: others)
    try run.start()
    var ready = run.startTime
    if waitsForReady {
      guard let line = await run.nextLine(where: { $0.contains(#""event":"ready""#) }) else {
        throw BenchFault.failed(program: "peach compare", messages: run.messages)
      }
      ready = line.time
    }
    let found = try await watch.connectable()
    run.finish()
    try await watch.waitForEnd(of: outputs)
    func since(_ time: UInt64) -> Double { Double(time) - Double(run.startTime) }
    return (since(ready), since(found.outputs), since(found.all))
  }
}
