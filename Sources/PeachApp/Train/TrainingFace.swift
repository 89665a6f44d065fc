import Charts
import Console
import History
import Language
import Music
import Program
import Realtime
import Training

/// The use of a training: its name, keys, lines and words. The extensions render its trials and
/// results by the kind of its answer, as pure functions.
///
/// The output modes get what these functions return, which is the same for all trainings.
protocol TrainingFace {
  var name: TrainingName { get }

  /// The use of MIDI controls.
  var controls: ControlUse { get }

  /// The commands that only this training has, by words and by keys.
  var commands: [TrainingCommand] { get }

  /// The keys that have another meaning in other trainings, or none.
  func keys(_ glyphs: Glyphs) -> [KeyTable.Row]

  /// The time of a new user from the first note of a trial to the answer, in seconds.
  func secondsToAnswer(noteDuration: Double) -> Double
}

/// A training as `/peach/start` names it: `comparison`, `matching`, `purity` or `playing`, followed
/// by `unison` or `intervals` for one of the kinds.
struct NamedTraining: Hashable {
  let name: TrainingName

  /// `nil` if the settings decide; the start screen takes unison.
  let kind: TrainingKind?

  /// Ignores case, and accepts the names of the commands, `compare` and `match`, too.
  init?(_ text: String) {
    let words = text.lowercased().split { !$0.isLetter }
    guard let word = words.first.map({ String($0) }),
      let named = TrainingName.posed.first(where: { [$0.rawValue, $0.command].contains(word) })
    else { return nil }
    name = named
    switch words.dropFirst().first {
    case "unison": kind = .unison
    case "interval", "intervals": kind = .interval
    case nil: kind = nil
    default: return nil
    }
    guard words.count <= 2 else { return nil }
  }
}

// MARK: Trials

extension TrainingFace {
  private func stage(_ trial: PosedTrial, _ moment: TrialStage.Moment) -> TrialScene {
    .trial(
      TrialStage(
        name,
        StageTask(
          reference: trial.referenceNote, interval: trial.interval, tuning: trial.tuningSystem),
        moment))
  }

  func shown(_ trial: PosedTrial) -> ShownTrial {
    let offset = ShownField(
      name.answer.isRightOrWrong ? "centOffset" : "initialCentOffset",
      .double(trial.challenge.centOffset.rawValue))
    let frequencies = [
      ShownField("referenceFrequency", .double(trial.referenceFrequency.hertz)),
      ShownField("targetFrequency", .double(trial.targetFrequency.hertz)),
    ]
    guard name.answer != .none else { return ShownTrial(trial, own: frequencies) }
    guard name.traits.asksWhich else {
      return ShownTrial(trial, own: (name.traits.listens ? [] : [offset]) + frequencies)
    }
    return ShownTrial(
      trial,
      own: [
        offset,
        name.answer == .place
          ? ShownField("oddPlace", .int(trial.challenge.oddPlace))
          : ShownField("isFirstTrue", .bool(trial.challenge.isFirstTrue)),
        ShownField("trueFrequency", .double(trial.trueFrequency.hertz)),
        ShownField("offFrequency", .double(trial.targetFrequency.hertz)),
      ])
  }

  func shown(_ phase: TrialPhase, of trial: PosedTrial) -> ShownState {
    var state = ShownState(phase: phase)
    switch phase {
    case .playingNote1, .playingFirst, .playingReference:
      if trial.hearing > 1 { state.hearing = trial.hearing }
      state.scene = stage(trial, .first)
    case .playingNote2, .playingSecond, .playingTunable: state.scene = stage(trial, .second)
    case .playingThird: state.scene = stage(trial, .third)
    case .playingTogether: state.scene = stage(trial, .together)
    case .awaitingAnswer: state.scene = stage(trial, .awaitingAnswer)
    case .listening, .judging, .idle, .paused, .showingFeedback, .replaying: break
    }
    return state
  }

