import Charts
import Console
import Language
import Music
import Program
import Training

extension TrainingName {
  var face: any TrainingFace {
    switch self {
    case .comparison: ComparisonFace()
    case .matching: MatchingFace()
    case .purity: PurityFace()
    case .playing: PlayingFace()
    case .listening: ListeningFace()
    case .map: MapFace()
    case .oddOne: OddOneFace()
    }
  }

  var controls: ControlUse { face.controls }

  /// The time that a trial is assumed to take a new user, in seconds.
  ///
  /// - Parameters:
  ///   - noteDuration: of a note, in seconds.
  ///   - feedbackTime: of a verdict, in seconds.
  func assumedSeconds(noteDuration: Double, feedbackTime: Double) -> Double {
    face.secondsToAnswer(noteDuration: noteDuration) + feedbackTime
  }
}

/// Comparison training as the user sees it.
struct ComparisonFace: TrainingFace {
  let name = TrainingName.comparison
  let controls = ControlUse(movesSlider: false, intents: [.higher, .lower])

  var commands: [TrainingCommand] {
    [
      TrainingCommand(
        ["higher", "h"], meaning: localized(context: "meaning of a command", "higher"),
        keys: [.up, .character("k")], .answer(higher: true)),
      TrainingCommand(
        ["lower", "l"], meaning: localized(context: "meaning of a command", "lower"),
        keys: [.down, .character("j")], .answer(higher: false)),
    ]
  }

  func keys(_ glyphs: Glyphs) -> [KeyTable.Row] {
    [
      KeyTable.Row(answering: glyphs.up, or: "k", localized("the second note is higher")),
      KeyTable.Row(answering: glyphs.down, or: "j", localized("the second note is lower")),
    ] + choiceKeys
  }

  /// Two notes and a moment to think.
  func secondsToAnswer(noteDuration: Double) -> Double { 2 * noteDuration + 1.5 }
}

/// Purity training as the user sees it.
struct PurityFace: TrainingFace {
  let name = TrainingName.purity
  let controls = ControlUse(movesSlider: false, intents: [.first, .second])

  var commands: [TrainingCommand] { TrainingCommand.places([.left, .right]) }

  func keys(_ glyphs: Glyphs) -> [KeyTable.Row] {
    [
      KeyTable.Row(answering: glyphs.left, or: "1", localized("the first was in tune")),
      KeyTable.Row(answering: glyphs.right, or: "2", localized("the second was in tune")),
    ] + choiceKeys
  }

  /// Two chords and a moment to think.
  func secondsToAnswer(noteDuration: Double) -> Double { 2 * noteDuration + 2 }
}

/// The odd one of three sounds, as the user sees it. Only plans ask for it.
struct OddOneFace: TrainingFace {
  let name = TrainingName.oddOne
  let controls = ControlUse(movesSlider: false, intents: [.first, .second, .third])

  var commands: [TrainingCommand] { TrainingCommand.places([.left, .down, .right]) }

  func keys(_ glyphs: Glyphs) -> [KeyTable.Row] {
    [
      KeyTable.Row(answering: glyphs.left, or: "1", localized("the first differed")),
      KeyTable.Row(answering: glyphs.down, or: "2", localized("the second differed")),
      KeyTable.Row(answering: glyphs.right, or: "3", localized("the third differed")),
    ] + choiceKeys
  }

  /// Three sounds and a moment to think.
  func secondsToAnswer(noteDuration: Double) -> Double { 3 * noteDuration + 2 }
}

/// Pitch matching as the user sees it. Nothing shows the target before a pitch is committed.
struct MatchingFace: TrainingFace {
  let name = TrainingName.matching
  let controls = ControlUse(movesSlider: true, intents: [.commit])

