import Music

/// A skill that the plans of days train: a training at an interval, with its notes in sequence or
/// together.
public nonisolated struct Skill: Hashable, Sendable {
  public let training: TrainingName
  public let interval: DirectedInterval

  /// All skills, by training, then by interval from the prime outwards.
  public static let all = TrainingName.answered.flatMap { training in
    DirectedInterval.all.map { Skill(training, $0) }
  }

  public init(_ training: TrainingName, _ interval: DirectedInterval = .prime) {
    (self.training, self.interval) = (training, interval)
  }

  /// The presentation of its notes. An interval is tuned with the reference sounding.
  public var presentation: Presentation {
    training.ownPresentation
      ?? (training == .matching && interval != .prime ? .harmonic : .melodic)
  }

  /// True if it is tuned or played, and not only heard.
  var isMadeByHand: Bool { training.answer == .pitch }
}

/// The instrument of a player, as spelt in the settings.
public nonisolated enum Player: String, CaseIterable, Sendable {
  case voice, strings, wind, fretted, keys, choir, listener

  /// The intervals in the order in which they are trained.
  var intervals: [Interval] {
    switch self {
    case .voice, .choir:
      [
        .perfectFifth, .majorThird, .minorThird, .perfectFourth, .majorSecond, .minorSecond,
        .majorSixth, .minorSixth, .minorSeventh, .majorSeventh,
      ]
    case .strings:
      [
        .perfectFifth, .octave, .majorSecond, .minorSecond, .majorThird, .minorThird,
        .perfectFourth, .majorSixth,
      ]
    case .wind:
      [
        .octave, .perfectFifth, .majorThird, .majorSecond, .minorSecond, .perfectFourth,
        .minorSeventh,
      ]
    case .fretted, .keys: [.perfectFifth, .octave, .perfectFourth, .majorThird, .minorThird]
    case .listener:
      [
        .perfectFifth, .majorThird, .minorThird, .perfectFourth, .octave, .majorSixth,
        .minorSixth, .majorSecond,
      ]
    }
  }

  /// The built-in sound of the family; `nil` for somebody who only listens.
  var sound: BuiltInSound? {
    switch self {
    case .voice, .choir: .voice
    case .strings: .violin
    case .wind: .flute
    case .fretted: .guitar
    case .keys: .piano
    case .listener: nil
    }
  }

  /// True if notes together are just unless a tuning is set.
  var prefersJust: Bool { [.voice, .choir, .strings].contains(self) }
}

public nonisolated struct CoachSettings: Hashable, Sendable {
  public var player = Player.listener

  /// The length of a day's training.
  public var minutes = 10

  /// The cents at which skills are done: comparisons of unisons, comparisons and purity of
  /// intervals, tuned notes, and played notes.
  public var goalUnison = 8.0
  public var goalInterval = 12.0
  public var goalMatching = 6.0
  public var goalPlaying = 10.0

  /// The intervals that the user has set; empty for none.
  public var intervals: [DirectedInterval] = []

  public var isTuningSet = false

  /// The A4 for the names of the notes of an instrument.
  public var referencePitch = TuningSystem.standardReferencePitch

  public init() {}

  func goal(of skill: Skill) -> Double {
    switch skill.training {
    case .comparison: skill.interval == .prime ? goalUnison : goalInterval
    case .matching: goalMatching
    case .playing: goalPlaying
    default: goalInterval
    }
  }

  /// The skills in the order in which they are trained.
  ///
  /// - Parameter hasPlayed: true if anything was ever played or sung to Peach.
  func ladder(hasPlayed: Bool) -> [Skill] {
    let wanted = intervals.filter { $0 != .prime }
    let usual = player.intervals.map { DirectedInterval($0) }.filter { !wanted.contains($0) }
    let trainings: [TrainingName] =
      [.comparison, .purity, .matching] + (hasPlayed ? [.playing] : [])
    return [Skill(.comparison), Skill(.matching)]
      + (wanted + usual).flatMap { interval in trainings.map { Skill($0, interval) } }
  }
}
