import Foundation
import Music

/// Decides the course of a training in which the user plays or sings the second note: a reference
/// note sounds, then Peach listens to the input until a note has been judged.
public nonisolated struct PlayingMachine: TrialMachine {
  public enum Question: Hashable, Sendable {
    case playingReference
    case listening

    /// The user is content with what was heard so far; its judgement is not known yet.
    case judging(InputDevice?)
  }

  public let training = TrainingName.playing
  public var course = TrialCourse<Question>()

  public init() {}

  public static func opening(of _: PosedTrial, after _: Question?) -> Question {
    .playingReference
  }

  /// The reference with its voices: for the length of a note, or until the player's note has been
  /// judged.
  public static func passage(of trial: PosedTrial, _: Question) -> Passage {
    let span =
      trial.voicing.presentation == .melodic ? NoteSpan(trial.noteDuration) : nil
    return Passage(trial.voices.map { Passage.Note($0, duration: span) })
  }

  /// A drone sounds alone for the length of a note.
  public static func sound(
    _ trial: PosedTrial, _ opening: Question, _ step: TrainingStep
  ) -> TrainingAction {
    trial.voicing.isDrone
      ? .playDrone(NoteSpan(trial.noteDuration), step) : .play(passage(of: trial, opening), step)
  }

  public var phase: TrialPhase {
    switch course.activity {
    case nil: .idle
    case .paused: .paused
    case .asking(_, .playingReference): .playingReference
    case .asking(_, .listening): .listening
    case .asking(_, .judging): .judging
    case .showingFeedback: .showingFeedback
    case .replaying: .replaying
    }
  }

  public var isConfirming: Bool {
    if case .asking(_, .judging) = course.activity { true } else { false }
  }

  /// Listens to the player's note from the first moment of a reference that continues beside it.
  public mutating func noteStarted(
    _ note: Int, in trial: PosedTrial, _ question: Question
  ) -> Actions? {
    guard trial.voicing.presentation == .harmonic, isReference(note, of: trial, question) else {
      return nil
    }
    return listen(in: trial)
  }

  public mutating func noteEnded(
    _ note: Int, in trial: PosedTrial, _ question: Question
  ) -> Actions? {
    guard trial.voicing.presentation == .melodic, isReference(note, of: trial, question) else {
      return nil
    }
    return listen(in: trial)
  }

  public mutating func droneHeard(in trial: PosedTrial, _ question: Question) -> Actions? {
    question == .playingReference ? listen(in: trial) : nil
  }

  private func isReference(_ note: Int, of trial: PosedTrial, _ question: Question) -> Bool {
    question == .playingReference && note == Self.passage(of: trial, question).target
  }

  private mutating func listen(in trial: PosedTrial) -> Actions {
    course.change(to: .listening)
    return [.listen(trial.request(isFirst: true), step), .notify(.state(phase))]
  }

  public mutating func handle(
    _ intent: Intent, in _: PosedTrial, _ question: Question, _ stamp: Stamp
  ) -> Actions? {
    guard question == .listening, intent == .commit else { return nil }
    course.change(to: .judging(stamp.context.input))
    return [.judge, .notify(.state(phase))]
  }

  public mutating func noteHeard(
    _ outcome: PlayedNoteOutcome, _ step: TrainingStep, _ stamp: Stamp
  ) -> Actions? {
    guard let (trial, question) = unanswered(step) else { return nil }
    switch question {
    case .playingReference: return nil
    case .listening: return act(on: outcome, nil, trial, stamp)
    case .judging(let device): return act(on: outcome, Commit(device: device), trial, stamp)
    }
  }

  /// The user's confirmation that the note is done.
  private struct Commit {
    /// The origin of the confirmation, if it is to be recorded.
    let device: InputDevice?
  }

  private mutating func act(
    on outcome: PlayedNoteOutcome, _ commit: Commit?, _ trial: PosedTrial, _ stamp: Stamp
  ) -> Actions? {
    switch outcome {
    case .judged(let played): complete(played, commit, trial, stamp)
    case .noPitch where commit == nil: pause(.idleHand)
    default: listenOn(after: outcome, isJudging: commit != nil, trial)
    }
  }

  /// Continues to listen, as what was heard is no result.
  private mutating func listenOn(
    after miss: PlayedNoteOutcome, isJudging: Bool, _ trial: PosedTrial
  ) -> Actions? {
    let pause = course.comingPause
    course.change(to: .listening)
    course.comingPause = nil
    var actions: Actions = [.notify(.missed(trial, miss))]
    if isJudging { actions.append(.notify(.state(phase))) }
    if let pause { return actions + (self.pause(pause) ?? []) }
    return [.listen(trial.request(isFirst: false), step)] + actions
  }

  private mutating func complete(
    _ played: PlayedNote, _ commit: Commit?, _ trial: PosedTrial, _ stamp: Stamp
  ) -> Actions {
    var judging: Actions = []
    if commit == nil {
      course.change(to: .judging(nil))
      judging = [.notify(.state(phase))]
    }
    var context = stamp.context
    context.input = commit?.device
    let stamp = Stamp(id: stamp.id, date: stamp.date, context: context)
    // What sounds stops now, and does not wait until the result is stored.
    return [.release] + judging + showFeedback(.played(played), of: trial, stamp)
  }
}

nonisolated extension PosedTrial {
  /// The octave of the target in which the reference note is, if it is the same note: the reference
  /// repeated is no answer.
  public var octaveOfReference: Int? {
    let semitones = interval.semitones
    return semitones != 0 && semitones.isMultiple(of: 12) ? -semitones / 12 : nil
  }

  /// The rules for listening to the answer.
  ///
  /// - Parameter isFirst: true for the first time since the voices sounded.
  func request(isFirst: Bool) -> PlayedNoteRules {
    var request = PlayedNoteRules(
      target: targetFrequency, refusedOctave: octaveOfReference, continues: !isFirst)
    switch voicing.presentation {
    case .melodic:
      request.ringing = voices.map(\.frequency)
      request.soundedSeconds = noteDuration.seconds
    case .harmonic: request.accompaniment = voices.map(\.frequency)
    }
    return request
  }
}
