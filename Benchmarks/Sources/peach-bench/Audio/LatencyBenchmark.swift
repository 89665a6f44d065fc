import ArgumentParser
import Foundation
import Music
import Realtime
import Sound
import SoundFonts
import Training

struct LatencyCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency", abstract: "How many frames from command to sound.")

  @OptionGroup var latency: LatencyOptions
  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    let benchmark = LatencyBenchmark(server: jack.server, notes: latency.notes)
    writer.write(try await benchmark.offline())
    writer.write(try await benchmark.live())
  }
}

struct LatencyOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How many notes are played on the server.", valueName: "number"))
  var notes = 100

  func validate() throws {
    if notes < 1 { throw ValidationError("--notes takes a whole number from 1 up, not \(notes).") }
  }
}

/// The frames between a command and its sound.
struct LatencyBenchmark {
  let server: String?

  /// The number of notes on the server.
  let notes: Int

  private static let columns = [
    ReportColumn(key: "from", heading: "from"),
    ReportColumn(key: "frames", heading: "period"),
    ReportColumn(key: "notes", heading: "notes"),
    ReportColumn(key: "minFrames", heading: "min frames"),
    ReportColumn(key: "medianFrames", heading: "median frames"),
    ReportColumn(key: "maxFrames", heading: "max frames"),
    ReportColumn(key: "maxMilliseconds", heading: "max ms"),
  ]

  /// Measures exactly, without a server, with a command for a frame within a period.
  func offline() async throws -> Report {
    var report = Report(
      key: "latency", title: "From command to sound, 48 kHz, without a server",
      columns: Self.columns)
    for frames in CallbackBenchmark.periodLengths {
      report.rows.append(
        row(
          "the command's frame", try await scheduled(period: frames), period: frames, rate: 48_000))
    }
    report.notes = ["To the first frame that is not zero; the fade is at half after 10 ms."]
    return report
  }

  /// Measures on the server at its own period, from the call of `play` on the main thread.
  func live() async throws -> Report {
    let engine = try MeasuredEngine(server: server, period: nil, capacity: 1)
    defer { engine.close() }
    var latencies = Distribution()
    for number in 0..<notes {
      // Spreads the calls over the period.
      try await Task.sleep(for: .microseconds(20_000 + number * 137 % 5000))
      engine.deliverEvents()
      engine.startListening()
      let called = WallClock.now()
      let handle = try await engine.player.play(
        frequency: TuningSystem.standardReferencePitch, velocity: .training,
        amplitudeDB: AmplitudeDB(0))
      latencies.record(UInt64(try await frames(from: called, on: engine)))
      handle.stop()
      try await Task.sleep(for: .milliseconds(40))
    }
    return Report(
      key: "liveLatency", title: "From command to sound on the JACK server",
      columns: Self.columns,
      rows: [
        row("the call of play", latencies, period: engine.period, rate: engine.sampleRate)
      ],
      notes: [
        "To the frame at the client's port: a command waits for the next period, and the server's own",
        "latency comes after it.",
      ])
  }

  private func frames(from called: UInt64, on engine: MeasuredEngine) async throws -> Int {
    for _ in 0..<1000 {
      if let frames = engine.frames(from: called) { return frames }
      try await Task.sleep(for: .milliseconds(1))
    }
    throw BenchFault.silence
  }

  /// The frames from a scheduled command to its sound.
  private func scheduled(period: Int) async throws -> Distribution {
    var latencies = Distribution()
    for offset in [0, 1, period / 2, period - 1] {
      let engine = OfflineEngine(startingAt: FrameTime(0))
      let player = try SoundFontNotePlayer(
        sink: engine, library: SoundFontLibrary(), settings: FixedSettings())
      // Brings the voices into the callback.
      try await player.play(
        frequency: TuningSystem.standardReferencePitch, velocity: .training,
        amplitudeDB: AmplitudeDB(0)
      ).stop()
      let target = StereoPeriod(frames: period)
      func render() {
        engine.renderPeriod(left: target.left, right: target.right, frames: period)
      }
      for _ in 0..<4800 / period + 1 { render() }
      let due = engine.time.advanced(by: period + offset)
      // It is the benchmark's own and outlives the command.
      let note = UnsafeMutablePointer<PassageNote>.allocate(capacity: 1)
      defer { note.deallocate() }
      note.initialize(to: PassageNote(start))
      engine.send(Command(.play(note, count: 1), at: due))
      var found: FrameTime?
      for _ in 0..<4800 / period + 3 where found == nil {
        let time = engine.time
        render()
        if let index = (0..<period).first(where: { target.left[$0] != 0 }) {
          found = time.advanced(by: index)
        }
      }
      guard let found else { throw BenchFault.silence }
      latencies.record(UInt64(max(found.distance(since: due), 0)))
    }
    return latencies
  }

  private var start: NoteStart {
    let plan = PitchPlan(TuningSystem.standardReferencePitch)
    return NoteStart(
      note: NoteID(.max), key: Int32(plan.key), cents: Int32(plan.cents),
      velocity: Int32(MIDIVelocity.training.rawValue), ratio: plan.ratio())
  }

  private func row(_ name: String, _ latencies: Distribution, period: Int, rate: Double)
    -> [ReportValue]
  {
    [.text(name), .number(Double(period)), .number(Double(latencies.count))]
      + [latencies.min, latencies.median, latencies.max].map { .number(Double($0)) }
      + [.number(Double(latencies.max) / rate * 1000, decimals: 2)]
  }
}
