import Foundation

/// What an audio input that somebody reads costs, on a server of its own: the process thread of a client that plays a
/// note, beside the same one without an input, in turns, and the thread that reads and follows the pitch. The input
/// hears another client, as it would hear a microphone: libjack copies nothing then, unlike from a client's own
/// output.
struct InputCost {
  private static let periods = [64, 256, 1024]
  private static let rounds = 7
  private static let seconds = 2.0

  /// The greatest ratio of the process thread's time.
  private static let greatestRatio = 1.1

  /// The name of the thread that reads.
  private static let worker = "peach-input"

  /// The client that is heard.
  private static let voice = "peach-bench-voice"

  func run() async throws -> Report {
    var report = Report(
      key: "inputCost", title: "An input that is listened to: processor time of a client's threads",
      columns: [
        ReportColumn(key: "frames", heading: "frames"),
        ReportColumn(key: "closed", heading: "closed us"),
        ReportColumn(key: "connected", heading: "connected us"),
        ReportColumn(key: "open", heading: "read us"), ReportColumn(key: "ratio", heading: "ratio"),
        ReportColumn(key: "idleWorker", heading: "silence, worker %"),
        ReportColumn(key: "worker", heading: "notes, worker %"),
      ])
    var most = 0.0
    for frames in Self.periods {
      let use = try await use(frames: frames)
      most = max(most, use.worker)
      let ratio = use[.read] / max(use[.closed], 1e-9)
      report.rows.append(
        [.number(Double(frames))] + Door.allCases.map { .number(use[$0], decimals: 2) }
          + [
            .number(ratio, decimals: 3), .number(use.idleWorker, decimals: 2),
            .number(use.worker, decimals: 2),
          ])
      report.goals.append(
        ReportGoal(
          name: "\(frames) frames, input read against closed", limit: Self.greatestRatio,
          measured: ratio, unit: ""))
    }
    report.goals.append(
      ReportGoal(name: "the thread that reads", limit: 5, measured: most, unit: " % of a core"))
    report.notes = [
      "medians of \(Self.rounds) turns, microseconds a period: all of the process thread, libjack as well;",
      "connected: nobody reads, so the process callback passes it over, and the rest is the server's.",
      "The worker, in percent of a core, follows the pitch, judges one note after the other, and measures what",
      "is held; first while nothing is played, then while another client plays a note each second.",
    ]
    return report
  }

  /// How far the input is used.
  private enum Door: CaseIterable {
    case closed, connected, read

    /// What asks a client for it.
    var command: String {
      switch self {
      case .closed: "deaf"
      case .connected: "connect \(InputCost.voice):out_1"
      case .read: "listen \(InputCost.voice):out_1"
      }
    }
  }

  /// What the threads use, medians.
  private struct Use {
    /// Microseconds a period of the process thread.
    var process: [Door: Double] = [:]
    /// Percent of a core.
    var idleWorker = 0.0
    var worker = 0.0

    subscript(_ door: Door) -> Double { process[door] ?? .nan }
  }

  private func use(frames: Int) async throws -> Use {
    let server = try PrivateServer(frames: frames)
    defer { server.stop() }
    let client = try await ServerClient.playing(["tone", "--note", "440"])
    do {
      let voice = try await ServerClient.playing([
        "tone", "--note", "440", "--client-name", Self.voice,
      ])
      do {
        try ask(voice, "stop")
        let use = try await use(of: client, hearing: voice)
        try voice.end()
        try client.end()
        return use
      } catch {
        _ = try? voice.end(isKilled: true)
        throw error
      }
    } catch {
      _ = try? client.end(isKilled: true)
      throw error
    }
  }

  private func use(of client: ServerClient, hearing voice: ServerClient) async throws -> Use {
    var process: [Door: [Double]] = [:]
    var worker: [Double] = []
    var thread: Int32?
    for round in 0..<Self.rounds {
      // In another order each time: a processor that has just been busy is faster.
      for place in Door.allCases.indices {
        let door = Door.allCases[(place + round) % Door.allCases.count]
        try ask(client, door.command)
        // The voice plays each time, so that the server does the same.
        let use = try await measure(client, &thread) { try await play(voice) }
        process[door, default: []].append(use.process)
        if door == .read { worker.append(use.worker) }
      }
    }
    try ask(client, Door.read.command)
    let idle = try await measure(client, &thread) {
      try await Task.sleep(for: .seconds(Self.seconds))
    }
    return Use(
      process: process.mapValues(Self.median), idleWorker: idle.worker,
      worker: Self.median(worker))
  }

  /// A note each second.
  private func play(_ voice: ServerClient) async throws {
    for _ in 0..<Int(Self.seconds) {
      try ask(voice, "note 440")
      try await Task.sleep(for: .milliseconds(850))
      try ask(voice, "stop")
      try await Task.sleep(for: .milliseconds(150))
    }
  }

  /// - Throws: ``BenchFault/noClient(name:messages:)`` if the answer is not that it is done.
  private func ask(_ client: ServerClient, _ line: String) throws {
    let answer = try client.ask(line)
    guard answer == "ok" else {
      throw BenchFault.noClient(name: "tone", messages: answer ?? "it has ended")
    }
  }

  /// Microseconds a period of the process thread, and the worker's share of a core in percent.
  ///
  /// - Parameter thread: the process thread, once it is known: of those that do not read the busiest one.
  private func measure(
    _ client: ServerClient, _ thread: inout Int32?, while body: () async throws -> Void
  ) async throws -> (process: Double, worker: Double) {
    let process = client.processIdentifier
    // What has just been asked for is over.
    try await Task.sleep(for: .milliseconds(500))
    let first = ThreadUse.all(of: process)
    let begin = WallClock.now()
    try await body()
    let second = ThreadUse.all(of: process)
    let wall = Double(WallClock.now() - begin)
    let names = ThreadUse.names(of: process)
    let readers = Set(names.filter { $0.value == Self.worker }.keys)
    let others = second.filter { !readers.contains($0.key) }
    thread = thread ?? ThreadUse.busiest(from: first, to: others)
    guard let thread, let before = first[thread], let after = second[thread]
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
