/// When the period changes, and to what.
nonisolated struct DisturbancePlan {
  let secondsPerPeriod: Double

  /// In frames, one after the other and from the start again.
  let periods: [Int]

  private var position = 0
  private var changes = 0

  init(secondsPerPeriod: Double, periods: [Int]) {
    self.secondsPerPeriod = secondsPerPeriod
    self.periods = periods
  }

  /// Counts time from the beginning again; the periods go on where they are.
  mutating func begin() { changes = 0 }

  /// The next period, if its time has come; one that the server has already is passed over.
  ///
  /// - Parameters:
  ///   - seconds: since the beginning.
  ///   - current: the server's period.
  mutating func nextPeriod(after seconds: Double, current: Int) -> Int? {
    guard seconds >= secondsPerPeriod * Double(changes + 1) else { return nil }
    changes += 1
    let period = periods[position % periods.count]
    position += 1
    return period == current ? nil : period
  }
}
