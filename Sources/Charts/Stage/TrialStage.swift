import Console
import Language
import Music
import Training

/// A trial at one moment, whichever training it is from.
public struct TrialStage: Hashable {
  public enum Moment: Hashable {
    /// The first note or sound.
    case first

    /// The second note or sound, or the note that is tuned.
    case second
    case third
    case awaitingAnswer

    /// Both notes of a trial that is only listened to.
    case together

    /// The user's own note, with the last message, and whether the note is being judged.
    case listening(InputMeter, missed: String? = nil, isJudging: Bool = false)
    case answered(Answer)
  }

  public struct Answer: Hashable {
    public var completed: CompletedTrial

    /// `nil` if the beats are not mentioned.
    public var beats: TrialBeats?
    public var replay: StageReplay

    /// True if the true note is heard after the given one. Otherwise the first note is the true
    /// one.
    public var truthFollows: Bool

    public init(
      _ completed: CompletedTrial, beats: TrialBeats? = nil, replay: StageReplay = .none,
      truthFollows: Bool = false
    ) {
      self.completed = completed
      (self.beats, self.replay, self.truthFollows) = (beats, replay, truthFollows)
    }

    /// The offset of the note that Peach plays; positive is higher.
    var offset: Cents { completed.challenge.centOffset }
    var isRight: Bool { completed.isCorrect }
    var isFirstTrue: Bool { completed.challenge.isFirstTrue }
    var oddPlace: Int { completed.challenge.oddPlace }

    /// The error of the user's note; positive is sharp.
    var error: Cents { completed.userCentError }
  }

  public let training: TrainingName
  public let task: StageTask
  public let moment: Moment

  public init(_ training: TrainingName, _ task: StageTask, _ moment: Moment) {
    (self.training, self.task, self.moment) = (training, task, moment)
  }

  var answer: Answer? { if case .answered(let answer) = moment { answer } else { nil } }

  var drawing: any StageDrawing {
    switch training {
    case .comparison: ComparisonStage(stage: self)
    case .matching: MatchingStage(stage: self)
    case .purity: PurityStage(stage: self)
    case .oddOne: OddOneStage(stage: self)
    case .playing: PlayingStage(stage: self)
    case .listening, .map: ListeningStage(stage: self)
    }
  }
}

/// Draws the trials of a training.
protocol StageDrawing {
  var stage: TrialStage { get }

  func body(on plan: StagePlan) -> StageBody

  func verdict(_ answer: TrialStage.Answer, _ plan: StagePlan) -> StyledText

  /// The note that names an answered trial.
  var namedNote: MIDINote { get }

  /// The answer as facts that are read out, the verdict first; `nil` for missing ones.
  func spokenFacts(_ answer: TrialStage.Answer, place: Int) -> [String?]

  /// Facts with the words for the replay after them.
  func followed(_ facts: String, _ answer: TrialStage.Answer) -> String

  /// The keys of a trial that is not answered, in a narrow terminal.
  func narrowKeys(_ plan: StagePlan) -> [StageFrame.KeyHint]
}

extension StageDrawing {
  var task: StageTask { stage.task }
  var moment: TrialStage.Moment { stage.moment }
  var interval: DirectedInterval { task.interval }
  var namedNote: MIDINote { task.reference }

  /// The answer in a few words, if there is one: the verdict and the note.
  func verdict(of plan: StagePlan) -> StyledText? {
    stage.answer.map { verdict($0, plan) + StyledText(" · " + NoteName.text(namedNote)) }
  }

  func spokenAnswer(place: Int) -> String {
    guard let answer = stage.answer else { return "" }
    let facts = spokenFacts(answer, place: place).compactMap { $0 }.joined(separator: ", ")
    return answer.replay == .none ? facts : followed(facts, answer)
  }

  func followed(_ facts: String, _: TrialStage.Answer) -> String {
    localized("%@. Yours, then true:", facts)
  }

  /// The interval and, until the answer, the question beside it or below it.
  func heading(asking question: String, _ plan: StagePlan) -> [StyledText] {
    let question = StyledText(stage.answer == nil ? question : " ")
    guard interval != .prime else { return [question, ""] }
    let names = [
      TuningText.sizedInterval(interval, in: task.tuning),
      TuningText.interval(interval, in: task.tuning),
    ]
    // The column of the question beside the interval.
    for name in names {
      let line = StyledText(name).padded(to: max(33, name.columns + 3)) + question
      if line.columns <= plan.columns { return [line, ""] }
    }
    return [plan.fitting(names[0], names[1], NoteName.text(interval)), question]
  }

