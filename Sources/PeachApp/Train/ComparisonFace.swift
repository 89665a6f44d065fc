import ArgumentParser
import Charts
import Console
import Foundation
import History
import Language
import Music
import Training

/// Comparison training as the user sees it.
struct ComparisonFace: TrainingFace {
  typealias Machine = ComparisonMachine

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
      KeyTable.Row(
        SpaceKey.name, localized("hear again; after the answer, with the true one")),
      KeyTable.Row("Enter", localized("in a replay or a pause: continue")),
    ]
  }

  /// Two notes and a moment to think.
  func secondsToAnswer(noteDuration: Double) -> Double { 2 * noteDuration + 1.5 }

  var title: String { localized("Comparison") }

  func state(
    _ kind: TrainingKind, _ profile: ProfileSnapshot, of intervals: [DirectedInterval],
    _ glyphs: Glyphs
  ) -> TrainingState {
    switch kind {
    case .unison: TrainingState(profile.unison, glyphs)
    case .interval: TrainingState(profile.intervals, of: intervals, glyphs)
    }
  }

  func chooser(_ history: TrainingHistory) -> ComparisonChooser {
    ComparisonChooser(hearing: { history.hearing })
  }

  func shown(_ trial: PosedComparison) -> ShownTrial {
    ShownTrial(
      .comparison, index: trial.index, task(of: trial),
      own: [
        ShownField("centOffset", .double(trial.comparison.centOffset.rawValue)),
        ShownField("referenceFrequency", .double(trial.referenceFrequency.hertz)),
        ShownField("targetFrequency", .double(trial.targetFrequency.hertz)),
      ], level: trial.amplitudeDB, trial.voicing)
  }

  func shown(_ phase: ComparisonMachine.Phase, of trial: PosedComparison) -> ShownState {
    var state = ShownState(name: phase.rawValue)
    switch phase {
    case .playingNote1:
      if trial.hearing > 1 { state.hearing = trial.hearing }
      state.scene = scene(of: trial, .firstNote)
    case .playingNote2:
      state.deafTime = 0.15
      state.scene = scene(of: trial, .secondNote)
    case .awaitingAnswer: state.scene = scene(of: trial, .awaitingAnswer)
    case .idle, .paused, .showingFeedback, .replaying: break
    }
    return state
  }

  func scene(
    of trial: PosedComparison, _ completed: CompletedComparison, _ replay: StageReplay
  ) -> TrialScene {
    scene(
      of: trial,
      .answered(
        ComparisonStage.Answer(
          offset: completed.comparison.centOffset, isRight: completed.isCorrect,
          beats: trial.beats(completed.context.partials), replay: replay,
          truthFollows: !trial.isUnisonInSequence)))
  }

  private func scene(
    of trial: PosedComparison, _ moment: ComparisonStage.Moment
  ) -> TrialScene {
    .comparison(ComparisonStage(task(of: trial), moment))
  }

  /// After as many answers to an interval a listener knows what is asked.
  private static let answersToKnow = 10

  /// Higher or lower is meant against the true interval, which nothing else says before the first answer.
  func question(of trial: PosedComparison, _ hearing: HearingModel) -> String? {
    let interval = trial.comparison.interval
    guard
      hearing.intervals[trial.voicing.presentation].count(of: interval) < Self.answersToKnow
    else { return nil }
    return TrialWords.question(of: interval)
  }

  /// The threshold of unisons, or of the interval if there is only one; none of a mixed set.
  func figure(
    of run: ComparisonMachine.Run, _ hearing: HearingModel, _ presentation: Presentation
  ) -> [ShownField] {
    var verdict: ThresholdVerdict?
    if TrainingChoice(.comparison, of: run.intervals).kind == .unison {
      verdict = UnisonVerdicts(hearing.unison[presentation]).level
    } else if run.intervals.count == 1 {
      let parts = IntervalVerdicts(hearing.intervals[presentation]).parts
      verdict = parts.first { run.intervals.contains($0.interval) }?.threshold
    }
    return figure(verdict)
  }

  func shown(
    _ completed: CompletedComparison, of trial: PosedComparison, place: Int
  ) -> ShownResult {
    let offset = completed.comparison.centOffset
    return shown(
      completed, of: trial, place: place,
      own: [
        ShownField("isCorrect", .bool(completed.isCorrect), isSent: true),
        ShownField("answeredHigher", .bool(completed.answeredHigher), isSent: true),
        ShownField("centOffset", .double(offset.rawValue), isSent: true),
      ], beats: trial.beats(completed.context.partials),
      cents: offset, isFull: completed.isCorrect, isWrong: !completed.isCorrect)
  }

  var words: TrainingWords {
    TrainingWords(
      question: localized(
        "Is the second note higher or lower? Commands: higher (h), lower (l), quit (q), help (?)"),
      page: .training(.comparison),
      session: CountText.comparisons,
      endlessSession: localized("comparisons until Esc"),
      about: [
        localized(
          """
          Comparison: two notes sound. Is the second higher or lower than the first? With \
          intervals: is it higher or lower than the true interval?
          """), StrategyText.both,
      ],
      ended: {
        localized(
          one: "Ended after %d comparison.", other: "Ended after %d comparisons.", $0)
      })
  }

  var records: RecordWords? {
    RecordWords(
      member: "comparisons", count: CountText.comparisons,
      outcome: { localized("comparisons: %@", $0) },
      answer: { result in
        let cents = CentsText.plain((result.measures.centOffset ?? 0).magnitude)
        return result.measures.isCorrect == true
          ? localized("comparison, right, %@ cents", cents)
          : localized("comparison, wrong, %@ cents", cents)
      })
  }
}

/// The words for the strategies that choose comparisons.
enum StrategyText {
  /// What each of them does.
  static var both: String {
    localized(
      """
      Most differences are so large that you get about 85 in 100 right. With the strategy kazez, \
      each right answer narrows the difference and each wrong one widens it.
      """)
  }
}

/// `peach compare`: comparison training in one of the three ways.
struct CompareCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: localized("Train to hear whether a second note is higher or lower."),
    discussion: CommandHelp.training(
      localized(
        """
        In a terminal, up or k answers higher, down or j answers lower, q quits, and ? shows help. \
        In a pipe, each input line is one command (higher, lower, start, quit). With --json, Peach \
        reads the same commands and prints one JSON object a line. Settings given as options apply \
        to this run only.

        Space lets you hear the trial again, as often as you want; after a wrong answer you hear it \
        once more. r repeats the last one, u takes your answer back, p pauses, + and - change the \
        level. The commands for lines are again, last, skip, undo, pause, panic and level DB. ! \
        and panic silence everything at once.

        Peach asks what it has most to learn from, at a difference that you get right about 85 times \
        in 100, with a few easy ones in between. With --strategy kazez, each right answer narrows the \
        difference and each wrong one widens it.
        """),
      examples: """
        peach compare
        peach compare --intervals P1,P5,M3- --tuning just --trials 20
        peach compare --intervals P5,M3 --tuning werckmeister.scl
        peach compare --note-duration 0.3 --vary-loudness 0.5
        peach compare --json --trials 5 --seed 7
        """))

  @OptionGroup(title: localized("Settings for this run")) var settings: SettingOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions
  @OptionGroup var options: TrainingOptions

  @MainActor func run() async throws {
    throw await options.train(.comparison, settings: settings, global: global)
  }
}
