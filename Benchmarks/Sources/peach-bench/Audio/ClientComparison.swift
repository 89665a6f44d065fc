import Foundation

/// The processor time of Peach's process thread per period beside that of FluidSynth's own JACK client
/// playing the same note and that of a client that plays nothing, each alone on a server of its own, in
/// alternating runs.
struct ClientComparison {
  /// The highest ratio to FluidSynth's, for each period in frames.
  private static let limits: [(frames: Int, limit: Double)] = [
    (64, 0.9), (256, 0.7), (1024, 0.65),
  ]

  /// From the start of the note to the measurement, in seconds.
  private static let warmUp = 1.0

  /// The notes that Peach plays after the measured one, in hertz: they may cause no page fault either.
  private static let furtherNotes = [220.0, 466.2, 1046.5, 65.4, 3520, 440]

  /// How often each client is measured at each period.
  let rounds: Int

  /// How long it is measured each time.
  let seconds: Double

  private enum Client: String, CaseIterable {
    case peach = "Peach"
    case fluidSynth = "FluidSynth"
    /// What libjack and the kernel cost by themselves.
    case empty = "empty"

    /// The subcommand that plays the note, or nothing, until its input ends.
    var arguments: [String] {
      switch self {
      case .peach: ["tone", "--note", "440"]
      case .fluidSynth: [FluidSynthClientCommand.name]
      case .empty: [EmptyClientCommand.name]
      }
    }
  }

  /// What one client used at one period, in all rounds.
  private struct Use {
    /// Nanoseconds a period, one figure for each round.
    var periods = Distribution()
    var minorFaults = 0
    var majorFaults = 0
    var faults: Int { minorFaults + majorFaults }
  }

  /// - Throws: ``BenchFault/noClient(name:messages:)``
  func run() async throws -> Report {
    var report = Report(
      key: "clients",
      title: "Process thread of a client alone on its server, one note: processor time per period",
      columns: [
        ReportColumn(key: "client", heading: "client"),
        ReportColumn(key: "frames", heading: "frames"),
        ReportColumn(key: "medianMicroseconds", heading: "median us"),
        ReportColumn(key: "minMicroseconds", heading: "min us"),
        ReportColumn(key: "maxMicroseconds", heading: "max us"),
        ReportColumn(key: "minorFaults", heading: "page faults"),
        ReportColumn(key: "majorFaults", heading: "from disk"),
      ])
    var faults = 0
    var remarks: [String] = []
    for (frames, limit) in Self.limits {
      var uses: [Client: Use] = [:]
      for _ in 0..<rounds {
        for client in Client.allCases {
          try await measure(client, frames: frames, into: &uses[client, default: Use()])
        }
      }
      for client in Client.allCases {
        guard let use = uses[client] else { continue }
        let times = [use.periods.median, use.periods.min, use.periods.max]
        report.rows.append(
          [.text(client.rawValue), .number(Double(frames))]
            + times.map { .number(Double($0) / 1000, decimals: 2) }
            + [.number(Double(use.minorFaults)), .number(Double(use.majorFaults))])
      }
      faults += uses[.peach]?.faults ?? 0
      func median(_ client: Client) -> Double { Double(uses[client]?.periods.median ?? 0) }
      let (peach, fluidSynth, empty) = (median(.peach), median(.fluidSynth), median(.empty))
      report.goals.append(
        ReportGoal(
          name: "\(frames) frames, Peach against FluidSynth, medians", limit: limit,
          measured: peach / max(fluidSynth, 1), unit: ""))
      remarks.append(
        "Beyond the empty client at \(frames) frames: \(Self.text(peach - empty)) us of Peach, "
          + "\(Self.text(fluidSynth - empty)) us of FluidSynth"
          + (empty < min(peach, fluidSynth)
            ? ", a ratio of "
              + ReportValue.number((peach - empty) / (fluidSynth - empty), decimals: 2).text + "."
            : ": too noisy for a ratio."))
    }
    report.goals.append(
      ReportGoal(
        name: "page faults in Peach's callback after the first second", limit: 0,
        measured: Double(faults), unit: ""))
    report.notes =
      [
        "All of the thread: the callback, libjack around it, and the kernel's work to wake it up. FluidSynth's",
        "own JACK driver with its default settings; the empty client writes zeros into two outputs. Page faults of",
        "Peach also while it begins further notes, and while it opens and reads its audio input.",
      ] + remarks
    return report
  }

  private static func text(_ nanoseconds: Double) -> String {
    ReportValue.number(nanoseconds / 1000, decimals: 2).text
  }

  private func measure(_ client: Client, frames: Int, into use: inout Use) async throws {
    let server = try PrivateServer(frames: frames)
    defer { server.stop() }
    let run = try await ServerClient.playing(client.arguments)
    do {
      try await measure(run, client, frames: frames, into: &use)
    } catch {
      _ = try? run.end(isKilled: true)
      throw error
    }
    try run.end()
  }

  private func measure(
    _ run: ServerClient, _ client: Client, frames: Int, into use: inout Use
  ) async throws {
    try await Task.sleep(for: .seconds(Self.warmUp))
    let first = ThreadUse.all(of: run.processIdentifier)
    try await Task.sleep(for: .seconds(seconds))
    let second = ThreadUse.all(of: run.processIdentifier)
    guard let thread = ThreadUse.busiest(from: first, to: second), let before = first[thread],
      let after = second[thread]
    else { throw BenchFault.noClient(name: client.rawValue, messages: "it has no process thread") }
    let used = after.since(before)
    use.periods.record(used.nanoseconds / max(used.waits, 1))
    if client == .peach {
      for hertz in Self.furtherNotes {
        try run.ask("stop")
        try run.ask("note \(hertz)")
        try await Task.sleep(for: .milliseconds(100))
      }
      try run.ask("listen")
      try await Task.sleep(for: .milliseconds(500))
      try run.ask("deaf")
    }
    guard let last = ThreadUse.all(of: run.processIdentifier)[thread]?.since(before) else {
      throw BenchFault.serverGone
    }
    use.minorFaults += Int(last.minorFaults)
    use.majorFaults += Int(last.majorFaults)
  }
}
