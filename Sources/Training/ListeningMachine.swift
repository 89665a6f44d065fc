/// Decides the course of listening: the reference, the note at the interval from it, then both
/// together, all in tune. Nothing is answered; the next trial follows by itself, or as soon as the
/// user wants it.
///
/// Practice together with mere listening teaches intervals (Wright and others 2010; Little, Cheng
/// and Wright 2019).
public nonisolated struct ListeningMachine: TrialMachine {
  public enum Question: Hashable, Sendable {
    case playingReference, playingTarget, playingTogether
  }

  public let training = TrainingName.listening
  public var course = TrialCourse<Question>()

  public init() {}

  /// With a drone, all notes are together.
  public static func opening(of trial: PosedTrial, after _: Question?) -> Question {
    trial.voicing.isDrone ? .playingTogether : .playingReference
  }

  public static func passage(of trial: PosedTrial, _: Question) -> Passage { passage(of: trial) }

  private static let gap = 0.25

  static func passage(of trial: PosedTrial) -> Passage {
    let span = NoteSpan(trial.noteDuration)
    let target = NoteRequest(trial.trueFrequency)
    if trial.voicing.isDrone {
      return Passage(Passage.Note(target, start: .late(Voicing.droneSilence), duration: span))
    }
    let alone = [
      Passage.Note(NoteRequest(trial.referenceFrequency), duration: span),
      Passage.Note(target, start: .after(0, gap: trial.flow.noteGap), duration: span),
    ]
    let together = trial.voices + [target]
    return Passage(
      alone
        + together.enumerated().map { place, note in
          Passage.Note(
            note, start: place == 0 ? .after(1, gap: gap) : .with(2, delay: 0), duration: span)
        })
  }

  public var phase: TrialPhase {
    switch course.activity {
    case nil: .idle
    case .paused: .paused
    case .asking(_, .playingReference): .playingNote1
    case .asking(_, .playingTarget): .playingNote2
    case .asking(_, .playingTogether): .playingTogether
    case .showingFeedback: .showingFeedback
    case .replaying: .replaying
    }
  }

  public var isConfirming: Bool { false }

  public mutating func noteStarted(
    _ note: Int, in _: PosedTrial, _ question: Question
  ) -> Actions? {
    let next: Question
    switch (note, question) {
    case (1, .playingReference): next = .playingTarget
    case (2, .playingTarget): next = .playingTogether
    default: return nil
    }
    course.change(to: next)
    return [.notify(.state(phase))]
  }

  public mutating func noteEnded(
    _ note: Int, in trial: PosedTrial, _ question: Question
  ) -> Actions? {
    note == Self.passage(of: trial).target && question == .playingTogether ? [.complete] : nil
  }

  public mutating func handle(
    _ intent: Intent, in trial: PosedTrial, _: Question, _ stamp: Stamp
  ) -> Actions? {
    guard intent == .skip || intent == .commit else { return nil }
    return [.silence] + showFeedback(.heard, of: trial, stamp)
  }
}