  /// The words and the key for the replay after a wrong answer.
  ///
  /// - Parameter given: the words for the note that was not true.
  func heard(_ answer: TrialStage.Answer, _ given: String, _ plan: StagePlan) -> StyledText? {
    guard answer.replay != .none else { return nil }
    return StageWords.heard(answer.replay, given, plan.glyphs)
      + (plan.isNarrow ? "" : "   " + StageWords.skip.styled)
  }

  func keys(_ plan: StagePlan) -> [StageFrame.KeyHint] {
    guard plan.isNarrow else { return plan.always }
    guard let answer = stage.answer else { return narrowKeys(plan) }
    let skip = answer.replay == .none ? [] : [StageWords.skip]
    return skip + [StageWords.shortAgain] + plan.always
  }
}

/// Draws the trials that are answered by one of two keys.
protocol ChoiceDrawing: StageDrawing {
  func answerKeys(_ glyphs: Glyphs) -> [StageFrame.KeyHint]
}

extension ChoiceDrawing {
  /// Two places side by side and the keys, before the answer.
  func places(_ plan: StagePlan) -> [StyledText] {
    let keys = answerKeys(plan.glyphs)
    switch moment {
    case .first: return plan.firstOfTwo
    case .second: return [plan.secondOfTwo(keys)]
    case .awaitingAnswer: return [plan.secondOfTwo(keys + [StageWords.again], isOver: true)]
    case .third, .listening, .together, .answered: return []
    }
  }

  func narrowKeys(_ plan: StagePlan) -> [StageFrame.KeyHint] {
    answerKeys(plan.glyphs) + [StageWords.shortAgain, StageWords.end]
  }

  var firstKeys: Int { stage.answer == nil ? 2 : 0 }
}

/// Draws the trials that are answered by a note of the user's own.
protocol PitchDrawing: StageDrawing {}

extension PitchDrawing {
  func verdict(_ answer: TrialStage.Answer, _: StagePlan) -> StyledText {
    StyledText(TrialWords.matched(answer.error))
  }

  /// The line and the verdict while the reference sounds.
  func reference(_ plan: StagePlan) -> (line: StyledText, verdict: StyledText) {
    let listen = localized("listen")
    return (
      StyledText(
        placing: (plan.first, StyledText(plan.glyphs.sounded, .strong)),
        (plan.first + 3, StyledText(listen))), StyledText(listen)
    )
  }

  func spokenFacts(_ answer: TrialStage.Answer, place: Int) -> [String?] {
    [
      localized("%d %@", place, TrialWords.matched(answer.error)), width(answer),
      answer.beats.map(TrialWords.beats), NoteName.text(namedNote),
    ] + (answer.completed.played.map(TrialWords.details) ?? [])
  }

  func width(_ answer: TrialStage.Answer) -> String? {
    TrialWords.isInTune(answer.error) ? nil : TrialWords.width(interval, answer.error)
  }

  /// The beats, the width of the interval, and the replay.
  ///
  /// - Parameter replayed: the words for the replay.
  func remarks(
    _ answer: TrialStage.Answer, _ plan: StagePlan, replayed: StyledText
  ) -> [StyledText] {
    var lines =
      answer.beats.map {
        StyledText(TrialWords.beats($0)).wrapped(to: plan.columns)
      } ?? []
    if let width = width(answer) { lines.append(StyledText(width)) }
    return lines + (answer.replay == .none ? [] : plan.replayed(replayed))
  }

  var hearReference: StageFrame.KeyHint {
    StageFrame.KeyHint(localized("Space reference again"))
  }
}

/// The task of a trial, whichever training it is from.
public struct StageTask: Hashable {
  /// The note that sounds first.
  public let reference: MIDINote

  /// The interval from the reference to the note that is judged or tuned.
  public let interval: DirectedInterval
  public let tuning: TuningSystem

  public init(reference: MIDINote, interval: DirectedInterval, tuning: TuningSystem) {
    self.reference = reference
    self.interval = interval
    self.tuning = tuning
  }
}