  /// A key that is held repeats, and the note glides. A tenth of a cent is finer than any ear; a
  /// semitone takes ten coarse steps.
  var commands: [TrainingCommand] {
    [
      TrainingCommand(
        "slider", "V", in: PitchSlider.range, localized("a number from -1 to 1"),
        Intent.slider),
      // From end to end of the slider.
      TrainingCommand(
        "nudge", localized(context: "value of a command", "CENTS"), in: -200...200,
        localized("a number of cents from -200 to 200"),
        keys: [
          (.right, 1), (.character("l"), 1), (.left, -1), (.character("h"), -1),
          (.up, 10), (.character("k"), 10), (.down, -10), (.character("j"), -10),
          (.character("."), 0.1), (.character(","), -0.1),
        ].map { ($0, .nudge(Cents($1))) }
      ) { .nudge(Cents($0)) },
      TrainingCommand(["commit"], keys: [.enter], .commit),
    ]
  }

  func keys(_ glyphs: Glyphs) -> [KeyTable.Row] {
    [
      KeyTable.Row(
        answering: "\(glyphs.left) \(glyphs.right)", or: " h l",
        localized("tune by 1 cent; hold to glide")),
      KeyTable.Row(
        answering: "\(glyphs.up) \(glyphs.down)", or: " k j", localized("tune by 10 cents")),
      KeyTable.Row(
        glyphs.isSpoken ? localized(context: "keys on the keyboard", "comma period") : ", .",
        localized("tune by 0.1 cents")),
      KeyTable.Row(
        SpaceKey.name,
        localized("hear the reference again; after the answer, your note and the true one")),
      KeyTable.Row(
        "Enter", localized("in tune; in a replay or a pause: continue"),
        opening: localized("Enter: in tune")),
    ]
  }

  /// A reference note and some tuning.
  func secondsToAnswer(noteDuration: Double) -> Double { noteDuration + 8 }
}

/// The training of the player's own note as the user sees it.
struct PlayingFace: TrainingFace {
  let name = TrainingName.playing
  let controls = ControlUse(movesSlider: false, intents: [.done])

  var commands: [TrainingCommand] { [TrainingCommand(["commit"], keys: [.enter], .commit)] }

  func keys(_: Glyphs) -> [KeyTable.Row] {
    [
      KeyTable.Row(
        SpaceKey.name,
        localized("hear the reference again; after the answer, your note and the true one")),
      KeyTable.Row(
        "Enter", localized("judge the note now; in a replay or a pause: continue"),
        opening: localized("Enter: judge the note now")),
    ]
  }

  /// A reference note and some playing.
  func secondsToAnswer(noteDuration: Double) -> Double { noteDuration + 4 }
}

/// Listening as the user sees it.
struct ListeningFace: TrainingFace {
  let name = TrainingName.listening

  let controls = ControlUse(movesSlider: false, intents: [.done])

  /// The intervals if the user has set none.
  static let usualIntervals = [Interval.perfectFifth, .majorThird, .minorThird, .perfectFourth]
    .map { DirectedInterval($0) }

  var commands: [TrainingCommand] {
    [TrainingCommand(["next"], keys: [.right, .enter], .skip)]
  }

  func keys(_ glyphs: Glyphs) -> [KeyTable.Row] {
    [
      KeyTable.Row(SpaceKey.name, localized("hear the same notes again")),
      KeyTable.Row(glyphs.right, localized("the next notes")),
      KeyTable.Row("Enter", localized("the next notes; in a pause: continue")),
    ]
  }

  /// Three sounds.
  func secondsToAnswer(noteDuration: Double) -> Double { 3 * noteDuration + 1 }
}

/// The words for the notes of maps, which are recorded without trials.
struct MapFace: TrainingFace {
  let name = TrainingName.map
  let controls = ControlUse(movesSlider: false, intents: [])
  let commands: [TrainingCommand] = []

  func keys(_ glyphs: Glyphs) -> [KeyTable.Row] { [] }
  func secondsToAnswer(noteDuration: Double) -> Double { noteDuration }
}
