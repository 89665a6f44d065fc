import Console
import Training

/// A tested change in JSON; the names of its members say its unit.
enum TestedChangeJSON {
  /// As a share per 1000 trials.
  static func ofShare(_ change: TestedChange) -> JSONLine {
    line(change, member: "changePer1000Trials")
  }

  /// In cents per 1000 trials.
  static func ofCents(_ change: TestedChange) -> JSONLine {
    line(change, member: "centsPer1000Trials")
  }

  private static func line(_ change: TestedChange, member: String) -> JSONLine {
    var line = JSONLine()
    line.add("trend", change.trend.rawValue)
    line.add(member, change.change)
    line.add("low", change.low)
    line.add("high", change.high)
    line.add("trials", change.trials)
    return line
  }
}
