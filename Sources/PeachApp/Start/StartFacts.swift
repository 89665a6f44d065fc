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
  }

  /// The four of them, in their order.
  let rows: [Row]

  private let paces: [TrainingName: TrainingPace]

  /// - Parameters:
  ///   - profile: `nil` while the history is still being read.
  ///   - intervals: those that interval training has in its rotation.
  ///   - pace: how long a session of a training is, and how long a trial of it takes.
  init(
    _ profile: ProfileSnapshot?, intervals: [DirectedInterval], glyphs: Glyphs,
    pace: (TrainingName) -> TrainingPace
  ) {
    rows = TrainingChoice.all.map { choice in
      let trained = choice.kind == .unison ? [DirectedInterval.prime] : intervals
      let state = profile.map {
        Trainings.face(of: choice.training).state(choice.kind, $0, of: intervals, glyphs)
      }
      return Row(choice: choice, state: state, intervals: trained)
    }
    paces = Dictionary(uniqueKeysWithValues: TrainingName.allCases.map { ($0, pace($0)) })
  }

  init(rows: [Row], paces: [TrainingName: TrainingPace]) {
    (self.rows, self.paces) = (rows, paces)
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
    guard choice.kind == .unison else {
      return IntervalName.list(intervals, glyphs, columns: columns)
    }
    let name = StyledText(localized(context: "training", "unison"))
    return name.shortened(to: max(columns, 0), mark: glyphs.ellipsis).plain
  }

  /// The row as a line that is read out: `Comparison, perfect fifth up: threshold 12.8, 9 to 18`
  var spoken: String {
    let kind =
      choice.kind == .unison
      ? localized(context: "training", "unison")
      : intervals.map { NoteName.text($0) }.joined(separator: ", ")
    guard let state else { return localized("%@, %@", choice.training.title, kind) }
    return localized("%@, %@: %@", choice.training.title, kind, state.spoken)
  }
}
