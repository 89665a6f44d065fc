/// Measures several sources in alternating batches, so that whatever else the machine does meets all
/// of them alike.
struct AlternatingMeasurement {
  /// Periods of one source in a row: enough to warm the caches, few against all of them.
  private static let batch = 250

  /// How many periods of each are measured.
  let periods: Int

  /// What reading the clock costs, in nanoseconds; it is taken off.
  let clockCost: UInt64

  /// The thread CPU time of each source's periods.
  func run(_ sources: [any PeriodSource]) async throws -> [Distribution] {
    var results = sources.map { _ in Distribution() }
    var done = 0
    while done < periods {
      let count = min(Self.batch, periods - done)
      for (index, source) in sources.enumerated() {
        try Task.checkCancellation()
        try await warmUp(source)
        for _ in 0..<count {
          try await source.prepareNextPeriod()
          let begin = ThreadClock.now()
          source.renderPeriod()
          let duration = ThreadClock.now() - begin
          results[index].record(duration - min(duration, clockCost))
        }
      }
      done += count
    }
    return results
  }

  private func warmUp(_ source: any PeriodSource) async throws {
    for _ in 0..<Self.batch / 10 {
      try await source.prepareNextPeriod()
      source.renderPeriod()
    }
  }
}
