import ArgumentParser
import Foundation
import Music
import Training

struct LiveCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "What the process callback costs on a JACK server, and beside FluidSynth's client.")

  @Option(
    help: "Frames per period: the server is set to it, and set back afterwards.",
    transform: wholeNumber)
  var frames = 16
  @Option(help: "How many seconds notes are played on the server.", transform: wholeNumber)
  var seconds = 10
  @Option(help: "How often each client is measured at each period; 0 leaves that out.")
  var rounds = 3
  @OptionGroup var options: BenchOptions

  func measure(into writer: ReportWriter) async throws {
    if rounds > 0 { writer.write(try await ClientComparison(rounds: rounds).run()) }
    writer.write(try await measureCallback())
  }

  /// The cost of the process callback on a real server while notes sound, overlap, glide, start and stop.
  @MainActor private func measureCallback() async throws -> Report {
    let client = try MeasuredClient(
      server: options.server, period: frames, seconds: Double(seconds))
    defer { client.close() }
    try await playNotes(on: client)
    let clockCost = Clock.thread.cost
    let result = client.durations(clockCost: clockCost)
    let periodSeconds = Double(frames) / client.sampleRate
    var report = Report(
      "live", "Callback on the JACK server: thread CPU time per period",
      ["frames", "periods"] + Distribution.periodColumns,
      notes: ["Less the clock's own cost of \(Int(clockCost)) ns."])
    report.add(
      row: [frames, result.count] + result.periodFigures(periodSeconds: periodSeconds))
    report.goal(
      "99.9 % of periods at \(frames) frames, of the period",
      result.value(atPercentile: 99.9) / 1e7 / periodSeconds,
      atMost: CallbackCommand.shortestPeriod.limitPercent, " %")
    return report
  }

  /// Holds a note that glides all the time, and adds a second one four times a second.
  @MainActor private func playNotes(on client: MeasuredClient) async throws {
    let player = client.rendered.player
    let (pitch, level) = (RenderedPlayer.pitch, AmplitudeDB(-6))
    let held = try await player.play(frequency: pitch, velocity: .training, amplitudeDB: level)
    var other: (any PlaybackHandle)?
    for step in 0..<seconds * 100 {
      try await Task.sleep(for: .milliseconds(10))
      client.rendered.engine.deliverEvents()
      // The first tenth of a second is warm-up.
      if step == 10 { client.startRecording() }
      try held.adjustFrequency(pitch.shifted(by: Cents(200 * sin(Double(step) / 30))))
      switch step % 25 {
      case 0:
        other = try await player.play(
          frequency: pitch.shifted(by: 700), velocity: .training, amplitudeDB: level)
      case 15: other?.stop()
      default: break
      }
    }
    player.stopAll()
    try await Task.sleep(for: .milliseconds(50))
  }
}

/// The processor time of Peach's process thread per period beside those of FluidSynth's own JACK client
/// playing the same note and of a client that plays nothing, each alone on a server of its own, in
/// alternating runs.
struct ClientComparison {
  /// The highest ratio to FluidSynth's, for each period in frames.
  private static let limits = [(frames: 64, limit: 0.9), (256, 0.7), (1024, 0.65)]

  /// The clients with the helpers that play the note, or nothing. Peach is the first one, and the second one is what it
  /// is compared with. The last one is what libjack and the kernel cost by themselves.
  private static let clients: [(name: String, role: HelperCommand.Role, options: [String])] = [
    ("Peach", .tone, []), ("FluidSynth", .fluidSynth, []),
    ("FluidSynth, dry", .fluidSynth, ["--dry"]), ("empty", .empty, []),
  ]

  /// From the start of the note to the measurement, and how long that takes, in seconds.
  private static let (warmUp, seconds) = (1.0, 3.0)

  /// The notes that Peach plays after the measured one, in hertz: they may cause no page fault either.
  private static let furtherNotes = [220.0, 466.2, 1046.5, 65.4, 3520, 440]

  /// How often each client is measured at each period.
  let rounds: Int

  /// - Throws: ``BenchFault/failed(_:messages:)``
  func run() async throws -> Report {
    var report = Report(
      "clients",
      "Process thread of a client alone on its server, one note: processor time per period",
      [
        "client", "frames", .init("medianMicroseconds", "median us", 2),
        .init("minMicroseconds", "min us", 2), .init("maxMicroseconds", "max us", 2),
        .init("peachRatio", "Peach's share", 2),
        .init("peachRatioBeyondEmpty", "beyond the empty client", 2),
        .init("minorFaults", "page faults"), .init("majorFaults", "from disk"),
      ],
      notes: [
        "All of the thread: the callback, libjack around it, and the kernel's work to wake it up. FluidSynth's",
        "own JACK driver with its default settings, and without reverb and chorus; the empty client writes zeros",
        "into two outputs. Page faults of Peach also while it begins further notes, and while it reads its input.",
      ])
    var peachFaults = 0
    for (frames, limit) in Self.limits {
      var times = Self.clients.map { _ in Distribution() }
      var faults = Self.clients.map { _ in (minor: 0, major: 0) }
      for _ in 0..<rounds {
        for index in Self.clients.indices {
          let use = try await measure(index, frames: frames)
          times[index].record(use.time)
          faults[index].minor += use.minorFaults
          faults[index].major += use.majorFaults
        }
      }
      let peach = times[0].median
      let empty = times.last?.median ?? 0
      for (index, client) in Self.clients.enumerated() {
        let time = times[index]
        report.add(
          client.name, frames, time.median, time.min, time.max, peach / time.median,
          (peach - empty) / (time.median - empty), faults[index].minor, faults[index].major)
      }
      peachFaults += faults[0].minor + faults[0].major
      report.goal(
        "\(frames) frames, Peach against FluidSynth, medians", peach / times[1].median,
        atMost: limit)
    }
    report.goal(
      "page faults in Peach's callback after the first second", Double(peachFaults), atMost: 0)
    return report
  }

  private func measure(
    _ index: Int, frames: Int
  ) async throws -> (time: Double, minorFaults: Int, majorFaults: Int) {
    let server = try PrivateServer(frames: frames)
    defer { server.stop() }
    let (name, role, options) = Self.clients[index]
    let client = try await Program.client(role, options, server: PrivateServer.name)
    defer { client.finish() }
    if index == 0 { try await client.command("note 440") }
    try await Task.sleep(for: .seconds(Self.warmUp))
    let measured = try await client.threads { try await Task.sleep(for: .seconds(Self.seconds)) }
    // In a client that only plays, the process thread is the busiest one.
    guard let (thread, use) = measured.max(by: { $0.value.nanoseconds < $1.value.nanoseconds })
    else { throw BenchFault.failed(name, messages: "it has no process thread") }
    guard index == 0 else { return (use.microsecondsPerPeriod, use.minorFaults, use.majorFaults) }
    let further = try await client.threads {
      for hertz in Self.furtherNotes {
        try await client.command("stop")
        try await client.command("note \(hertz)")
        try await Task.sleep(for: .milliseconds(100))
      }
      try await client.command("listen")
      try await Task.sleep(for: .milliseconds(500))
      try await client.command("deaf")
    }[thread]
    return (
      use.microsecondsPerPeriod, use.minorFaults + (further?.minorFaults ?? 0),
      use.majorFaults + (further?.majorFaults ?? 0)
    )
  }
}
