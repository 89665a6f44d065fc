import Console
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
    var comparison = JSONLine()
    var matching = JSONLine()
    for kind in TrainingKind.allCases {
      comparison.add(kind.rawValue, object: comparisons(kind, report))
      matching.add(kind.rawValue, object: matchings(report.profile.matching[kind]))
    }
    line.add("comparison", object: comparison)
    line.add("matching", object: matching)
    return line.description
  }

  private static func comparisons(_ kind: TrainingKind, _ report: ReportSnapshot) -> JSONLine {
    let fit = report.fits[kind]
    var line = JSONLine()
    line.add("trials", report.profile.comparison[kind].trials)
    line.add("threshold", fit?.threshold.rawValue)
    line.add("low", fit?.low.rawValue)
    line.add("high", fit?.high.rawValue)
    line.add("lapseRate", fit?.lapseRate)
    line.add("trend", object: report.profile.comparison[kind].change.map(TestedChangeJSON.ofShare))
    return line
  }

  private static func matchings(_ part: ProfileSnapshot.Matchings) -> JSONLine {
    var line = JSONLine()
    line.add("count", part.count)
    line.add("bias", part.errors.bias?.rawValue)
    line.add("spread", part.errors.spread?.rawValue)
    line.add("accuracy", object: part.accuracy.map(TestedChangeJSON.ofCents))
    line.add("precision", object: part.precision.map(TestedChangeJSON.ofShare))
    return line
  }
}
