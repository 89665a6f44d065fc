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

  @Option(help: "How many notes are played on the server.", transform: wholeNumber)
  var notes = 100
  @OptionGroup var options: BenchOptions

  func measure(into writer: ReportWriter) async throws {
    writer.write(try await offline())
    writer.write(try await live())
  }

  @MainActor private func report(_ key: String, _ title: String, notes: [String]) -> Report {
    Report(
      key, title,
      [
        "from", .init("frames", "period"), "notes", .init("minFrames", "min frames"),
        .init("medianFrames", "median frames"), .init("maxFrames", "max frames"),
        .init("maxMilliseconds", "max ms", 2),
      ], notes: notes)
  }

  @MainActor private func add(
    _ name: String, _ latencies: Distribution, period: Int, rate: Double, to report: inout Report
  ) {
    report.add(
      name, period, latencies.count, latencies.min, latencies.median, latencies.max,
      latencies.max / rate * 1000)
  }

  /// Measures exactly, without a server, with a command for a frame within a period.
  @MainActor private func offline() async throws -> Report {
    var report = report(
      "latency", "From command to sound, 48 kHz, without a server",
      notes: ["To the first frame that is not zero; the fade is at half after 10 ms."])
    for frames in CallbackBenchmark.periodLengths {
      let latencies = try await scheduled(period: frames)
      add("the command's frame", latencies, period: frames, rate: 48_000, to: &report)
    }
    return report
  }

  /// The frames from a scheduled command to its sound.
  @MainActor private func scheduled(period: Int) async throws -> Distribution {
    var latencies = Distribution()
    for offset in [0, 1, period / 2, period - 1] {
      let player = try RenderedPlayer(period: period)
      let engine = player.engine
      try await player.playShortly()
      let due = engine.time.advanced(by: period + offset)
      // It is the benchmark's own and outlives the command.
      let note = UnsafeMutablePointer<PassageNote>.allocate(capacity: 1)
      defer { note.deallocate() }
      let plan = PitchPlan(RenderedPlayer.pitch)
      note.initialize(
        to: PassageNote(
          NoteStart(
            note: NoteID(.max), key: Int32(plan.key), cents: Int32(plan.cents),
            velocity: Int32(MIDIVelocity.training.rawValue), ratio: plan.ratio())))
      engine.send(Command(.play(note, count: 1), at: due))
      let start = engine.time
      guard let found = try player.render(4800 + 3 * period)[0].firstIndex(where: { $0 != 0 })
      else { throw BenchFault.silence }
      latencies.record(Double(start.advanced(by: found).distance(since: due)))
    }
    return latencies
  }

  /// Measures on the server at its own period, from the call of `play` on the main thread.
  @MainActor private func live() async throws -> Report {
    var report = report(
      "liveLatency", "From command to sound on the JACK server",
      notes: [
        "To the frame at the client's port: a command waits for the next period, and the server's own",
        "latency comes after it.",
      ])
    let client = try MeasuredClient(server: options.server, seconds: 1)
    defer { client.close() }
    var latencies = Distribution()
    for number in 0..<notes {
      // Spreads the calls over the period.
      try await Task.sleep(for: .microseconds(20_000 + number * 137 % 5000))
      client.rendered.engine.deliverEvents()
      client.startRecording()
      let called = Clock.wall.now()
      let handle = try await client.rendered.play()
      latencies.record(try await frames(from: called, on: client))
      handle.stop()
      try await Task.sleep(for: .milliseconds(40))
    }
    add(
      "the call of play", latencies, period: client.rendered.period, rate: client.sampleRate,
      to: &report)
    return report
  }

  @MainActor private func frames(
    from called: UInt64, on client: MeasuredClient
  ) async throws -> Double {
    for _ in 0..<1000 {
      if let frames = client.frames(from: called) { return frames }
      try await Task.sleep(for: .milliseconds(1))
    }
    throw BenchFault.silence
  }
}
