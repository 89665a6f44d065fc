import Charts
import Console
import Language
import Music
import Training

/// What the start screen shows at one moment: of each training what is known, and how long a session takes.
struct StartFacts: Hashable {
  /// A training with its kind.
  struct Row: Hashable {
    let choice: TrainingChoice

    /// `nil` while the history is still being read.
    let state: TrainingState?

    /// What is trained: the unison, or these intervals.
    let intervals: [DirectedInterval]

    /// Whether the notes sound together where they might follow each other.
    var isTogether = false
  }

  /// The plan of the day; `nil` while it is not known, and whether all of it has been trained.
  var plan: Plan?
  var isPlanDone = false

  /// How the figures of skills have changed, in words.
  var stories: [Skill: String] = [:]

  /// All of them, in their order.
  let rows: [Row]

  /// Whose history is shown, in words; `nil` if nobody but the user has one.
  var listener: String?

  private let paces: [TrainingName: TrainingPace]

  /// - Parameters:
  ///   - profile: `nil` while the history is still being read.
  ///   - intervals: those that interval training has in its rotation.
  ///   - presentation: how the notes of trainings that have both ways follow each other.
  ///   - pace: how long a session of a training is, and how long a trial of it takes.
  init(
    _ profile: ProfileSnapshot?, intervals: [DirectedInterval],
    presentation: Presentation = .melodic, glyphs: Glyphs, pace: (TrainingName) -> TrainingPace
  ) {
    rows = TrainingChoice.all.map { choice in
      let trained = choice.kind == .unison ? [DirectedInterval.prime] : intervals
      let state = profile.map { profile in
        profile.nearest(to: choice.training, of: trained).map { TrainingState($0) }
          ?? choice.training.face.state(choice.kind, profile, of: intervals, glyphs)
      }
      return Row(
        choice: choice, state: state, intervals: trained,
        isTogether: presentation == .harmonic && choice.training.ownPresentation == nil)
    }
    paces = Dictionary(uniqueKeysWithValues: TrainingName.allCases.map { ($0, pace($0)) })
  }

  init(rows: [Row], paces: [TrainingName: TrainingPace]) {
    (self.rows, self.paces) = (rows, paces)
  }

  /// How the figure of a row has changed; `nil` of several intervals, or without a story.
  func story(of row: Row) -> String? {
    guard row.intervals.count == 1, let interval = row.intervals.first else { return nil }
    let skill = Skill(row.choice.training, interval)
    let presentation: Presentation = row.isTogether ? .harmonic : .melodic
    return skill.presentation == skill.training.ownPresentation ?? presentation
      ? stories[skill] : nil
  }

  /// How much a session of that training is: `40 comparisons, about 3 minutes`. How long it takes is not
  /// known while the history is still being read.
  func session(of training: TrainingName) -> String {
    let words = training.words
    guard let pace = paces[training], pace.trials > 0 else { return words.endlessSession }
    guard let minutes = pace.minutes else { return words.session(pace.trials) }
    let time = localized(one: "about %d minute", other: "about %d minutes", minutes)
    return localized("%@, %@", words.session(pace.trials), time)
  }
}

extension StartFacts.Row {
  /// `unison`, `fifth ↑, major third ↓`
  ///
  /// - Parameter columns: as many intervals as fit are named.
  func kind(_ glyphs: Glyphs, columns: Int = .max) -> String {
    let mark = isTogether ? localized(context: "training", ", together") : ""
    guard choice.kind == .unison else {
      let room = columns == .max ? columns : max(columns - mark.columns, 0)
      return IntervalName.list(intervals, glyphs, columns: room) + mark
    }
    let name = StyledText(localized(context: "training", "unison") + mark)
    return name.shortened(to: max(columns, 0), mark: glyphs.ellipsis).plain
  }

  /// The row as a line that is read out: `Comparison, perfect fifth up: threshold 12.8, 9 to 18`
  var spoken: String {
    let mark = isTogether ? localized(context: "training", ", together") : ""
    let kind =
      (choice.kind == .unison
        ? localized(context: "training", "unison")
        : intervals.map { NoteName.text($0) }.joined(separator: ", ")) + mark
    guard let state else { return localized("%@, %@", choice.training.title, kind) }
    return localized("%@, %@: %@", choice.training.title, kind, state.spoken)
  }
}
