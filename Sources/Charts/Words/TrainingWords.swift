import Console
import Language
import Music
import Training

/// All that Peach says of a training as a whole, apart from its keys and commands.
public struct TrainingWords {
  public let training: TrainingName

  /// The training, whether of unisons or of intervals: `Comparison`.
  public let title: String

  /// The training of unisons, of intervals, and of both; each is the title if there is one training only.
  fileprivate let unison: String
  fileprivate let intervals: String
  fileprivate let both: String

  /// The task of the ear, in a sentence, in unisons and in intervals.
  fileprivate let task: String
  fileprivate let intervalTask: String

  /// The advice if there are no results of it, given a key of the start screen.
  fileprivate let untrained: (String, TrainingKind) -> String

  /// The question and the commands that answer it, in one line.
  public let question: String

  /// Paragraphs about it for the description of Peach.
  public let about: [String]

  /// A number of results: `40 comparisons`.
  public let count: @MainActor @Sendable (Int) -> String

  /// A number of trials to come.
  public let session: (Int) -> String

  /// A session without an end.
  public let endlessSession: String

  /// A session of some length: `tuning for 2 minutes`.
  let timed: (String) -> String

  /// The end after a number of trials, as a sentence.
  public let ended: (Int) -> String

  /// The skill that it trains, given the interval: `major third, tuned`.
  let skill: (String) -> String

  /// The member of JSON objects that has the number of records.
  public let member: String

  /// The result of an import or a merge, given numbers in words.
  public let outcome: (String) -> String

  /// A record within a sentence, given its cents, whether it is right, and its note.
  public let answer: (Cents, Bool, MIDINote) -> String

  fileprivate init(
    _ training: TrainingName, title: String, unison: String? = nil, intervals: String? = nil,
    both: String? = nil, task: String, intervalTask: String? = nil,
    untrained: ((String, TrainingKind) -> String)? = nil, question: String? = nil,
    about: [String] = [], count: @escaping @MainActor @Sendable (Int) -> String,
    session: ((Int) -> String)? = nil,
    endlessSession: String, timed: @escaping (String) -> String = { $0 },
    ended: @escaping (Int) -> String, skill: @escaping (String) -> String = { $0 },
    member: String, outcome: @escaping (String) -> String,
    answer: @escaping (Cents, Bool, MIDINote) -> String
  ) {
    self.training = training
    self.title = title
    self.unison = unison ?? title
    self.intervals = intervals ?? title
    self.both = both ?? title
    self.task = task
    self.intervalTask = intervalTask ?? task
    self.untrained = untrained ?? { _, _ in task }
    self.question = question ?? task
    self.about = about
    self.count = count
    self.session = session ?? count
    self.endlessSession = endlessSession
    self.timed = timed
    self.ended = ended
    self.skill = skill
    self.member = member
    self.outcome = outcome
    self.answer = answer
  }

  /// The definition of *in tune*. Not everybody expects beats in an interval that is true.
  public nonisolated static var trueInterval: String {
    localized(
      """
      The true interval is that of the chosen tuning. In equal temperament most intervals beat even \
      if they are in tune, so the one with fewer beats is not always the answer.
      """)
  }
}

extension TrainingName {
  public var words: TrainingWords {
    switch self {
    case .comparison: .comparison
    case .matching: .matching
    case .purity: .purity
    case .playing: .playing
    case .listening: .listening
    case .map: .map
    case .oddOne: .oddOne
    }
  }
}

extension TrainingWords {
  fileprivate static var comparison: TrainingWords {
    TrainingWords(
      .comparison, title: localized("Comparison"), unison: localized("Comparison, unison"),
      intervals: localized("Comparison, intervals"),
      both: localized("Comparison, unison and intervals"),
      task: localized("Two notes: is the second higher or lower than the first?"),
      intervalTask: localized("Two notes: is the second higher or lower than the true interval?"),
      untrained: {
        localized(
          """
          Not trained yet. Press %@ on the start screen; a first figure usually takes about %d \
          comparisons.
          """, $0, FigureState.usualAnswers($1))
      },
      question: localized(
        "Is the second note higher or lower? Commands: higher (h), lower (l), quit (q), help (?)"),
      about: [
        localized(
          """
          Comparison: two notes sound. Is the second higher or lower than the first? With \
          intervals: is it higher or lower than the true interval?
          """),
        localized(
          """
          Most differences are so large that you get about 85 in 100 right. With the strategy kazez, \
          each right answer narrows the difference and each wrong one widens it.
          """),
      ],
      count: { localized(one: "%d comparison", other: "%d comparisons", $0) },
      endlessSession: localized("comparisons until Esc"),
      timed: { localized("comparisons for %@", $0) },
      ended: {
        localized(one: "Ended after %d comparison.", other: "Ended after %d comparisons.", $0)
      },
      member: "comparisons", outcome: { localized("comparisons: %@", $0) },
      answer: { cents, isRight, _ in
        let cents = CentsText.plain(cents.magnitude)
        return isRight
          ? localized("comparison, right, %@ cents", cents)
          : localized("comparison, wrong, %@ cents", cents)
      })
  }

