import Foundation

/// What an audio input that somebody reads costs, on a server of its own: the process thread of a client that plays a
/// note, beside the same one without an input, in turns, and the thread that reads and follows the pitch. The input
/// hears another client, as it would hear a microphone: libjack copies nothing then, unlike from a client's own
/// output.
struct InputCost {
  private static let periods = [64, 256, 1024]
  private static let rounds = 7
  private static let seconds = 2

  /// The greatest ratio of the process thread's time, and the greatest share of a core of the thread that reads.
  private static let (greatestRatio, greatestPercent) = (1.1, 5.0)

  /// The name of the thread that reads.
  private static let reader = "peach-input"

  /// The client that is heard.
  private static let voice = "peach-bench-voice"

  /// How far the input is used: what asks the client for it.
  private static let uses = ["deaf", "connect \(voice):out_1", "listen \(voice):out_1"]

  func run() async throws -> Report {
    var report = Report(
      "inputCost", "An input that is listened to: processor time of a client's threads",
      [
        "frames", .init("closed", "closed us", 2), .init("connected", "connected us", 2),
        .init("open", "read us", 2), .init("ratio", nil, 3),
        .init("idleWorker", "silence, worker %", 2), .init("worker", "notes, worker %", 2),
      ],
      notes: [
        "medians of \(Self.rounds) turns, microseconds a period: all of the process thread, libjack as well;",
        "connected: nobody reads, so the process callback passes it over, and the rest is the server's.",
        "The worker, in percent of a core, follows the pitch, judges one note after the other, and measures what",
        "is held; first while nothing is played, then while another client plays a note each second.",
      ])
    var most = 0.0
    for frames in Self.periods {
      let (process, idle, worker) = try await measure(frames: frames)
      let ratio = process[2] / process[0]
      report.add(frames, process[0], process[1], process[2], ratio, idle, worker)
      report.goal(
        "\(frames) frames, input read against closed", ratio, atMost: Self.greatestRatio)
      most = max(most, worker)
    }
    report.goal("the thread that reads", most, atMost: Self.greatestPercent, " % of a core")
    return report
  }

  /// Microseconds a period of the process thread for each use, and the reader's percentage of a core; medians.
  private func measure(
    frames: Int
  ) async throws -> (process: [Double], idle: Double, worker: Double) {
    let server = try PrivateServer(frames: frames)
    defer { server.stop() }
    let client = try await Program.client(.tone, server: PrivateServer.name)
    defer { client.finish() }
    let voice = try await Program.client(
      .tone, ["--client-name", Self.voice], server: PrivateServer.name)
    defer { voice.finish() }
    try await client.command("note 440")
    var process = Self.uses.map { _ in Distribution() }
    var worker = Distribution()
    for round in 0..<Self.rounds {
      // In another order each time: a processor that has just been busy is faster.
      for place in Self.uses.indices {
        let use = (place + round) % Self.uses.count
        try await client.command(Self.uses[use])
        // The voice plays each time, a note each second, so that the server does the same.
        let times = try await measure(client) {
          for _ in 0..<Self.seconds {
            try await voice.command("note 440")
            try await Task.sleep(for: .milliseconds(850))
            try await voice.command("stop")
            try await Task.sleep(for: .milliseconds(150))
          }
        }
        process[use].record(times.process)
        if use == Self.uses.count - 1 { worker.record(times.reader) }
      }
    }
    try await client.command(Self.uses[2])
    let idle = try await measure(client) { try await Task.sleep(for: .seconds(Self.seconds)) }
    return (process.map(\.median), idle.reader, worker.median)
  }

  /// Microseconds a period of the process thread, and the reader's share of a core in percent.
  private func measure(
    _ client: Program, while body: () async throws -> Void
  ) async throws -> (process: Double, reader: Double) {
    // What has just been asked for is over.
    try await Task.sleep(for: .milliseconds(500))
    let begin = Clock.wall.now()
    let uses = try await client.threads(during: body).values
    let wall = Clock.wall.since(begin)
    let readers = uses.filter { $0.name == Self.reader }
    // It waits once a period; of those that do not read, it is the busiest one.
    let process = uses.filter { $0.name != Self.reader }.max { $0.nanoseconds < $1.nanoseconds }
    return (
      process?.microsecondsPerPeriod ?? .nan,
      readers.reduce(0) { $0 + $1.nanoseconds } / wall * 100
    )
  }
}
