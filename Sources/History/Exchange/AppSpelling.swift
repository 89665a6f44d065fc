import Music

/// How the app spells what Peach spells otherwise.
enum AppSpelling {
  static let comparison = "pitchDiscrimination"
  static let comparisonBefore = "pitchComparison"
  static let matching = "pitchMatching"

  /// Trainings that Peach does not have.
  static let rhythmTrainings: Set<String> = [
    "rhythmOffsetDetection", "timingOffsetDetection", "rhythmMatching", "continuousRhythmMatching",
  ]

  private static let tunings: [(app: String, tuning: TuningSystem)] = [
    ("equalTemperament", .equalTemperament), ("justIntonation", .justIntonation),
  ]

  /// Every tuning that the app knows.
  static var allTunings: [String] { tunings.map(\.app) }

  /// The app's name of a tuning, `nil` for one that it does not know.
  static func tuning(_ identifier: String) -> String? {
    tunings.first { $0.tuning.identifier == identifier }?.app
  }

  /// Peach's name of a tuning of the app.
  static func identifier(ofTuning name: String) -> String? {
    tunings.first { $0.app == name }?.tuning.identifier
  }

  private static let tritone = "d5"

  /// The app's name of an interval, which has no direction.
  static func name(of interval: Interval) -> String {
    interval == .tritone ? tritone : interval.shortName
  }

  static func interval(_ name: String) -> Interval? {
    name == tritone
      ? .tritone : name == Interval.tritone.shortName ? nil : Interval(shortName: name)
  }
}