  fileprivate static var matching: TrainingWords {
    TrainingWords(
      .matching, title: localized("Matching"), unison: localized("Matching, unison"),
      intervals: localized("Matching, intervals"),
      both: localized("Matching, unison and intervals"),
      task: localized("Two notes: tune the second until it is the first."),
      intervalTask: localized("Two notes: tune the second until the interval is true."),
      untrained: { key, _ in
        localized(
          "Not trained yet. Press %@ on the start screen; a first figure takes %d tuned notes.",
          key, MatchingFit.fewest)
      },
      question: localized(
        "Tune the second note. Commands: slider V (-1 to 1), nudge CENTS, commit, quit (q), help (?)"
      ),
      about: [
        localized(
          """
          Matching: a note sounds, then a second one that is out of tune. Tune it until it \
          is right, then press Enter.
          """)
      ],
      count: { localized(one: "%d tuned note", other: "%d tuned notes", $0) },
      session: { localized(one: "%d note to tune", other: "%d notes to tune", $0) },
      endlessSession: localized("notes to tune until Esc"),
      timed: { localized("tuning for %@", $0) },
      ended: {
        localized(one: "Ended after tuning %d note.", other: "Ended after tuning %d notes.", $0)
      },
      skill: { localized(context: "skill", "%@, tuned", $0) },
      member: "matchings", outcome: { localized("tuned notes: %@", $0) },
      answer: { cents, _, _ in localized("tuned note, %@ cents", CentsText.signed(cents)) })
  }

  fileprivate static var purity: TrainingWords {
    TrainingWords(
      .purity, title: localized(context: "training", "Purity"),
      unison: localized("Purity, unison"), intervals: localized("Purity, intervals"),
      both: localized("Purity, unison and intervals"),
      task: localized("Two notes sound twice: which time were they in tune?"),
      untrained: { key, _ in
        localized(
          """
          Not trained yet. Press %@ on the start screen; a first figure usually takes about %d \
          answers.
          """, key, FigureState.usualAnswers(.interval))
      },
      question: localized(
        """
        Which was in tune, the first or the second? Commands: first (1), second (2), quit (q), \
        help (?)
        """),
      about: [
        localized(
          """
          Purity: the same two notes, or the same chord, sound twice, once in tune. Which was in \
          tune, the first or the second?
          """), trueInterval,
      ],
      count: { localized(one: "%d question of purity", other: "%d questions of purity", $0) },
      endlessSession: localized("questions of purity until Esc"),
      timed: { localized("questions of purity for %@", $0) },
      ended: { localized(one: "Ended after %d question.", other: "Ended after %d questions.", $0) },
      skill: { localized(context: "skill", "%@ in a chord", $0) },
      member: "purities", outcome: { localized("questions of purity: %@", $0) },
      answer: { cents, isRight, _ in
        let cents = CentsText.plain(cents.magnitude)
        return isRight
          ? localized("purity, right, %@ cents", cents)
          : localized("purity, wrong, %@ cents", cents)
      })
  }

  fileprivate static var playing: TrainingWords {
    TrainingWords(
      .playing, title: localized(context: "training", "Playing"),
      unison: localized("Playing, unison"), intervals: localized("Playing, intervals"),
      both: localized("Playing, unison and intervals"),
      task: localized("A note sounds: play it or sing it."),
      intervalTask: localized("A note sounds: play or sing the interval from it."),
      untrained: { key, _ in
        localized(
          "Not trained yet. Press %@ on the start screen; a first figure takes %d played notes.",
          key, MatchingFit.fewest)
      },
      question: localized(
        "Play or sing the note. Commands: commit (judge now), again, quit (q), help (?)"),
      about: [
        localized(
          """
          Playing: a note sounds. Play or sing it, or the interval above or below it that is named, \
          into a microphone, and hold it until it is judged.
          """)
      ],
      count: { localized(one: "%d played note", other: "%d played notes", $0) },
      session: { localized(one: "%d note to play", other: "%d notes to play", $0) },
      endlessSession: localized("notes to play until Esc"),
      timed: { localized("playing for %@", $0) },
      ended: {
        localized(one: "Ended after playing %d note.", other: "Ended after playing %d notes.", $0)
      },
      skill: { localized(context: "skill", "%@, played", $0) },
      member: "playings", outcome: { localized("played notes: %@", $0) },
      answer: { cents, _, _ in localized("played note, %@ cents", CentsText.signed(cents)) })
  }

