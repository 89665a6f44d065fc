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
    FiguresJSON.add(level: verdicts.level, to: &line)
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
    line.add("intervals", objects: verdicts.parts.map(FiguresJSON.interval))
    line.add("notes", objects: part.notes.map(note))
    return line
  }

  private static func addShared(
    _ part: ProfileSnapshot.Comparisons, _ trend: TrendVerdict, to line: inout JSONLine
  ) {
    line.add("lapseRate", part.lapseRate)
    line.add("overallMean", part.asked.overallMean?.rawValue)
    line.add("overallStdDev", part.asked.overallStdDev?.rawValue)
    line.add("trend", object: FiguresJSON.trend(trend))
    line.add("halvesTrend", object: halves(part.halves))
  }

  private static func note(_ note: ProfileSnapshot.Note) -> JSONLine {
    var line = JSONLine()
    line.add("note", note.note.rawValue)
    line.add("count", note.statistics.count)
    line.add("mean", note.statistics.mean?.rawValue)
    line.add("stdDev", note.statistics.standardDeviation?.rawValue)
    guard let verdict = note.verdict else { return line }
    FiguresJSON.add(threshold: verdict.threshold, "threshold", to: &line)
    line.add("state", verdict.state.rawValue)
    return line
  }

  private static func matchings(_ part: ProfileSnapshot.Matchings) -> JSONLine {
    var line = JSONLine()
    line.add("count", part.count)
    line.add("mean", part.errors.mean?.rawValue)
    line.add("stdDev", part.errors.standardDeviation?.rawValue)
    FiguresJSON.add(part.verdicts.fit, to: &line)
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
