import Foundation

/// What an audio input that somebody reads costs, on a server of its own: the process thread of a client beside the
/// same one without, in turns, and the thread that reads and follows the pitch. A note sounds, and the input hears it.
struct InputCost {
  private static let periods = [64, 256, 1024]
  private static let rounds = 5
  private static let seconds = 2.0

  /// The name of the thread that reads.
  private static let worker = "peach-input"

  func run() async throws -> Report {
    var report = Report(
      key: "inputCost", title: "An input that is listened to: processor time of a client's threads",
      columns: [
        ReportColumn(key: "frames", heading: "frames"),
        ReportColumn(key: "closed", heading: "closed us"),
        ReportColumn(key: "open", heading: "open us"),
        ReportColumn(key: "ratio", heading: "ratio"),
        ReportColumn(key: "worker", heading: "worker % of a core"),
      ])
    var most = 0.0
    for frames in Self.periods {
      let use = try await use(frames: frames)
      most = max(most, use.worker)
      report.rows.append([
        .number(Double(frames)), .number(use.closed, decimals: 2), .number(use.open, decimals: 2),
        .number(use.open / max(use.closed, 1e-9), decimals: 3), .number(use.worker, decimals: 2),
      ])
    }
    report.goals = [
      ReportGoal(name: "the thread that reads", limit: 5, measured: most, unit: " % of a core")
    ]
    report.notes = [
      "medians of \(Self.rounds) turns, microseconds a period: all of the process thread, libjack as well.",
      "The worker follows the pitch, judges a note every second, and measures what is held.",
    ]
    return report
  }

  private func use(frames: Int) async throws -> (closed: Double, open: Double, worker: Double) {
    let server = try PrivateServer(frames: frames)
    defer { server.stop() }
    let client = try await ServerClient.playing(["tone", "--note", "440"])
    do {
      var (closed, open, worker) = ([Double](), [Double](), [Double]())
      for _ in 0..<Self.rounds {
        try client.ask("deaf")
        closed.append(try await measure(client).process)
        try client.ask("listen")
        let use = try await measure(client)
        open.append(use.process)
        worker.append(use.worker)
      }
      try client.end()
      return (Self.median(closed), Self.median(open), Self.median(worker))
    } catch {
      _ = try? client.end(isKilled: true)
      throw error
    }
  }

  /// Microseconds a period of the process thread, and the worker's share of a core in percent.
  private func measure(_ client: ServerClient) async throws -> (process: Double, worker: Double) {
    let process = client.processIdentifier
    // What has just been asked for is over.
    try await Task.sleep(for: .milliseconds(500))
    let first = ThreadUse.all(of: process)
    let begin = WallClock.now()
    try await Task.sleep(for: .seconds(Self.seconds))
    let second = ThreadUse.all(of: process)
    let wall = Double(WallClock.now() - begin)
    let names = ThreadUse.names(of: process)
    let readers = Set(names.filter { $0.value == Self.worker }.keys)
    let others = second.filter { !readers.contains($0.key) }
    guard let thread = ThreadUse.busiest(from: first, to: others), let before = first[thread],
      let after = second[thread]
    else { throw BenchFault.noClient(name: "tone", messages: "it has no process thread") }
    let used = after.since(before)
    let read = readers.reduce(0.0) { sum, id in
      guard let before = first[id], let after = second[id] else { return sum }
      return sum + Double(after.since(before).nanoseconds)
    }
    return (
      Double(used.nanoseconds) / Double(max(used.waits, 1)) / 1000, read / max(wall, 1) * 100
    )
  }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.sorted()[values.count / 2]
  }
}
