import Console
import Training

/// The profile as one JSON object. Every figure is there at any time, with the state beside it that says
/// whether it may be shown; what is undefined is `null`.
public enum ProfileJSON {
  public static func text(_ profile: ProfileSnapshot) -> String {
    var whole = JSONLine()
    for training in TrainingName.allCases {
      let sections = ProfileSections.all.filter { $0.training == training }
      guard !sections.isEmpty else { continue }
      var line = JSONLine()
      for section in sections { line.add(section.kind.rawValue, object: section.json(profile)) }
      whole.add(training.rawValue, object: line)
    }
    return whole.description
  }

  static func halves(_ series: TrendSeries) -> JSONLine? {
    guard let trend = series.trend, let change = series.change else { return nil }
    var line = JSONLine()
    line.add("trend", trend.rawValue)
    line.add("change", change)
    return line
  }
}
