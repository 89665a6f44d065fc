import Console
import Training

/// The profile as one JSON object. Every figure is there at any time, with the state beside it that says
/// whether it may be shown; what is undefined is `null`.
public enum ProfileJSON {
  /// - Parameter harmonic: the same of notes that sounded together; `nil` if there is nothing of them.
  public static func text(
    _ profile: ProfileSnapshot, harmonic: ProfileSnapshot? = nil
  ) -> String {
    var whole = JSONLine()
    add(profile, to: &whole)
    if let harmonic {
      var part = JSONLine()
      add(harmonic, to: &part)
      whole.add("harmonic", object: part)
    }
    return whole.description
  }

  private static func add(_ profile: ProfileSnapshot, to whole: inout JSONLine) {
    for training in TrainingName.answered {
      let sections = ProfileSections.all.filter { $0.training == training }
      // A training with one way alone is in the whole profile.
      let isElsewhere = profile.presentation == .harmonic && training.ownPresentation != nil
      guard !sections.isEmpty, !isElsewhere else { continue }
      var line = JSONLine()
      for section in sections { line.add(section.kind.rawValue, object: section.json(profile)) }
      whole.add(training.rawValue, object: line)
    }
  }

  static func halves(_ series: TrendSeries) -> JSONLine? {
    guard let trend = series.trend, let change = series.change else { return nil }
    var line = JSONLine()
    line.add("trend", trend.rawValue)
    line.add("change", change)
    return line
  }
}
