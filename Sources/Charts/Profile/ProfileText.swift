import Console
import Language
import Music
import Training

/// The profile as plain text: overall figures and a table of the notes.
public enum ProfileText {
  public static var untrained: String { localized("not trained yet") }

  public static func text(_ profile: ProfileSnapshot) -> String {
    var lines: [String] = []
    for choice in TrainingChoice.all {
      let part =
        switch choice.training {
        case .comparison: comparisons(profile.comparison[choice.kind], heading: choice.name)
        case .matching: matchings(profile.matching[choice.kind], heading: choice.name)
        }
      lines += part + [""]
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  private static func comparisons(
    _ part: ProfileSnapshot.Comparisons, heading: String
  ) -> [String] {
    guard part.trials > 0 else { return [heading, "  " + untrained] }
    var lines = [heading]
    lines += rows([
      (localized("comparisons"), "\(part.trials)"),
      (localized("thresholds"), thresholds(part.notes)),
      (localized("trend"), TrendText.share(part.change)),
      (localized("mean difference asked"), cents(part.asked.overallMean)),
      (localized("variation between notes"), cents(part.asked.overallStdDev)),
      (localized("later compared with earlier"), TrendText.halves(part.halves)),
    ])
    lines += [
      "",
      String(repeating: " ", count: 11)
        + localized("threshold and 90 %% interval").rightPadded(to: 47)
        + localized("differences asked"),
      "  " + localized(context: "table", "note").rightPadded(to: 5)
        + [
          (localized(context: "table", "cents"), 11), (localized(context: "table", "from"), 12),
          (localized(context: "table", "to"), 12), (localized(context: "table", "number"), 13),
          (localized(context: "table", "mean"), 10), (localized(context: "table", "spread"), 10),
        ].map { right($0, $1) }.joined(),
    ]
    for note in part.notes {
      let (statistics, estimate) = (note.statistics, note.estimate)
      lines.append(
        "  " + NoteName.text(note.note).rightPadded(to: 5)
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
    return localized(
      "%@ (%@) to %@ (%@)", cents(best.1), NoteName.text(best.0), cents(worst.1),
      NoteName.text(worst.0))
  }

  private static func matchings(_ part: ProfileSnapshot.Matchings, heading: String) -> [String] {
    guard part.count > 0 else { return [heading, "  " + untrained] }
    let bias = part.errors.bias.map { localized("%@ cents", CentsText.signed($0)) } ?? "-"
    return [heading]
      + rows([
        (localized("notes tuned"), "\(part.count)"), (localized("bias (sharp is +)"), bias),
        (localized("accuracy (bias)"), TrendText.cents(part.accuracy)),
        (localized("spread"), cents(part.errors.spread)),
        (localized("precision (spread)"), TrendText.share(part.precision)),
        (localized("mean error"), cents(part.errors.mean)),
        (localized("later compared with earlier"), TrendText.halves(part.halves)),
      ])
  }

  private static func rows(_ rows: [(String, String)]) -> [String] {
    let width = max(25, (rows.map(\.0.count).max() ?? 0) + 2)
    return rows.map { name, value in "  \(name.rightPadded(to: width))\(value)" }
  }

  private static func cents(_ value: Cents?) -> String {
    value.map { localized("%@ cents", CentsText.plain($0.rawValue)) } ?? "-"
  }

  private static func number(_ value: Cents?) -> String {
    value.map { CentsText.plain($0.rawValue) } ?? "-"
  }

  private static func right(_ text: String, _ width: Int) -> String { text.leftPadded(to: width) }
}
