import Console
import Foundation
import Music
import Training

/// The profile as one JSON object. Every figure is there at any time, with the state beside it that says
/// whether it may be shown; what is undefined is `null`.
public enum ProfileJSON {
  public static func text(_ profile: ProfileSnapshot) -> String {
    var comparison = JSONLine()
    comparison.add(TrainingKind.unison.rawValue, object: unison(profile))
    comparison.add(TrainingKind.interval.rawValue, object: intervals(profile))
    var matching = JSONLine()
    for kind in TrainingKind.allCases {
      matching.add(kind.rawValue, object: matchings(profile.matching[kind]))
    }
    var whole = JSONLine()
    whole.add("comparison", object: comparison)
    whole.add("matching", object: matching)
    return whole.description
  }

  private static func unison(_ profile: ProfileSnapshot) -> JSONLine {
    let (part, verdicts) = (profile.comparison.unison, profile.unison)
    var line = JSONLine()
    line.add("trials", part.trials)
    line.add("state", verdicts.level.state.rawValue)
    line.add(verdicts.level.threshold, "level")
    addShared(part, verdicts.trend, to: &line)
    line.add("notes", objects: part.notes.map(note))
    return line
  }

  private static func intervals(_ profile: ProfileSnapshot) -> JSONLine {
    let (part, verdicts) = (profile.comparison.interval, profile.intervals)
    var line = JSONLine()
    line.add("trials", part.trials)
    line.add("state", verdicts.state.rawValue)
    addShared(part, verdicts.trend, to: &line)
    line.add("intervals", objects: verdicts.parts.map(interval))
    line.add("notes", objects: part.notes.map(note))
    return line
  }

  private static func addShared(
    _ part: ProfileSnapshot.Comparisons, _ trend: TrendVerdict, to line: inout JSONLine
  ) {
    line.add("lapseRate", part.lapseRate)
    line.add("overallMean", part.asked.overallMean?.rawValue)
    line.add("overallStdDev", part.asked.overallStdDev?.rawValue)
    line.add("trend", object: TrendJSON.line(trend))
    line.add("halvesTrend", object: halves(part.halves))
  }

  private static func note(_ note: ProfileSnapshot.Note) -> JSONLine {
    var line = JSONLine()
    line.add("note", note.note.rawValue)
    line.add("count", note.statistics.count)
    line.add("mean", note.statistics.mean?.rawValue)
    line.add("stdDev", note.statistics.standardDeviation?.rawValue)
    guard let verdict = note.verdict else { return line }
    line.add(verdict.threshold, "threshold")
    line.add("state", verdict.state.rawValue)
    return line
  }

  private static func interval(_ part: IntervalVerdicts.Part) -> JSONLine {
    var line = JSONLine()
    line.add("interval", part.interval.description)
    line.add("count", part.threshold.answers)
    line.add("shift", part.shift.value.rawValue)
    line.add("shiftLow", part.shift.low.rawValue)
    line.add("shiftHigh", part.shift.high.rawValue)
    line.add(part.threshold.threshold, "threshold")
    line.add("state", part.threshold.state.rawValue)
    return line
  }

  private static func matchings(_ part: ProfileSnapshot.Matchings) -> JSONLine {
    let fit = part.verdicts.fit
    var line = JSONLine()
    line.add("count", part.count)
    line.add("mean", part.errors.mean?.rawValue)
    line.add("stdDev", part.errors.standardDeviation?.rawValue)
    for (name, estimate) in [("bias", fit?.bias), ("spread", fit?.spread), ("pull", fit?.pull)] {
      line.add(name, estimate?.value.rawValue)
      line.add("\(name)Low", estimate?.low.rawValue)
      line.add("\(name)High", estimate?.high.rawValue)
    }
    line.add("trend", object: trend(part))
    line.add("halvesTrend", object: halves(part.halves))
    return line
  }

  private static func trend(_ part: ProfileSnapshot.Matchings) -> JSONLine? {
    guard part.accuracy != nil || part.precision != nil else { return nil }
    var line = JSONLine()
    line.add("accuracy", object: part.accuracy.map(TestedChangeJSON.ofCents))
    line.add("precision", object: part.precision.map(TestedChangeJSON.ofShare))
    return line
  }

  private static func halves(_ series: TrendSeries) -> JSONLine? {
    guard let trend = series.trend, let change = series.change else { return nil }
    var line = JSONLine()
    line.add("trend", trend.rawValue)
    line.add("change", change)
    return line
  }
}

extension JSONLine {
  /// Adds an estimate under that name, and the ends of its interval.
  fileprivate mutating func add(_ estimate: CentsEstimate, _ name: String) {
    add(name, estimate.value.rawValue)
    add("low", estimate.low.rawValue)
    add("high", estimate.high.rawValue)
  }
}

/// A tested trend of thresholds in JSON.
enum TrendJSON {
  /// `nil` if it is too early.
  static func line(_ verdict: TrendVerdict) -> JSONLine? {
    guard let trend = verdict.trend else { return nil }
    let change = trend.monthlyChange
    var line = JSONLine()
    line.add("trend", verdict.name)
    line.add("changePerMonth", change.value)
    line.add("low", change.low)
    line.add("high", change.high)
    line.add("probability", trend.probability)
    line.add("days", trend.days.count)
    return line
  }
}

/// A tested change in JSON; the names of the members give the unit.
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
