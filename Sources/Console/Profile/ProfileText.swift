import Foundation
import Music
import Training

/// The profile as plain text: overall figures and a table of the notes.
public enum ProfileText {
  static let untrained = "not trained yet"

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
    guard part.trials > 0 else { return [heading, "  \(untrained)"] }
    var lines = [
      heading,
      "  comparisons              \(part.trials)",
      "  thresholds               \(thresholds(part.notes))",
      "  trend                    \(TrendText.share(part.change))",
      "  mean difference asked    \(cents(part.overallMean))",
      "  spread between notes     \(cents(part.overallStdDev))",
      "  later against earlier    \(TrendText.halves(part.halvesTrend))",
      "",
      "           threshold, and where it lies (90 %)           differences asked",
      "  note       cents        from          to       number      mean    spread",
    ]
    for note in part.notes {
      let (statistics, estimate) = (note.statistics, note.estimate)
      lines.append(
        "  " + left(NoteName.text(note.note), 5)
          + right(number(estimate?.threshold), 11) + right(number(estimate?.low), 12)
          + right(number(estimate?.high), 12) + right("\(statistics.count)", 13)
          + right(number(statistics.mean), 10)
          + right(number(statistics.standardDeviation), 10))
    }
    return lines
  }

  /// The best and the worst note.
  private static func thresholds(_ notes: [ProfileSnapshot.Note]) -> String {
    let known = notes.compactMap { note in note.estimate.map { (note.note, $0.threshold) } }
    guard let best = known.min(by: { $0.1 < $1.1 }), let worst = known.max(by: { $0.1 < $1.1 })
    else { return "-" }
    return """
      \(cents(best.1)) (\(NoteName.text(best.0))) to \(cents(worst.1)) (\(NoteName.text(worst.0)))
      """
  }

  private static func matchings(_ part: ProfileSnapshot.Matchings, heading: String) -> [String] {
    guard part.count > 0 else { return [heading, "  \(untrained)"] }
    return [
      heading,
      "  matchings                \(part.count)",
      "  bias (sharp is +)        \(part.bias.map { CentsText.signed($0) + " cents" } ?? "-")",
      "  accuracy (bias)          \(TrendText.cents(part.accuracy))",
      "  spread                   \(cents(part.spread))",
      "  precision (spread)       \(TrendText.share(part.precision))",
      "  mean error               \(cents(part.mean))",
      "  later against earlier    \(TrendText.halves(part.halvesTrend))",
    ]
  }

  private static func cents(_ value: Cents?) -> String {
    value.map { CentsText.plain($0.rawValue) + " cents" } ?? "-"
  }

  private static func number(_ value: Cents?) -> String {
    value.map { CentsText.plain($0.rawValue) } ?? "-"
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
