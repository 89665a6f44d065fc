import Charts
import Console
import History
import Language
import Music
import Realtime
import Training

/// What a training looks like and how it is used: its keys, lines, words and fields, as pure functions.
///
/// The output modes see what these functions return and know no training.
protocol TrainingFace<Machine> {
  associatedtype Machine: TrialMachine where Machine.Outcome: CompletedTrial

  /// What the training is called, whether of unisons or of intervals: `Comparison`, `Matching`.
  var title: String { get }

  var words: TrainingWords { get }

  /// What is said of the training's own records; `nil` if it has none of its own.
  var records: RecordWords? { get }

  /// What MIDI controls do.
  var controls: ControlUse { get }

  /// The commands that are this training's own, by words and by keys.
  var commands: [TrainingCommand] { get }

  /// The keys that mean something else in other trainings, or nothing.
  func keys(_ glyphs: Glyphs) -> [KeyTable.Row]

  /// How long a new user takes from the first note of a trial to the answer, in seconds.
  func secondsToAnswer(noteDuration: Double) -> Double

  /// What chooses the trials.
  func chooser(_ history: TrainingHistory) -> Machine.Chooser

  func shown(_ trial: Machine.Trial) -> ShownTrial
  func shown(_ phase: Machine.Phase, of trial: Machine.Trial) -> ShownState

  /// - Parameter place: which answer of the session it is, from 1.
  func shown(_ outcome: Machine.Outcome, of trial: Machine.Trial, place: Int) -> ShownResult

  /// The figure that a session is about, as members of an object: what is known of it.
  ///
  /// - Parameter presentation: how its notes followed each other.
  func figure(
    of run: Machine.Run, _ hearing: HearingModel, _ presentation: Presentation
  ) -> [ShownField]

  /// An answered trial on the stage.
  func scene(
    of trial: Machine.Trial, _ outcome: Machine.Outcome, _ replay: StageReplay
  ) -> TrialScene

  /// Whether the user answers with a note of their own, which has to be listened to.
  var listens: Bool { get }

  /// A note that gave no result; `nil` in a training that does not listen.
  func shown(_ missed: MissedNote, of trial: Machine.Trial) -> ShownMiss?

  /// A trial that is listened to, on the stage; `nil` if it is not.
  func scene(
    of trial: Machine.Trial, _ phase: Machine.Phase, _ heard: HeardInput
  ) -> TrialScene?

  /// What a trial asks, in a sentence; `nil` if the listener knows that.
  func question(of trial: Machine.Trial, _ hearing: HearingModel) -> String?

  /// What is known of one kind of the training, in a line.
  ///
  /// - Parameter intervals: those that interval training has in its rotation.
  func state(
    _ kind: TrainingKind, _ profile: ProfileSnapshot, of intervals: [DirectedInterval],
    _ glyphs: Glyphs
  ) -> TrainingState
}

extension TrainingFace {
  /// The same in a session without an answer that was taken back.
  func shown(_ outcome: Machine.Outcome, of trial: Machine.Trial) -> ShownResult {
    shown(outcome, of: trial, place: trial.index)
  }

  /// What a trial asks, for the stage.
  func task(of trial: Machine.Trial) -> StageTask {
    StageTask(
      reference: trial.referenceNote, interval: trial.interval, tuning: trial.tuningSystem)
  }

  /// A result with what every training shows of it: its line and its scene, which say whether the truth follows.
  ///
  /// - Parameters:
  ///   - first: fields of this training after the number of the trial.
  ///   - own: those after the id.
  ///   - beats: of the notes as they sounded; `nil` if there is nothing to say of them.
  ///   - cents: how large the difference or the error was.
  ///   - isFull: the sign in the course of the session.
  ///   - isWrong: whether it may be signalled as a wrong answer.
  func shown(
    _ outcome: Machine.Outcome, of trial: Machine.Trial, place: Int, first: [ShownField] = [],
    own: [ShownField], beats: TrialBeats?, cents: Cents, isFull: Bool, isWrong: Bool = false
  ) -> ShownResult {
    let isReplayed = Machine.isReplayed(outcome, of: trial)
    let scene = scene(of: trial, outcome, isReplayed ? .follows : .none)
    return ShownResult(
      line: scene.spokenAnswer(place: place),
      fields: [ShownField("index", .int(trial.index), isSent: true)] + first
        + [ShownField("id", .id(outcome.id))] + own
        + [
          ShownField("timestamp", .text(Timestamp.text(outcome.timestamp))),
          ShownField("tuningSystem", .text(outcome.tuningSystem.identifier)),
        ] + (beats?.fields ?? []) + outcome.context.fields, scene: scene,
      point: SessionCourse.Point(cents: cents.magnitude, isFull: isFull), isWrong: isWrong,
      isReplayed: isReplayed)
  }

  func question(of _: Machine.Trial, _: HearingModel) -> String? { nil }

  var listens: Bool { false }

  func shown(_: MissedNote, of _: Machine.Trial) -> ShownMiss? { nil }

  func scene(of _: Machine.Trial, _: Machine.Phase, _: HeardInput) -> TrialScene? { nil }