  /// A trial during which the input is listened to, on the stage; `nil` in other phases.
  func scene(of trial: PosedTrial, _ phase: TrialPhase, _ heard: HeardInput) -> TrialScene? {
    guard phase == .listening || phase == .judging else { return nil }
    return stage(
      trial, .listening(heard.meter, missed: heard.missed, isJudging: phase == .judging))
  }

  /// An answered trial on the stage.
  func scene(
    of trial: PosedTrial, _ outcome: CompletedTrial, _ replay: StageReplay
  ) -> TrialScene {
    guard trial.flow.hasFeedback else {
      return stage(trial, name.answer.isRightOrWrong ? .awaitingAnswer : .second)
    }
    return stage(
      trial,
      .answered(
        TrialStage.Answer(
          outcome, beats: beats(of: outcome, in: trial), replay: replay,
          truthFollows: !trial.isUnisonInSequence)))
  }

  private func beats(of outcome: CompletedTrial, in trial: PosedTrial) -> TrialBeats? {
    trial.beats(outcome.context.partials, at: outcome.userCentError)
  }

  /// The question of a comparison, in a sentence; `nil` if the listener knows it. Higher or lower
  /// is meant against the true interval, which nothing else says before the first answer.
  func question(of trial: PosedTrial, _ hearing: HearingModel) -> String? {
    guard name == .comparison,
      hearing.intervals[trial.voicing.presentation].count(of: trial.interval) < 10
    else { return nil }
    return TrialWords.question(of: trial.interval)
  }

  /// A result. Its line and scene say if the truth follows.
  ///
  /// - Parameter place: which answer of the run it is, from 1; `nil` for the number of the trial.
  func shown(_ outcome: CompletedTrial, of trial: PosedTrial, place: Int? = nil) -> ShownResult {
    let scene = scene(of: trial, outcome, trial.isReplayed(outcome) ? .follows : .none)
    let error = ShownField("userCentError", .double(outcome.userCentError.rawValue), isSent: true)
    let isChoice = name.answer.isRightOrWrong
    guard outcome.answer != .heard else {
      return ShownResult(
        line: scene.spokenAnswer(place: place ?? trial.index),
        fields: [
          ShownField("index", .int(trial.index), isSent: true),
          ShownField("timestamp", .text(Timestamp.text(outcome.timestamp))),
        ] + (beats(of: outcome, in: trial)?.fields ?? []), scene: scene, hasVerdict: false)
    }
    let hasFeedback = trial.flow.hasFeedback
    return ShownResult(
      line: hasFeedback
        ? scene.spokenAnswer(place: place ?? trial.index)
        : localized("%d answered", place ?? trial.index),
      fields: [ShownField("index", .int(trial.index), isSent: true)] + (isChoice ? [] : [error])
        + [ShownField("id", .id(outcome.id))] + fields(of: outcome)
        + [
          ShownField("timestamp", .text(Timestamp.text(outcome.timestamp))),
          ShownField("tuningSystem", .text(outcome.tuningSystem.identifier)),
        ] + (beats(of: outcome, in: trial)?.fields ?? []) + outcome.context.fields, scene: scene,
      isWrong: hasFeedback && isChoice && !outcome.isCorrect,
      isReplayed: trial.isReplayed(outcome), hasVerdict: hasFeedback)
  }

  /// The members that only some trainings have, after the id.
  private func fields(of outcome: CompletedTrial) -> [ShownField] {
    let offset = outcome.challenge.centOffset.rawValue
    switch outcome.answer {
    case .choice(let answer):
      return [
        ShownField("isCorrect", .bool(outcome.isCorrect), isSent: true),
        ShownField(
          name == .comparison ? "answeredHigher" : "answeredFirst", .bool(answer), isSent: true),
        ShownField("centOffset", .double(offset), isSent: true),
      ]
    case .place(let place):
      return [
        ShownField("isCorrect", .bool(outcome.isCorrect), isSent: true),
        ShownField("answeredPlace", .int(place), isSent: true),
        ShownField("oddPlace", .int(outcome.challenge.oddPlace), isSent: true),
        ShownField("centOffset", .double(offset), isSent: true),
      ]
    case .pitch: return [ShownField("initialCentOffset", .double(offset), isSent: true)]
    case .played(let played):
      return [
        ShownField("outcome", .text("judged"), isSent: true),
        ShownField("uncertainty", .double(played.uncertainty)),
        ShownField("drift", .double(played.drift)),
        ShownField("vibratoRate", .double(played.vibratoRate)),
        ShownField("vibratoExtent", .double(played.vibratoExtent)),
        ShownField("steadiness", .double(played.steadiness)),
        ShownField("playedLength", .double(played.length)),
        ShownField("settleTime", .double(played.settleTime)),
        ShownField("inputLevel", .double(played.level)),
        ShownField("octaves", .int(played.octaves)),
        ShownField("curve", .numbers(played.recordedCurve.cents)),
      ]
    case .heard: return []
    }
  }

