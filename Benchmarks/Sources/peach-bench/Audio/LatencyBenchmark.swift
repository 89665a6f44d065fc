import ArgumentParser
import Foundation
import Training

struct LatencyCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency",
    abstract: "How many frames from a command to its sound, on a JACK server.")

  @Option(help: "How many notes are played.", transform: wholeNumber) var notes = 100
  @OptionGroup var options: BenchOptions

  /// Measures at the server's own period, from the call of `play` on the main thread.
  func measure(into writer: ReportWriter) async throws {
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
      var frames: Double?
      for _ in 0..<1000 where frames == nil {
        try await Task.sleep(for: .milliseconds(1))
        frames = client.frames(from: called)
      }
      guard let frames else {
        throw BenchFault.failed("the player", messages: "a note was never heard")
      }
      latencies.record(frames)
      handle.stop()
      try await Task.sleep(for: .milliseconds(40))
    }
    var report = Report(
      "latency", "From the call of play to the sound on the JACK server",
      [
        .init("frames", "period"), "notes", .init("minFrames", "min frames"),
        .init("medianFrames", "median frames"), .init("maxFrames", "max frames"),
        .init("maxMilliseconds", "max ms", 2),
      ],
      notes: [
        "To the first frame at the client's port that is not zero: a command waits for the next period, and the",
        "server's own latency comes after it.",
      ])
    report.add(
      client.rendered.period, latencies.count, latencies.min, latencies.median, latencies.max,
      latencies.max / client.sampleRate * 1000)
    writer.write(report)
  }
}
