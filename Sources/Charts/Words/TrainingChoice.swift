import Console
import Language
import Music
import Training

/// A training such as comparison or matching, of unisons or of intervals.
public struct TrainingChoice: Hashable {
  public let training: TrainingName
  public let kind: TrainingKind

  public init(_ training: TrainingName, _ kind: TrainingKind) {
    self.training = training
    self.kind = kind
  }

  /// The choice of a session with these intervals, which is interval training unless all are
  /// unisons.
  public init(_ training: TrainingName, of intervals: [DirectedInterval]) {
    self.init(training, intervals.allSatisfy { $0 == .prime } ? .unison : .interval)
  }

  /// All trainings with figures, in the order of the screens.
  public static let all = TrainingName.answered.flatMap { training in
    TrainingKind.allCases.map { TrainingChoice(training, $0) }
  }

  public var name: String {
    switch training {
    case .comparison where kind == .unison: localized("Comparison, unison")
    case .comparison: localized("Comparison, intervals")
    case .matching where kind == .unison: localized("Matching, unison")
    case .matching: localized("Matching, intervals")
    case .purity where kind == .unison: localized("Purity, unison")
    case .purity: localized("Purity, intervals")
    case .playing where kind == .unison: localized("Playing, unison")
    case .playing: localized("Playing, intervals")
    case .listening: localized(context: "training", "Listening")
    case .map: localized("My instrument")
    case .oddOne: localized(context: "training", "The odd one of three")
    }
  }

  /// The title of a session with these intervals.
  ///
  /// - Parameter presentation: the presentation of its notes, if the training has both.
  public static func title(
    _ training: TrainingName, of intervals: [DirectedInterval],
    _ presentation: Presentation = .melodic
  ) -> String {
    let title = plainTitle(training, of: intervals)
    return presentation == .harmonic && training.ownPresentation == nil ? together(title) : title
  }

  /// The name of a training with notes that sound together.
  static func together(_ name: String) -> String { localized("%@, sounding together", name) }

  private static func plainTitle(_ training: TrainingName, of intervals: [DirectedInterval])
    -> String
  {
    let choice = TrainingChoice(training, of: intervals)
    guard choice.kind == .interval, intervals.contains(.prime) else { return choice.name }
    return switch training {
    case .comparison: localized("Comparison, unison and intervals")
    case .matching: localized("Matching, unison and intervals")
    case .purity: localized("Purity, unison and intervals")
    case .playing: localized("Playing, unison and intervals")
    case .listening, .map, .oddOne: choice.name
    }
  }

  /// The task in a sentence.
  public var question: String {
    switch (training, kind) {
    case (.comparison, .unison):
      localized("Two notes: is the second higher or lower than the first?")
    case (.comparison, .interval):
      localized("Two notes: is the second higher or lower than the true interval?")
    case (.matching, .unison): localized("Two notes: tune the second until it is the first.")
    case (.matching, .interval): localized("Two notes: tune the second until the interval is true.")
    case (.purity, _): localized("Two notes sound twice: which time were they in tune?")
    case (.playing, .unison): localized("A note sounds: play it or sing it.")
    case (.playing, .interval): localized("A note sounds: play or sing the interval from it.")
    case (.listening, _): localized("Notes in tune, one after the other and together: listen.")
    case (.oddOne, _): TrialWords.whichDiffers
    case (.map, _): localized("Play what you like: how do the notes of your instrument stand?")
    }
  }

  /// The advice if there are no results.
  var untrained: String {
    let key = "\(StartKeys.key(of: self))"
    return switch training {
    case .comparison:
      localized(
        """
        Not trained yet. Press %@ on the start screen; a first figure usually takes about %d \
        comparisons.
        """, key, FigureState.usualAnswers(kind))
    case .matching:
      localized(
        "Not trained yet. Press %@ on the start screen; a first figure takes %d tuned notes.",
        key, MatchingFit.fewest)
    case .purity:
      localized(
        """
        Not trained yet. Press %@ on the start screen; a first figure usually takes about %d \
        answers.
        """, key, FigureState.usualAnswers(.interval))
    case .playing:
      localized(
        "Not trained yet. Press %@ on the start screen; a first figure takes %d played notes.",
        key, MatchingFit.fewest)
    case .listening, .map, .oddOne: question
    }
  }
}

/// The keys of the start screen. Those of trainings, profile and settings are also keys of a
/// closing page.
public enum StartKeys {
  /// The keys 1…9 and 0, as on a keyboard, and then letters that have no other meaning on these
  /// pages.
  private static let row = Array("1234567890bcdefgn")

  public static func key(of choice: TrainingChoice) -> Character {
    row[TrainingChoice.all.firstIndex(of: choice) ?? 0]
  }

  /// The profile and the settings follow the trainings.
  public static var profile: Character { row[TrainingChoice.all.count] }
  public static var settings: Character { row[TrainingChoice.all.count + 1] }

  public static let today: Character = "t"

  public static let map: Character = "m"

  /// The key of the listeners is a letter, as there may be no choice of them.
  public static let listener: Character = "a"

  /// The keys of the trainings, for a list of keys: `1 2 3 4 5 6 7 8`.
  public static var trainings: String {
    row.prefix(TrainingChoice.all.count).map { "\($0)" }.joined(separator: " ")
  }

  /// The keys of the profile and of the settings, for a list of keys: `9 0`.
  public static var others: String { "\(profile) \(settings)" }

  /// The keys in a row of the keyboard, as short as possible: `1–9 0`.
  public static func all(_ glyphs: Glyphs) -> String {
    let keys = row.prefix(TrainingChoice.all.count + 2)
    let digits = keys.prefix { $0 != "0" }
    let range = digits.last.map { "1\(glyphs.dash)\($0)" } ?? ""
    return ([range] + keys.dropFirst(digits.count).map { "\($0)" }).joined(separator: " ")
  }
}