  /// A note that gave no result.
  func shown(_ missed: PlayedNoteOutcome, of trial: PosedTrial) -> ShownMessage {
    var note: MIDINote?
    var fields = [
      ShownField("index", .int(trial.index), isSent: true),
      ShownField("outcome", .text(missed.name), isSent: true),
    ]
    switch missed {
    case .wrongNote(let hertz, _):
      let frequency = Frequency(hertz: hertz)
      let nearest = frequency.nearestNote(referencePitch: trial.referencePitch)
      note = nearest?.note
      fields += [
        ShownField("note", .figure(nearest.map { Double($0.note.rawValue) })),
        ShownField("frequency", .double(frequency.hertz)),
      ]
    case .tooShort(let seconds): fields.append(ShownField("seconds", .double(seconds)))
    case .unsteady(let wobble): fields.append(ShownField("wobble", .double(wobble)))
    case .judged, .noPitch, .inseparable, .lost: break
    }
    return ShownMessage(
      line: TrialWords.missed(
        missed, note: note, isRinging: trial.voicing.presentation == .melodic,
        lowerOctaveHelps: trial.octaveOfReference != -1),
      fields: fields)
  }

  /// The state of a training that waits.
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
      case .idleHand where name.traits.listens:
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
    return ShownState(phase: .paused, pause: reason, line: line, commandLine: command)
  }

  /// The state while the truth of a trial is heard.
  func shown(
    _ reason: ReplayReason, of trial: PosedTrial, _ outcome: CompletedTrial
  ) -> ShownState {
    ShownState(
      phase: .replaying, replay: reason, scene: scene(of: trial, outcome, .sounding(nil)))
  }
}

// MARK: Runs

extension TrainingFace {
  /// The knowledge about one kind of the training, in a line.
  ///
  /// - Parameter intervals: the intervals in the settings.
  func state(
    _ kind: TrainingKind, _ profile: ProfileSnapshot, of intervals: [DirectedInterval],
    _ glyphs: Glyphs
  ) -> TrainingState {
    switch (name, kind) {
    case (.comparison, .unison): TrainingState(profile.unison, glyphs)
    case (.comparison, .interval): TrainingState(profile.intervals, of: intervals, glyphs)
    case (.purity, _):
      TrainingState(profile.purity[kind], of: kind == .unison ? [.prime] : intervals, glyphs)
    case (.matching, _): TrainingState(profile.matching[kind].verdicts, glyphs)
    default: TrainingState(profile.playing[kind].verdicts, glyphs)
    }
  }

  /// The figure that a run is about, as members of an object: a threshold, if it may be shown, of
  /// unisons or of a single interval; a spread of unisons or of intervals. `null` for a mixed set.
  func figure(
    of run: TrialRun, _ hearing: HearingModel, _ presentation: Presentation
  ) -> [ShownField] {
    let kinds = Set(run.intervals.map { TrainingKind($0) })
    // The figures of an experiment come from its analysis.
    guard name.answer != .place else { return members("threshold", nil) }
    guard name.answer == .choice else {
      let answers = name.traits.listens ? hearing.playings : hearing.matchings
      let kind = kinds.count == 1 ? kinds.first : nil
      return members(
        "spread", kind.flatMap { MatchingVerdicts(answers[$0][presentation]).fit?.spread })
    }
    var verdict: ThresholdVerdict?
    if name == .comparison, kinds == [.unison] {
      verdict = UnisonVerdicts(hearing.unison[presentation]).level
    } else if run.intervals.count == 1 {
      let intervals =
        name == .comparison ? hearing.intervals[presentation] : hearing.purity
      verdict =
        IntervalVerdicts(intervals).parts.first { run.intervals.contains($0.interval) }?.threshold
    }
    return members("threshold", verdict.flatMap { $0.state == .shown ? $0.threshold : nil })
  }

