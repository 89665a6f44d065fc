import ArgumentParser
import Foundation
import Music
import Training

struct LiveCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "What the process callback costs on a JACK server, and beside FluidSynth's client.")

  @OptionGroup var live: LiveOptions
  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    try await live.compareClients(into: writer)
    writer.write(
      try await LiveBenchmark(server: jack.server, frames: live.frames, seconds: live.seconds).run()
    )
  }
}

struct LiveOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Frames per period: the server is set to it, and set back afterwards.", valueName: "number"))
  var frames = 16

  @Option(help: ArgumentHelp("How long notes are played on the server.", valueName: "seconds"))
  var seconds = 10.0

  @Option(
    help: ArgumentHelp(
      "How often Peach and FluidSynth's client are measured at each period; 0 leaves that out.",
      valueName: "number"))
  var rounds = 3

  /// Measures both clients for three seconds in each round, unless there is no jackd.
  @MainActor func compareClients(into writer: ReportWriter) async throws {
    guard rounds > 0 else { return }
    guard PrivateServer.isInstalled else {
      let message = "no program jackd: the comparison with FluidSynth's client is left out\n"
      return FileHandle.standardError.write(Data(message.utf8))
    }
    writer.write(try await ClientComparison(rounds: rounds, seconds: 3).run())
  }

  func validate() throws {
    guard (0...100).contains(rounds) else {
      throw ValidationError("--rounds takes 0 to 100, not \(rounds).")
    }
    guard (16...8192).contains(frames), frames & (frames - 1) == 0 else {
      throw ValidationError("--frames takes a power of two from 16 to 8192, not \(frames).")
    }
    guard (0.5...3600).contains(seconds) else {
      throw ValidationError("--seconds takes 0.5 to 3600, not \(seconds).")
    }
  }
}

/// The cost of the process callback on a real server while notes sound, overlap, glide, start and stop.
struct LiveBenchmark {
  let server: String?

  /// The server's period during the measurement, in frames.
  let frames: Int
  let seconds: Double

  func run() async throws -> Report {
    let engine = try MeasuredEngine(
      server: server, period: frames, capacity: Int(200_000 * max(seconds, 1)) / max(frames, 1))
    defer { engine.close() }
    try await playNotes(on: engine)
    let clockCost = ThreadClock.measureCost()
    let result = engine.distribution(clockCost: clockCost)
    let periodSeconds = Double(engine.period) / engine.sampleRate
    return Report(
      key: "live", title: "Callback on the JACK server: thread CPU time per period",
      columns: [
        ReportColumn(key: "frames", heading: "frames"),
        ReportColumn(key: "periods", heading: "periods"),
      ] + Distribution.periodColumns,
      rows: [
        [.number(Double(engine.period)), .number(Double(result.count))]
          + result.periodFigures(periodSeconds: periodSeconds)
      ],
      goals: [
        ReportGoal(
          name: "99.9 % of periods at \(engine.period) frames, of the period",
          limit: CallbackRatios.shortestPeriod.limitPercent,
          measured: Double(result.value(atPercentile: 99.9)) / 1e7 / periodSeconds, unit: " %")
      ],
      notes: ["Less the clock's own cost of \(clockCost) ns."])
  }

  /// Holds a note that glides all the time, and adds a second one four times a second.
  private func playNotes(on engine: MeasuredEngine) async throws {
    let pitch = TuningSystem.standardReferencePitch
    let level = AmplitudeDB(-6)
    let held = try await engine.player.play(
      frequency: pitch, velocity: .training, amplitudeDB: level)
    var other: (any PlaybackHandle)?
    let steps = Int(seconds * 100)
    for step in 0..<steps {
      try await Task.sleep(for: .milliseconds(10))
      engine.deliverEvents()
      // The first tenth of a second is warm-up.
      if step == 10 { engine.startRecording() }
      try held.adjustFrequency(pitch.shifted(by: Cents(200 * sin(Double(step) / 30))))
      switch step % 25 {
      case 0:
        other = try await engine.player.play(
          frequency: pitch.shifted(by: 700), velocity: .training, amplitudeDB: level)
      case 15: other?.stop()
      default: break
      }
    }
    engine.player.stopAll()
    try await Task.sleep(for: .milliseconds(50))
  }
}
