import Language
import Music
import Training

/// One of the trainings, such as comparison or matching, of unisons or of intervals.
public struct TrainingChoice: Hashable {
  public let training: TrainingName
  public let kind: TrainingKind

  public init(_ training: TrainingName, _ kind: TrainingKind) {
    self.training = training
    self.kind = kind
  }

  /// What a session with this set of intervals is: with anything but the unison in it, interval training.
  public init(_ training: TrainingName, of intervals: [DirectedInterval]) {
    self.init(training, intervals.allSatisfy { $0 == .prime } ? .unison : .interval)
  }

  /// All that have figures, in the order in which they are shown.
  public static let all = TrainingName.answered.flatMap { training in
    TrainingKind.allCases.map { TrainingChoice(training, $0) }
  }

  public var name: String {
    switch training {
    case .comparison where kind == .unison: localized("Comparison, unison")
    case .comparison: localized("Comparison, intervals")
    case .matching: MatchingSection.title(kind)
    case .purity where kind == .unison: localized("Purity, unison")
    case .purity: localized("Purity, intervals")
    case .playing: MatchingSection.playingTitle(kind)
    case .listening: localized(context: "training", "Listening")
    case .map: localized("My instrument")
    case .oddOne: localized(context: "training", "The odd one of three")
    }
  }

  /// What a session with this set of intervals is called.
  ///
  /// - Parameter presentation: how its notes follow each other, if the training has both ways.
  public static func title(
    _ training: TrainingName, of intervals: [DirectedInterval],
    _ presentation: Presentation = .melodic
  ) -> String {
    let title = plainTitle(training, of: intervals)
    return presentation == .harmonic && training.ownPresentation == nil ? together(title) : title
  }

  /// The name of what is trained with notes that sound together.
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

  /// What it asks of the ear, in a sentence.
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

  /// What to do if there are no results of it.
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