  /// The members of the summary of a run with this many trials.
  ///
  /// - Parameters:
  ///   - seconds: its time.
  ///   - before: the model of hearing when it began.
  ///   - presentation: of its notes.
  ///   - right: the number of right answers; `nil` as in ``ClosingPage``.
  ///   - expected: the number of right answers that were expected; `nil` as in ``ClosingPage``.
  func summary(
    of run: TrialRun, trials: Int, seconds: Double, before: HearingModel, after: HearingModel,
    _ presentation: Presentation = .melodic, right: Int? = nil, expected: Int? = nil
  ) -> [ShownField] {
    let score = right.map {
      [ShownField("right", .int($0)), ShownField("expected", .figure(expected.map(Double.init)))]
    }
    return [ShownField("trials", .int(trials)), ShownField("seconds", .double(seconds))]
      + (score ?? []) + [
        ShownField("before", .object(figure(of: run, before, presentation))),
        ShownField("after", .object(figure(of: run, after, presentation))),
      ]
  }

  /// A figure with its 90 % interval; `null` if it is not known.
  private func members(_ name: String, _ estimate: CentsEstimate?) -> [ShownField] {
    [
      ShownField(name, .figure(estimate?.value.rawValue)),
      ShownField("low", .figure(estimate?.low.rawValue)),
      ShownField("high", .figure(estimate?.high.rawValue)),
    ]
  }

  /// An answer that was taken back.
  func withdrawn(_ outcome: CompletedTrial, of trial: PosedTrial) -> ShownMessage {
    ShownMessage(
      line: localized("Answer taken back."),
      fields: [
        ShownField("index", .int(trial.index), isSent: true), ShownField("id", .id(outcome.id)),
      ])
  }

  func shown(_ reason: DiscardReason, of trial: PosedTrial) -> ShownMessage {
    ShownMessage(
      line: reason == .xrun ? localized("The sound broke off: once more.") : nil,
      fields: [
        ShownField("index", .int(trial.index), isSent: true),
        ShownField("reason", .text(reason.name)),
      ])
  }
}

extension TrialContext {
  /// The members of its record, for the JSON event of an answer.
  fileprivate var fields: [ShownField] {
    members.map { ShownField($0.name, ShownField.Value($0.value)) }
  }
}

extension TrialBeats {
  /// The beats a second of the sound that was given, and of the true one.
  fileprivate var fields: [ShownField] {
    [ShownField("beats", .double(given)), ShownField("trueBeats", .double(truth))]
  }
}

extension ShownField.Value {
  fileprivate init(_ value: FieldValue) {
    self =
      switch value {
      case .text(let text): .text(text)
      case .integer(let number): .int(number)
      case .number(let number): .double(number)
      case .flag(let flag): .bool(flag)
      }
  }
}

extension TrainingFace {
  /// The intent of a key; `nil` for a key without a meaning in this training.
  func command(for key: Key) -> Intent? {
    (TrainingCommand.common + commands).flatMap(\.keys).first { $0.key == key.command }?.intent
  }

  /// The keys of a choice besides those that answer.
  var choiceKeys: [KeyTable.Row] {
    [
      KeyTable.Row(
        SpaceKey.name, localized("hear again; after the answer, with the true one")),
      KeyTable.Row("Enter", localized("in a replay or a pause: continue")),
    ]
  }
}

extension TrainingWords {
  /// The keys that have another meaning in other trainings, or none.
  func keys(_ glyphs: Glyphs) -> [KeyTable.Row] { training.face.keys(glyphs) }
}
