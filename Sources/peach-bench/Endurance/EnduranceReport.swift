/// The report of an endurance run: figures for each training, and the goals.
nonisolated struct EnduranceReport {
  /// A note, an answer and the feedback take two seconds at most.
  private static let longestWait = 5.0

  /// In kibibytes, over the time after the first quarter.
  private static let growth = 1024.0

  let results: [EnduranceResult]

  /// Whether the server has its period back.
  let hasItsPeriod: Bool

  var report: Report {
    var report = Report(
      key: "endurance", title: "Endurance",
      columns: [ReportColumn(key: "what", heading: "what")]
        + results.map { ReportColumn(key: $0.training, heading: $0.training) })
    report.rows = training + around + memory
    report.goals = goals
    report.notes = notes
    return report
  }

  private func row(
    _ name: String, decimals: Int = 0, _ value: (EnduranceResult) -> Double?
  ) -> [ReportValue] {
    [.text(name)] + results.map { value($0).map { .number($0, decimals: decimals) } ?? .nothing }
  }

  private func row(_ name: String, _ value: (EnduranceResult) -> Int?) -> [ReportValue] {
    row(name) { value($0).map(Double.init) }
  }

  private var training: [[ReportValue]] {
    [
      row("minutes", decimals: 1, \.minutes),
      row("challenges", \.ledger.challenges),
      row("results", \.ledger.results),
      row("results in the history at the end", \.history.stored),
      row("lines typed", \.ledger.typedLines),
      row("of them ignored", \.ledger.ignoredLines),
      row("answers typed and taken", \.ledger.acceptedAnswers),
      row("answers by MIDI") { $0.ledger.results - $0.ledger.acceptedAnswers },
      row("longest wait for a challenge, s", decimals: 2, \.ledger.longestWait),
    ]
  }

  private var around: [[ReportValue]] {
    [
      row("changes of the period", \.disturbances.periodChanges),
      row("periods that the server refused", \.disturbances.refusedPeriods),
      row("xruns", \.ledger.xruns),
      row("late commands", \.diagnostics.lateCommands),
      row("events sent by MIDI", \.disturbances.sentMessages),
      row("events that had no room at the sender", \.disturbances.droppedMessages),
      row("periods with more MIDI than is listened to", \.diagnostics.periodsWithLostMIDI),
      row("inputs that went and came back", \.disturbances.pulledPorts),
      row("connections that Peach restored", \.disturbances.restoredConnections),
      row("cables pulled and put back by hand", \.disturbances.pulledCables),
      row("departures of the controller", \.disturbances.controllerDepartures),
      row("controllers connected again", \.disturbances.restoredControllers),
    ]
  }

  private var memory: [[ReportValue]] {
    let trends = results.map { MemoryTrend($0.memory) }
    func row(_ name: String, decimals: Int, _ value: (MemoryTrend) -> Double) -> [ReportValue] {
      [.text(name)]
        + trends.map { $0.map { .number(value($0), decimals: decimals) } ?? .nothing }
    }
    return [
      row("memory after the first quarter, MiB", decimals: 2) { $0.start / 1024 },
      row("memory at the end, MiB", decimals: 2) { $0.end / 1024 },
      row("growth without 8 bytes a result, KiB", decimals: 1, \.excess),
      row("its slope, KiB a minute", decimals: 2, \.slope),
      self.row("reports of RealtimeSanitizer", \.diagnostics.sanitizerReports),
    ]
  }

  private var goals: [ReportGoal] {
    // If one training lacks a figure, the other's does not make up for it.
    func measured(_ value: (EnduranceResult) -> Double?) -> [Double]? {
      let values = results.compactMap(value)
      return values.count == results.count ? values : nil
    }
    func none(_ name: String, _ value: (EnduranceResult) -> Int?) -> ReportGoal {
      ReportGoal(
        name: name, limit: 0,
        measured: measured { value($0).map(Double.init) }?.reduce(0, +), unit: "")
    }
    // The last comparison covers the results of all trainings.
    func history(_ name: String, _ value: (HistoryComparison) -> Int) -> ReportGoal {
      ReportGoal(
        name: name, limit: 0, measured: Double(results.last.map(\.history).map(value) ?? 0),
        unit: "")
    }
    func most(
      _ name: String, _ limit: Double, unit: String, _ value: (EnduranceResult) -> Double?
    ) -> ReportGoal {
      ReportGoal(name: name, limit: limit, measured: measured(value)?.max(), unit: unit)
    }
    return [
      ReportGoal(
        name: "results of each training", limit: 1,
        measured: Double(results.map(\.ledger.results).min() ?? 0), unit: "", bound: .atLeast),
      none("results without an id") { $0.ledger.results - $0.ledger.ids.count },
      history("results told and not in the history", \.lost),
      history("results there or told twice", \.doubled),
      history("results in the history and never told", \.untold),
      history("faults of the history", \.faults),
      none("answers taken without a result", \.ledger.unansweredAnswers),
      none("lines neither taken nor ignored", \.ledger.unheededLines),
      none("events out of their order", \.ledger.contradictions),
      none("errors told") { $0.ledger.errors.values.reduce(0, +) },
      none("ends with a wrong reason or status") { $0.isEndingRight ? 0 : 1 },
      most("longest wait for a challenge", Self.longestWait, unit: " s", \.ledger.longestWait),
      none("connections that did not come back", \.disturbances.missingConnections),
      none("controllers that were not connected again", \.disturbances.missingControllers),
      none("cables that did not stay pulled", \.disturbances.unwantedConnections),
      none("events that the callback lost", \.diagnostics.lostEvents),
      none("reports of RealtimeSanitizer") { $0.diagnostics.sanitizerReports ?? 0 },
      most("growth of memory without 8 bytes a result", Self.growth, unit: " KiB") {
        MemoryTrend($0.memory)?.excess
      },
      ReportGoal(
        name: "servers left with another period", limit: 0, measured: hasItsPeriod ? 0 : 1,
        unit: ""),
    ]
  }

  private var notes: [String] {
    var notes: [String] = []
    for result in results {
      func list(_ name: String, _ counts: [String: Int]) {
        guard !counts.isEmpty else { return }
        let words = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        notes.append("\(result.training), \(name): \(words.joined(separator: ", "))")
      }
      list("notices", result.ledger.notices)
      list("errors", result.ledger.errors)
    }
    notes.append("Memory: the resident set without what is shared with the server, medians.")
    return notes
  }
}
