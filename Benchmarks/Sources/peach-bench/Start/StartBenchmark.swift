import ArgumentParser
import Foundation
import SoundFonts

struct StartupCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "startup",
    abstract: "From process start to the ports and to ready, on a JACK server.",
    discussion: """
      On the server that --server names, or on a jackd of its own; also with a large font and a long history, and beside \
      FluidSynth's program, in alternating runs.
      """)

  @OptionGroup var options: BenchOptions

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let own = options.server == nil ? try PrivateServer(frames: 64) : nil
    defer { own?.stop() }
    let server = options.server ?? PrivateServer.name
    for report in try await reports(workshop, server) { writer.write(report) }
  }
}

@MainActor extension StartupCommand {
  /// The most seconds from the start of the process to ports that can be connected.
  private static var portLimit: Double { 0.1 }

  /// The clients' names, which nobody else uses.
  private static var names: (peach: String, fluidSynth: String) {
    ("peach-start", "fluidsynth-start")
  }

  /// What is started, and how soon it is to be ready, in seconds.
  private typealias Case = (
    name: String, program: URL, home: URL, font: String, readyLimit: Double
  )

  private func reports(_ workshop: Workshop, _ server: String) async throws -> [Report] {
    let cases = try cases(in: workshop)
    let watch = try await Program.client(.ports, server: server)
    defer { watch.finish() }
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
    let peachPorts = ["out_1", "out_2", "midi_in"].map { "\(Self.names.peach):\($0)" }
    let fluidSynthPorts = ["left", "right"].map { "\(Self.names.fluidSynth):\($0)" }
    for one in cases {
      var (readyTimes, own, reference) = (Distribution(), Distribution(), Distribution())
      for _ in 0..<options.tries {
        let peach = Program(
          one.program, ["compare", "--json", "--client-name", Self.names.peach], home: one.home,
          server: server)
        let times = try await measure(peach, watch, ports: peachPorts, waitsForReady: true)
        readyTimes.record(times.ready)
        own.record(times.ports)
        let other = self.fluidSynth(fluidSynth, font: one.font, server: server)
        reference.record(try await measure(other, watch, ports: fluidSynthPorts).ports)
      }
      ready.add(row: [one.name] + readyTimes.secondsFigures)
      ready.goal(one.name, readyTimes.median / 1e9, atMost: one.readyLimit, " s")
      ports.add(row: [one.name, "Peach"] + own.secondsFigures)
      ports.add(row: [one.name, "FluidSynth"] + reference.secondsFigures)
      ports.goal(one.name, own.median / 1e9, atMost: Self.portLimit, " s")
      ports.goal(
        "\(one.name), against FluidSynth's, medians", own.median / reference.median, atMost: 1)
    }
    return [ready, ports]
  }

  private func cases(in workshop: Workshop) throws -> [Case] {
    let program = try options.program()
    let font = try SoundFontLibrary().builtInFont
    let large = try workshop.programWithLargeFont(program)
    let none = try workshop.home(records: 0)
    let histories = try [(100_000, 0.3), (options.records, 1)].map { records, limit in
      ("\(records) records", program, try workshop.home(records: records), font, limit)
    }
    return [
      ("no history", program, none, font, 0.15),
      ("140 MB font, no history", large.program, none, large.font.path, 0.3),
    ] + histories
  }

  /// FluidSynth as a JACK client, its program or a helper with its library. Both end with their input.
  private func fluidSynth(_ installed: URL?, font: String, server: String) -> Program {
    guard let installed else {
      return .helper(
        .fluidSynth, ["--client-name", Self.names.fluidSynth, "--font", font], server: server)
    }
    return Program(
      installed,
      ["-n", "-a", "jack", "-o", "audio.jack.id=\(Self.names.fluidSynth)"]
        + ["-o", "audio.jack.server=\(server)", font], server: server)
  }

  /// The times from the start of the process, in nanoseconds.
  private func measure(
    _ run: Program, _ watch: Program, ports: [String], waitsForReady: Bool = false
  ) async throws -> (ready: Double, ports: Double) {
    try Task.checkCancellation()
    try watch.send(ports.joined(separator: " "))
    try run.start()
    var ready = run.startTime
    if waitsForReady {
      guard let line = await run.nextLine(where: { $0.contains(#""event":"ready""#) }) else {
        throw BenchFault.failed("peach compare", messages: run.messages)
      }
      ready = line.time
    }
    let found = await watch.nextLine().flatMap { UInt64($0) }
    run.finish()
    guard let found, try await watch.ask("gone \(ports.joined(separator: " "))") != "-" else {
      throw BenchFault.noPort
    }
    func since(_ time: UInt64) -> Double { Double(time) - Double(run.startTime) }
    return (since(ready), since(found))
  }
}
