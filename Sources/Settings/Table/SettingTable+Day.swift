import Language
import Training

extension SettingTable {
  /// What the plan of a day goes by.
  static let day: [SettingRow] = [
    SettingRow(
      "player", .more, \.coach.player, .word,
      name: localized(context: "name of a setting", "You play"), words: ValueWords.player,
      meaning: localized(
        "What you play. It decides the order of the intervals in a day's training."),
      comment: """
        What you play: "voice", "strings", "wind", "fretted", "keys", "choir" or "listener" (nothing;
        you listen). It decides the order of the intervals in a day's training (`peach today`), and
        the sound that it has now and then.
        """),
    SettingRow(
      "dailyMinutes", .more, \.coach.minutes, .wholeNumber(3...60), unit: .minutes,
      name: localized(context: "name of a setting", "A day's time"),
      meaning: localized("How many minutes a day's training takes."),
      comment: """
        How many minutes a day's training (`peach today`) takes: 3…60.
        """),
    goal(
      "goalUnison", \.coach.goalUnison,
      name: localized(context: "name of a setting", "Goal: unison"),
      meaning: localized("The threshold at which the comparison of unisons is done for now."),
      comment: """
        The goals of a day's training, in cents: 0.5…100. A skill whose figure is surely below its
        goal is done for now, and met again from time to time: goalUnison is for comparisons of
        unisons, goalInterval for comparisons and purity of intervals, goalMatching for the spread of
        what you tune, and goalPlaying for the spread of what you play.
        """),
    goal(
      "goalInterval", \.coach.goalInterval,
      name: localized(context: "name of a setting", "Goal: interval"),
      meaning: localized("The threshold at which comparison and purity of an interval are done.")),
    goal(
      "goalMatching", \.coach.goalMatching,
      name: localized(context: "name of a setting", "Goal: tuning"),
      meaning: localized("The spread at which matching is done for now.")),
    goal(
      "goalPlaying", \.coach.goalPlaying,
      name: localized(context: "name of a setting", "Goal: playing"),
      meaning: localized("The spread at which playing is done for now.")),
  ]

  private static func goal(
    _ key: SettingKey, _ path: WritableKeyPath<SettingValues, Double> & Sendable,
    name: @autoclosure @escaping @Sendable () -> String,
    meaning: @autoclosure @escaping @Sendable () -> String, comment: String = ""
  ) -> SettingRow {
    SettingRow(
      key, .more, path, .decimal(0.5...100, step: 0.5), unit: .cents, name: name(),
      meaning: meaning(), comment: comment)
  }
}