  fileprivate static var listening: TrainingWords {
    TrainingWords(
      .listening, title: localized(context: "training", "Listening"),
      task: localized("Notes in tune, one after the other and together: listen."),
      question: localized("Listen. Commands: next, again, quit (q), help (?)"),
      count: { localized(one: "%d block listened to", other: "%d blocks listened to", $0) },
      session: {
        localized(one: "%d pair of notes to hear", other: "%d pairs of notes to hear", $0)
      },
      endlessSession: localized("notes to hear until Esc"),
      timed: { localized("listening for %@", $0) },
      ended: {
        localized(one: "Ended after %d pair of notes.", other: "Ended after %d pairs of notes.", $0)
      },
      member: "listenings", outcome: { localized("blocks listened to: %@", $0) },
      answer: { _, _, _ in localized("block listened to") })
  }

  fileprivate static var map: TrainingWords {
    TrainingWords(
      .map, title: localized("My instrument"),
      task: localized("Play what you like: how do the notes of your instrument stand?"),
      count: { localized(one: "%d note of the map", other: "%d notes of the map", $0) },
      endlessSession: localized("notes until Esc"),
      ended: { localized(one: "Ended after %d note.", other: "Ended after %d notes.", $0) },
      member: "mapped", outcome: { localized("notes of the map: %@", $0) },
      answer: { cents, _, note in
        localized("%@, %@ cents", NoteName.text(note), CentsText.signed(cents))
      })
  }

  fileprivate static var oddOne: TrainingWords {
    TrainingWords(
      .oddOne, title: localized(context: "training", "The odd one of three"),
      task: localized("Which of the three differs?"),
      question: localized(
        """
        Which of the three differed? Commands: first (1), second (2), third (3), quit (q), help (?)
        """),
      count: { localized(one: "%d odd one of three", other: "%d odd ones of three", $0) },
      endlessSession: localized("odd ones of three until Esc"),
      timed: { localized("the odd one of three for %@", $0) },
      ended: { localized(one: "Ended after %d question.", other: "Ended after %d questions.", $0) },
      member: "oddOnes", outcome: { localized("odd ones of three: %@", $0) },
      answer: { cents, isRight, _ in
        let cents = CentsText.plain(cents.magnitude)
        return isRight
          ? localized("odd one of three, right, %@ cents", cents)
          : localized("odd one of three, wrong, %@ cents", cents)
      })
  }
}

/// A training, such as comparison or matching, of unisons or of intervals.
public struct TrainingChoice: Hashable {
  public let training: TrainingName
  public let kind: TrainingKind

  public init(_ training: TrainingName, _ kind: TrainingKind) {
    self.training = training
    self.kind = kind
  }

  /// Makes the choice that a session with this set of intervals is: with anything but the unison in it, interval
  /// training.
  public init(_ training: TrainingName, of intervals: [DirectedInterval]) {
    self.init(training, intervals.allSatisfy { $0 == .prime } ? .unison : .interval)
  }

  /// The choices that have figures, in the order in which they are shown.
  public static let all = TrainingName.answered.flatMap { training in
    TrainingKind.allCases.map { TrainingChoice(training, $0) }
  }

  public var name: String { kind == .unison ? training.words.unison : training.words.intervals }

  /// Names a session with this set of intervals.
  ///
  /// - Parameter presentation: how its notes follow each other, if the training has both ways.
  public static func title(
    _ training: TrainingName, of intervals: [DirectedInterval],
    _ presentation: Presentation = .melodic
  ) -> String {
    let choice = TrainingChoice(training, of: intervals)
    let isMixed = choice.kind == .interval && intervals.contains(.prime)
    let title = isMixed ? training.words.both : choice.name
    return presentation == .harmonic && training.ownPresentation == nil ? together(title) : title
  }

  /// Names what is trained with notes that sound together.
  static func together(_ name: String) -> String { localized("%@, sounding together", name) }

  /// The task of the ear, in a sentence.
  public var question: String {
    kind == .unison ? training.words.task : training.words.intervalTask
  }

  /// The advice if there are no results of it.
  var untrained: String { training.words.untrained("\(StartKeys.key(of: self))", kind) }
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
