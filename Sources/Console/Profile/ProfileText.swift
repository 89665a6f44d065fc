import Foundation
import Music
import Training

/// The profile as plain text: overall figures and a table of the trained notes.
public enum ProfileText {
  public static func text(_ profile: ProfileSnapshot) -> String {
    var lines: [String] = []
    for kind in TrainingKind.allCases {
      lines += comparisons(profile.comparison[kind], heading: "Comparison, \(kind.words)") + [""]
    }
    for kind in TrainingKind.allCases {
      lines += matchings(profile.matching[kind], heading: "Pitch matching, \(kind.words)") + [""]
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  private static func comparisons(
    _ part: ProfileSnapshot.Comparisons, heading: String
  ) -> [String] {
    guard part.trials > 0 else { return [heading, "  not trained yet"] }
    var lines = [
      heading,
      "  comparisons              \(part.trials)",
      "  mean difference          \(cents(part.overallMean))",
      "  spread between notes     \(cents(part.overallStdDev))",
      "  later against earlier    \(trend(part.halvesTrend))",
      "",
      "  note   comparisons   mean difference   spread",
    ]
    for note in part.notes where note.statistics.count > 0 {
      let statistics = note.statistics
      lines.append(
        "  " + left(NoteName.text(note.note), 5) + right("\(statistics.count)", 13)
          + right(cents(statistics.mean, unit: ""), 18)
          + right(cents(statistics.standardDeviation, unit: ""), 9))
    }
    return lines
  }

  private static func matchings(_ part: ProfileSnapshot.Matchings, heading: String) -> [String] {
    guard part.count > 0 else { return [heading, "  not trained yet"] }
    return [
      heading,
      "  matchings                \(part.count)",
      "  mean error               \(cents(part.mean))",
      "  bias (sharp is +)        \(part.bias.map { CentsText.signed($0) + " cents" } ?? "-")",
      "  spread                   \(cents(part.spread))",
      "  later against earlier    \(trend(part.halvesTrend))",
    ]
  }

  private static func cents(_ value: Cents?, unit: String = " cents") -> String {
    value.map { CentsText.plain($0.rawValue) + unit } ?? "-"
  }

  private static func trend(_ trend: ProfileSnapshot.TrendSummary?) -> String {
    guard let trend else { return "too few to say (from \(TrendSeries.minimumCount) on)" }
    let percent = String(format: "%+.0f %%", trend.change * 100)
    return "\(percent) (\(trend.trend.rawValue))"
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }
}

extension TrainingKind {
  fileprivate var words: String {
    switch self {
    case .unison: "unison"
    case .interval: "intervals"
    }
  }
}
