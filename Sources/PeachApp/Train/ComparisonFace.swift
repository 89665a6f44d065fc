import ArgumentParser
import Charts
import Console
import Foundation
import Language
import Music
import Training

/// Comparison training as the user sees it.
struct ComparisonFace: TrainingFace {
  typealias Machine = ComparisonMachine

  private let glyphs: Glyphs

  init(glyphs: Glyphs) { self.glyphs = glyphs }

  let controls = ControlUse(movesSlider: false, intents: [.higher, .lower])

  var commands: [TrainingCommand] {
    [
      TrainingCommand(["higher", "h"], keys: [.up, .character("h")], .answer(higher: true)),
      TrainingCommand(["lower", "l"], keys: [.down, .character("l")], .answer(higher: false)),
    ]
  }

  func chooser(_ history: TrainingHistory) -> ComparisonChooser {
    ComparisonChooser(hearing: { history.hearing })
  }

  func shown(_ trial: PosedComparison) -> ShownTrial {
    let comparison = trial.comparison
    return ShownTrial(
      title: comparison.interval == .prime
        ? localized("Comparison, unison")
        : localized("Comparison, intervals (%@)", trial.tuningSystem.identifier),
      fields: [
        ShownField("index", .int(trial.index), isSent: true),
        ShownField("referenceNote", .int(comparison.referenceNote.rawValue), isSent: true),
        ShownField("targetNote", .int(comparison.targetNote.rawValue)),
        ShownField("interval", .text(comparison.interval.description), isSent: true),
        ShownField("tuningSystem", .text(trial.tuningSystem.identifier), isSent: true),
        ShownField("centOffset", .double(comparison.centOffset.rawValue)),
        ShownField("referenceFrequency", .double(trial.referenceFrequency.hertz)),
        ShownField("targetFrequency", .double(trial.targetFrequency.hertz)),
        ShownField("amplitudeDB", .double(trial.amplitudeDB.decibels)),
      ])
  }

  func shown(_ phase: ComparisonMachine.Phase, of trial: PosedComparison) -> ShownState {
    let heading = ChallengeText.heading(trial.index, trial.comparison.interval)
    var state = ShownState(name: phase.rawValue)
    switch phase {
    case .idle: state.isIdle = true
    case .playingNote1:
      state.line = localized("%@: first note", heading)
      state.status = localized("%@   %@ first note", heading, glyphs.note)
    case .playingNote2:
      state.line = localized("%@: second note", heading)
      state.status = localized(
        "%@   %@ second note   %@ higher   %@ lower", heading, glyphs.note, glyphs.up, glyphs.down)
    case .awaitingAnswer:
      state.line = localized("%@: higher or lower?", heading)
      state.status = localized("%@   %@ higher   %@ lower ?", heading, glyphs.up, glyphs.down)
    case .paused, .showingFeedback: break
    }
    return state
  }

  func shown(_ completed: CompletedComparison, of trial: PosedComparison) -> ShownResult {
    let offset = completed.comparison.centOffset
    return ShownResult(
      line: line(completed, index: trial.index),
      fields: [
        ShownField("index", .int(trial.index), isSent: true),
        ShownField("id", .id(completed.id)),
        ShownField("isCorrect", .bool(completed.isCorrect), isSent: true),
        ShownField("answeredHigher", .bool(completed.answeredHigher), isSent: true),
        ShownField("centOffset", .double(offset.rawValue), isSent: true),
        ShownField("timestamp", .text(Timestamp.text(completed.timestamp))),
        ShownField("tuningSystem", .text(completed.tuningSystem.identifier)),
      ] + completed.context.fields,
      point: CoursePoint(cents: offset.magnitude, mark: completed.isCorrect ? " " : "x"),
      isWrong: !completed.isCorrect)
  }

  func summary(of run: ComparisonMachine.Run, _ hearing: HearingModel) -> [String] {
    let intervals = VerdictText.sentences(
      IntervalVerdicts(hearing.intervals.melodic), of: run.intervals)
    let unison = hearing.unison.melodic
    guard run.intervals.contains(.prime), unison.count > 0 else { return intervals }
    return [VerdictText.level(UnisonVerdicts(unison))] + intervals
  }

  /// The result of a comparison, with what it was.
  private func line(_ completed: CompletedComparison, index: Int) -> String {
    let comparison = completed.comparison
    let mark =
      completed.isCorrect
      ? localized("%@ right", glyphs.tick) : localized("%@ wrong", glyphs.cross)
    let cents = CentsText.plain(comparison.centOffset.magnitude)
    let notes = ChallengeText.notes(
      comparison.referenceNote, comparison.interval, completed.tuningSystem)
    return comparison.isTargetHigher
      ? localized("%d  %@   it was %@ cents higher   (%@)", index, mark, cents, notes)
      : localized("%d  %@   it was %@ cents lower   (%@)", index, mark, cents, notes)
  }

  var words: TrainingWords {
    TrainingWords(
      question: localized(
        "Is the second note higher or lower? Commands: higher (h), lower (l), quit (q), help (?)"),
      commandList: localized("higher (h), lower (l), pause, start, help (?) and quit (q)"),
      help: { glyphs in
        localized(
          """
          Two notes sound. Is the second higher or lower than the first? With an interval: higher \
          or lower than the true interval? You can answer while it sounds.
            %@ or h  higher     %@ or l  lower     q  end     ?  this help
          Differences are in cents: 100 cents are one semitone.
          """, glyphs.up, glyphs.down
        ).components(separatedBy: "\n") + [StrategyText.both]
      },
      ended: {
        localized(
          one: "Ended after %d comparison.", other: "Ended after %d comparisons.", $0)
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
    commandName: TrainingName.comparison.command,
    abstract: localized("Train to hear whether a second note is higher or lower."),
    discussion: CommandHelp.discussion(
      localized(
        """
        In a terminal, up or h answers higher, down or l answers lower, q quits, and ? shows help. \
        In a pipe, each input line is one command (higher, lower, start, quit). With --json, Peach \
        reads the same commands and prints one JSON object a line. Settings given as options apply \
        to this run only.

        Peach asks what it has most to learn from, at a difference that you get right about 85 times \
        in 100, with a few easy ones in between. With --strategy kazez, each right answer narrows the \
        difference and each wrong one widens it.

        If the JACK server goes away, the training stops, but Peach does not. It waits for a \
        server and restores its connections; a key or the command start then resumes the training.
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
