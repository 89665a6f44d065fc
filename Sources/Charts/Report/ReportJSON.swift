import Console
import Foundation
import Music
import Training

/// The outcome of a report and a summary of its figures, as one JSON object.
public enum ReportJSON {
  /// - Parameters:
  ///   - path: the path of the page; `-` is standard output.
  ///   - bytes: the size of the page.
  ///   - pictures: the paths of the pictures.
  public static func text(
    _ report: ReportSnapshot, path: String, bytes: Int, pictures: [String]
  ) -> String {
    var line = JSONLine()
    line.add("path", path)
    line.add("bytes", bytes)
    line.add("pictures", pictures)
    line.add("comparisons", report.comparisons)
    line.add("matchings", report.matchings)
    line.add("days", report.activeDays)
    for part in report.parts {
      switch part.presentation {
      case .melodic: add(part, to: &line)
      case .harmonic:
        var harmonic = JSONLine()
        add(part, to: &harmonic)
        line.add("harmonic", object: harmonic)
      }
    }
    return line.description
  }

  private static func add(_ part: ReportSnapshot.Part, to line: inout JSONLine) {
    var comparison = JSONLine()
    comparison.add("unison", object: unison(part.unison))
    comparison.add("interval", object: intervals(part.intervals))
    line.add("comparison", object: comparison)
    var matching = JSONLine()
    for kind in TrainingKind.allCases {
      matching.add(kind.rawValue, object: matchings(part.matching[kind]))
    }
    line.add("matching", object: matching)
  }

  private static func unison(_ part: ReportSnapshot.Unison) -> JSONLine {
    let level = part.verdicts.level
    var line = JSONLine()
    line.add("trials", part.count)
    line.add("state", level.state.rawValue)
    line.add("level", level.threshold.value.rawValue)
    line.add("low", level.threshold.low.rawValue)
    line.add("high", level.threshold.high.rawValue)
    line.add("lapseRate", part.lapseRate)
    line.add("trend", object: trend(part.verdicts.trend))
    return line
  }

  private static func intervals(_ part: ReportSnapshot.Intervals) -> JSONLine {
    var line = JSONLine()
    line.add("trials", part.count)
    line.add("intervals", objects: part.verdicts.parts.map(interval))
    line.add("lapseRate", part.lapseRate)
    line.add("trend", object: trend(part.verdicts.trend))
    return line
  }

  private static func interval(_ part: IntervalVerdicts.Part) -> JSONLine {
    var line = JSONLine()
    line.add("interval", part.interval.description)
    line.add("count", part.threshold.answers)
    line.add("state", part.threshold.state.rawValue)
    line.add("shift", part.shift.value.rawValue)
    line.add("shiftLow", part.shift.low.rawValue)
    line.add("shiftHigh", part.shift.high.rawValue)
    line.add("threshold", part.threshold.threshold.value.rawValue)
    line.add("low", part.threshold.threshold.low.rawValue)
    line.add("high", part.threshold.threshold.high.rawValue)
    return line
  }

  private static func trend(_ verdict: TrendVerdict) -> JSONLine {
    let trend = verdict.trend
    var line = JSONLine()
    line.add("verdict", verdict.name)
    line.add("monthlyChange", trend?.monthlyChange.value)
    line.add("low", trend?.monthlyChange.low)
    line.add("high", trend?.monthlyChange.high)
    line.add("probability", trend?.probability)
    line.add("days", trend?.days.count)
    return line
  }

  private static func matchings(_ verdicts: MatchingVerdicts) -> JSONLine {
    let fit = verdicts.fit
    var line = JSONLine()
    line.add("count", verdicts.count)
    line.add("bias", fit?.bias.value.rawValue)
    line.add("biasLow", fit?.bias.low.rawValue)
    line.add("biasHigh", fit?.bias.high.rawValue)
    line.add("pull", fit?.pull.value.rawValue)
    line.add("pullLow", fit?.pull.low.rawValue)
    line.add("pullHigh", fit?.pull.high.rawValue)
    line.add("spread", fit?.spread.value.rawValue)
    line.add("spreadLow", fit?.spread.low.rawValue)
    line.add("spreadHigh", fit?.spread.high.rawValue)
    return line
  }
}
