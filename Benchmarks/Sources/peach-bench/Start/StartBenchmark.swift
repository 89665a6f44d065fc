import ArgumentParser
import BuiltInFont
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

  @OptionGroup var tries: TriesOptions
  @OptionGroup var program: ProgramOptions
  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let benchmark = StartBenchmark(
      program: try program.program(), server: jack.server, tries: tries.tries)
    for report in try await benchmark.run(in: workshop) { writer.write(report) }
  }
}

/// The time from the start of the process to its ports and to `ready`, also with a large font and a long history,
/// and that of FluidSynth's program to its ports, in alternating runs.
struct StartBenchmark {
  private static let usualHistory = 100_000
  private static let longHistory = 1_000_000

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

  /// What the runs of a case have shown, in nanoseconds.
  private struct Times {
    var ready = Distribution()
    var outputs = Distribution()
    var ports = Distribution()
    var fluidSynthOutputs = Distribution()
  }

  /// - Throws: ``BenchFault/noServer`` and what the programs do wrong.
  func run(in workshop: Workshop) async throws -> [Report] {
    guard !MeasuredEngine.serverAnswers(server) else {
      return try await run(in: workshop, on: server)
    }
    let isNamed = ProcessInfo.processInfo.environment["JACK_DEFAULT_SERVER"] != nil
    guard server == nil, !isNamed, PrivateServer.isInstalled else { throw BenchFault.noServer }
    let own = try PrivateServer(frames: 64)
    defer { own.stop() }
    return try await run(in: workshop, on: PrivateServer.name)
  }

  private func run(in workshop: Workshop, on server: String?) async throws -> [Report] {
    let cases = try cases(in: workshop)
    let reference = try FluidSynthStart(client: Self.fluidSynthName, server: server)
    let watch = try await PortWatch(server: server)
    var ready = Report(
      key: "startup", title: "From process start to ready",
      columns: [ReportColumn(key: "case", heading: "case")] + Distribution.secondsColumns)
    var ports = Report(
      key: "ports", title: "From process start to ports that the server connects",
      columns: [
        ReportColumn(key: "case", heading: "case"),
        ReportColumn(key: "ports", heading: "ports"),
      ] + Distribution.secondsColumns)
    for one in cases {
      var times = Times()
      for _ in 0..<tries {
        try await measure(one, server, watch, into: &times)
        try measure(reference, font: one.font, watch, into: &times)
      }
      ready.rows.append([.text(one.name)] + times.ready.secondsFigures)
      ready.goals.append(
        ReportGoal(
          name: one.name, limit: one.readyLimit, measured: Double(times.ready.median) / 1e9,
          unit: " s"))
      for (name, found) in [
        ("Peach, outputs", times.outputs), ("Peach, midi_in as well", times.ports),
        ("FluidSynth, outputs", times.fluidSynthOutputs),
      ] { ports.rows.append([.text(one.name), .text(name)] + found.secondsFigures) }
      ports.goals += [
        ReportGoal(
          name: one.name, limit: Self.portLimit, measured: Double(times.ports.median) / 1e9,
          unit: " s"),
        ReportGoal(
          name: "\(one.name), outputs against FluidSynth's, medians", limit: 1,
          measured: Double(times.outputs.median) / Double(max(times.fluidSynthOutputs.median, 1)),
          unit: ""),
      ]
    }
    try watch.close()
    var profile = Distribution()
    if let long = cases.last?.home {
      for _ in 0..<tries { profile.record(try timeOfProfile(home: long)) }
    }
    ready.rows.append(
      [.text("the command profile, 1 000 000 records")] + profile.secondsFigures)
    ready.notes = ["Goals are for the median. Fonts and histories are in the page cache."]
    ports.notes = [
      "By a third client, which asks the server for a connection as soon as it sees the ports.",
      "FluidSynth: \(reference.description).",
    ]
    return [ready, ports]
  }

  /// The last has the longest history.
  private func cases(in workshop: Workshop) throws -> [Case] {
    let font = try SoundFontLibrary().builtInFont
    let empty = try workshop.home(records: 0)
    let large = try workshop.programWithLargeFont(program)
    return [
      Case(
        name: "built-in font, no history", program: program, home: empty, font: font,
        readyLimit: 0.15),
      Case(
        name: "140 MB font, no history", program: large, home: empty,
        font: workshop.largeFont.path, readyLimit: 0.3),
      Case(
        name: "built-in font, 100 000 records", program: program,
        home: try workshop.home(records: Self.usualHistory), font: font, readyLimit: 0.3),
      Case(
        name: "built-in font, 1 000 000 records", program: program,
        home: try workshop.home(records: Self.longHistory), font: font, readyLimit: 1),
    ]
  }

  private func measure(
    _ one: Case, _ server: String?, _ watch: PortWatch, into times: inout Times
  ) async throws {
    try Task.checkCancellation()
    let run = PeachRun(
      one.program, ["compare", "--json", "--client-name", Self.peachName], home: one.home,
      server: server)
    try watch.expect(Self.peachOutputs, others: [Self.peachInput])
    let begin = WallClock.now()
    try run.start()
    try run.waitUntilReady()
    times.ready.record(WallClock.now() - begin)
    let connectable = try watch.connectable()
    times.outputs.record(connectable.outputs - min(begin, connectable.outputs))
    times.ports.record(connectable.all - min(begin, connectable.all))
    try run.finish()
    try watch.waitForEnd(of: Self.peachOutputs)
  }

  private func measure(
    _ reference: FluidSynthStart, font: String, _ watch: PortWatch, into times: inout Times
  ) throws {
    try Task.checkCancellation()
    let run = reference.run(font: font)
    try watch.expect(Self.fluidSynthOutputs)
    let begin = WallClock.now()
    try run.start()
    let connectable = try watch.connectable().outputs
    times.fluidSynthOutputs.record(connectable - min(begin, connectable))
    try run.finish()
    try watch.waitForEnd(of: Self.fluidSynthOutputs)
  }

  private func timeOfProfile(home: URL) throws -> UInt64 {
    try Task.checkCancellation()
    let run = PeachRun(program, ["profile"], home: home, server: server)
    var status: Int32 = 0
    let duration = try WallClock.nanoseconds {
      try run.start()
      status = try run.finish()
    }
    guard status == 0 else { throw BenchFault.failed(command: "profile", status: status) }
    return duration
  }
}

/// How FluidSynth is started as a JACK client: its program if that is installed, else the same client made with
/// its library.
private struct FluidSynthStart {
  /// Which of both it is.
  let description: String

  private let program: URL
  private let arguments: [String]
  private let server: String?
  private let home = FileManager.default.temporaryDirectory

  init(client: String, server: String?) throws {
    self.server = server
    if let installed = Self.installed {
      description = "the program \(installed.path)"
      program = installed
      arguments =
        ["-n", "-a", "jack", "-o", "audio.jack.id=\(client)"]
        + (server.map { ["-o", "audio.jack.server=\($0)"] } ?? [])
    } else {
      description =
        "a client with its library and its own JACK driver, as its program is not installed"
      program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      arguments =
        [
          FluidSynthClientCommand.name, "--client-name", client,
        ] + (server.map { ["--server", $0] } ?? []) + ["--font"]
    }
  }

  private static var installed: URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(fileURLWithPath: "\($0)/fluidsynth") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// A run that has not begun, and that ends with its input.
  func run(font: String) -> PeachRun {
    PeachRun(program, arguments + [font], home: home, server: server)
  }
}
