import Charts
import Console
import Language
import Music
import Training

/// The facts that the start screen shows: the state of each training, and the length of a session.
struct StartFacts: Hashable {
  /// A training with its kind.
  struct Row: Hashable {
    let choice: TrainingChoice

    /// `nil` while the history is still being read.
    let state: TrainingState?

    /// The unison, or the intervals of the rotation.
    let intervals: [DirectedInterval]

    /// True if the notes sound together in a training that has both presentations.
    var isTogether = false
  }

  /// The plan of the day; `nil` while it is not known.
  var plan: Plan?
  var isPlanDone = false

  /// The changes in the figures of skills, in words.
  var stories: [Skill: String] = [:]

  /// All trainings, in their order.
  let rows: [Row]

  /// The name of the shown history; `nil` if there is only one.
  var listener: String?

  private let paces: [TrainingName: TrainingPace]

  /// - Parameters:
  ///   - profile: `nil` while the history is still being read.
  ///   - intervals: the rotation of interval training.
  ///   - presentation: the presentation of trainings that have both.
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

  /// The change in the figure of a row; `nil` for several intervals, or without a story.
  func story(of row: Row) -> String? {
    guard row.intervals.count == 1, let interval = row.intervals.first else { return nil }
    let skill = Skill(row.choice.training, interval)
    let presentation: Presentation = row.isTogether ? .harmonic : .melodic
    return skill.presentation == skill.training.ownPresentation ?? presentation
      ? stories[skill] : nil
  }

  /// The length of a session: `40 comparisons, about 3 minutes`. The minutes are left out while the
  /// history is still being read.
  func session(of training: TrainingName) -> String {
    let words = training.words
    guard let pace = paces[training], pace.trials > 0 else { return words.endlessSession }
    guard let minutes = pace.minutes else { return words.session(pace.trials) }
    let time = localized(one: "about %d minute", other: "about %d minutes", minutes)
    return localized("%@, %@", words.session(pace.trials), time)
  }
}

extension StartFacts.Row {
  /// The kind in as many intervals as fit: `unison`, `fifth ↑, major third ↓`
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
    guard let state else { return localized("%@, %@", choice.training.words.title, kind) }
    return localized("%@, %@: %@", choice.training.words.title, kind, state.spoken)
  }
}