  /// A training that waits.
  func shown(_ reason: PauseReason) -> ShownState {
    let (line, command): (String, String?) =
      switch reason {
      case .asked:
        (
          localized("Paused. Press Enter to continue."),
          localized("Paused. The command start continues.")
        )
      case .unconnected:
        (
          localized(
            "Nothing is connected; training waits. Press Enter to continue without storing answers."
          ),
          localized(
            """
            Nothing is connected; training waits. The command start continues without storing answers.
            """)
        )
      case .stalled:
        (localized("The JACK server does not respond; training waits."), nil)
      case .history:
        (localized("The disk is slow; training waits for it."), nil)
      case .key:
        (
          localized("Press Enter to continue."),
          localized("The command start continues.")
        )
      case .panic:
        (
          localized("Everything was silenced; training waits. Press Enter to continue."),
          localized("Everything was silenced; training waits. The command start continues.")
        )
      case .idleHand where listens:
        (
          localized("Paused, because nothing was heard for a minute. Press Enter to continue."),
          localized(
            "Paused, because nothing was heard for a minute. The command start continues.")
        )
      case .idleHand:
        (
          localized("Paused, because nothing was tuned for a minute. Press Enter to continue."),
          localized(
            "Paused, because nothing was tuned for a minute. The command start continues.")
        )
      }
    var state = ShownState(name: "paused", reason: reason.rawValue, line: line)
    state.commandLine = command
    return state
  }

  /// The truth of a trial while it is heard.
  func shown(
    _ reason: ReplayReason, of trial: Machine.Trial, _ outcome: Machine.Outcome
  ) -> ShownState {
    ShownState(
      name: "replaying", reason: reason.rawValue,
      scene: scene(of: trial, outcome, .sounding(nil)), deafTime: 0.15, isReplay: true)
  }

  /// The summary of a session with this many trials.
  ///
  /// - Parameters:
  ///   - before: what was known when it began.
  ///   - seconds: how long it took.
  ///   - presentation: how its notes followed each other.
  ///   - right: how many answers were right, and were expected to be; `nil` as in ``ClosingPage``.
  func summary(
    of run: Machine.Run, trials: Int, seconds: Double, before: HearingModel, after: HearingModel,
    _ presentation: Presentation = .melodic, right: Int? = nil, expected: Int? = nil
  ) -> ShownSummary {
    let score = right.map {
      [ShownField("right", .int($0)), ShownField("expected", .figure(expected.map(Double.init)))]
    }
    return ShownSummary(
      fields: [ShownField("trials", .int(trials)), ShownField("seconds", .double(seconds))]
        + (score ?? []) + [
          ShownField("before", .object(figure(of: run, before, presentation))),
          ShownField("after", .object(figure(of: run, after, presentation))),
        ])
  }

  /// A figure with its 90 % interval; `null` if it is not known.
  func members(_ name: String, _ estimate: CentsEstimate?) -> [ShownField] {
    [
      ShownField(name, .figure(estimate?.value.rawValue)),
      ShownField("low", .figure(estimate?.low.rawValue)),
      ShownField("high", .figure(estimate?.high.rawValue)),
    ]
  }

  /// A threshold, if it may be shown.
  func figure(_ verdict: ThresholdVerdict?) -> [ShownField] {
    members("threshold", verdict.flatMap { $0.state == .shown ? $0.threshold : nil })
  }

  /// The spread of unisons, or of intervals; none of a mixed set.
  func spread(
    of run: Machine.Run, _ verdicts: (TrainingKind) -> MatchingVerdicts
  ) -> [ShownField] {
    let kinds = Set(run.intervals.map { TrainingKind($0) })
    let kind = kinds.count == 1 ? kinds.first : nil
    return members("spread", kind.flatMap { verdicts($0).fit?.spread })
  }

  /// An answer that was taken back.
  func withdrawn(_ outcome: Machine.Outcome, of trial: Machine.Trial) -> ShownWithdrawal {
    ShownWithdrawal(
      line: localized("Answer taken back."),
      fields: [
        shown(trial).fields.first { $0.name == "index" },
        ShownField("id", .id(Machine.result(of: outcome).id)),
      ].compactMap { $0 })
  }

  func shown(_ reason: DiscardReason, of trial: Machine.Trial) -> ShownDiscard {
    ShownDiscard(
      line: reason == .xrun ? localized("The sound broke off: once more.") : nil,
      fields: shown(trial).fields.filter { $0.name == "index" } + [
        ShownField("reason", .text(reason.name))
      ])
  }
}

extension TrainingFace {
  var name: TrainingName { Machine.name }

  /// What a key means; `nil` for a key without a meaning in this training.
  func command(for key: Key) -> Intent? {
    (TrainingCommand.common + commands).flatMap(\.keys).first { $0.key == key.command }?.intent
  }
}

/// What MIDI controls do in a training, besides what they do in every training.
nonisolated struct ControlUse: Hashable, Sendable {
  /// Whether there is a note that the slider moves.
  let movesSlider: Bool

  /// What keys, pads and pedals can ask for.
  let intents: [ControlIntent]
}
