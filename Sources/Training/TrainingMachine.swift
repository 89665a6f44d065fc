import Foundation
import Music

/// Decides the course of a training; ``TrainingDriver`` acts.
///
/// A machine is a value. Each input is a method that changes the state and returns what the driver
/// has to do, or `nil` if the input does not fit the state and changed nothing.
public nonisolated protocol TrainingMachine: Sendable {
  /// What the training knows from its start to its stop, and then forgets.
  associatedtype Run: Sendable

  /// A challenge as it will sound.
  associatedtype Trial: Sendable

  /// What came of a trial.
  associatedtype Outcome: Sendable

  /// Where the training is, as spelt in JSON.
  associatedtype Phase: RawRepresentable<String>, Hashable, Sendable

  associatedtype Chooser: TrialChooser<Run, Trial>

  typealias Actions = [TrainingAction<Self>]

  var training: TrainingName { get }

  /// The outcome as it is recorded.
  static func result(of outcome: Outcome) -> CompletedTrial

  /// The part of the context that a trial knows in advance.
  static func context(of trial: Trial) -> TrialContext

  /// What sounds through the whole session, as this trial needs it.
  static func drone(of trial: Trial) -> [NoteRequest]

  var phase: Phase { get }

  /// `nil` while idle.
  var run: Run? { get }

  /// The trial that sounds, or whose answer is awaited or shown.
  var trial: Trial? { get }

  /// What the driver waits for now.
  var step: TrainingStep { get }

  /// Whether the training waits for ``resume()``.
  var isPaused: Bool { get }

  /// Whether the user has answered, and the sound has not been confirmed yet.
  var isConfirming: Bool { get }

  /// A trial begins: the first of `run`, if the machine is idle, or the next one.
  mutating func pose(_ trial: Trial, in run: Run) -> Actions?

  /// The first frame of the passage's note with that index has sounded.
  mutating func noteStarted(_ note: Int, _ step: TrainingStep) -> Actions?

  /// The passage's note with that index is over.
  mutating func noteEnded(_ note: Int, _ step: TrainingStep) -> Actions?

  /// MIDI has moved the slider of the tunable note to `value`; the note sounds there already.
  mutating func sliderMoved(to value: Double, _ step: TrainingStep)

  /// The expected note has been heard, or there is something else to say of it; `stamp` is that of
  /// the record, if this makes one.
  mutating func noteHeard(
    _ outcome: PlayedNoteOutcome, _ step: TrainingStep, _ stamp: Stamp
  ) -> Actions?

  /// The user does something; `stamp` is that of the record, if this makes one.
  mutating func handle(_ intent: Intent, _ stamp: Stamp) -> Actions?

  /// The sound was running when the user answered.
  mutating func soundConfirmed(_ step: TrainingStep) -> Actions?

  /// What sounded before a pause fades out.
  mutating func silenceConfirmed(_ step: TrainingStep) -> Actions?

  /// The tunable note sounded with the slider at `value` when the user committed it.
  mutating func sliderConfirmed(at value: Double, _ step: TrainingStep) -> Actions?

  /// The note that was judged, which the player may have held on, has ended.
  mutating func toneEnded(_ step: TrainingStep) -> Actions?

  /// Feedback was shown, or the drone alone was heard, for as long as it should be.
  mutating func restEnded(_ step: TrainingStep) -> Actions?

  /// Nobody has touched the tunable note for a minute.
  mutating func handIdled(_ step: TrainingStep) -> Actions?

  /// The present trial is the last one: when its feedback is over, the training ends.
  mutating func stopAfterTrial()

  /// The training waits until ``resume()``. An unfinished trial is void. A pause that the user wants
  /// begins when what sounds fades out, and follows an answer that is being confirmed; one because of the
  /// sound begins at once, and makes the answer void.
  mutating func pause(_ reason: PauseReason) -> Actions?

  /// The training starts, and waits before its trial of that number. It fits only while idle.
  mutating func pause(_ reason: PauseReason, before index: Int, in run: Run) -> Actions?

  /// A training that waits goes on: with its void trial if the sound was the reason or still plays,
  /// otherwise with a new one. A pause that has not begun yet is called off, and its trial begins again.
  mutating func resume() -> Actions?

  /// The unfinished trial is void, and begins again.
  mutating func discard(_ reason: DiscardReason) -> Actions?

  /// Forgets the last answer; `nil` if there is none, or if it has been forgotten already. The
  /// sound goes on.
  mutating func undo() -> (trial: Trial, outcome: Outcome)?

  /// The training ends; `nil` while idle.
  mutating func stop(_ reason: StopReason) -> Actions?
}

nonisolated extension TrainingMachine {
  public static func context(of _: Trial) -> TrialContext { TrialContext() }

  public static func drone(of _: Trial) -> [NoteRequest] { [] }

  public mutating func undo() -> (trial: Trial, outcome: Outcome)? { nil }

  public mutating func noteStarted(_: Int, _: TrainingStep) -> Actions? { nil }

  public mutating func noteHeard(_: PlayedNoteOutcome, _: TrainingStep, _: Stamp) -> Actions? {
    nil
  }

  public mutating func soundConfirmed(_: TrainingStep) -> Actions? { nil }

  public mutating func silenceConfirmed(_: TrainingStep) -> Actions? { nil }

  public mutating func toneEnded(_: TrainingStep) -> Actions? { nil }

  public mutating func handIdled(_: TrainingStep) -> Actions? { nil }

  public mutating func sliderConfirmed(at _: Double, _: TrainingStep) -> Actions? { nil }

  public mutating func sliderMoved(to _: Double, _: TrainingStep) {}

  /// A note of `step` could not be played.
  mutating func noteFailed(_ step: TrainingStep, _ reason: StopReason) -> Actions? {
    step == self.step ? stop(reason) : nil
  }
}

/// Where a training that poses trials is, as spelt in JSON; no phase of a training is ever skipped.
public nonisolated enum TrialPhase: String, CaseIterable, Sendable {
  case idle, paused

  /// The two notes, or the two sounds, of a choice; then its answer is awaited.
  case playingNote1, playingNote2

  /// Both notes of something to be listened to.
  case playingTogether
  case playingFirst, playingSecond, awaitingAnswer

  /// The last of three sounds.
  case playingThird

  /// The reference of a note of the user's own, which is tuned then, or listened to and judged.
  case playingReference, playingTunable, listening, judging

  case showingFeedback, replaying
}

/// Something that the driver has to do after a change of state. It starts and stops sounds in the
/// order of a list of actions, and tells events after them.
public nonisolated enum TrainingAction<Machine: TrainingMachine> {
  /// Let the player prepare for a trial that is posed again.
  case prepare

  /// Play a passage; then, for each of its notes, `noteStarted(_:_:)` and `noteEnded(_:_:)` with
  /// the note's index and this step, and `sliderMoved(to:_:)` when MIDI has moved the note with a
  /// slider. Earlier notes fade out.
  case play(Passage, TrainingStep)

  /// Let nothing sound but what sounds through the session, for so long; then `restEnded(step)`.
  case playDrone(NoteSpan, TrainingStep)

  /// Let MIDI move the tunable note again, from `at` on, after it has ended its hold of the note.
  case giveSlider(PitchSlider, at: Double)

  /// Wait until nobody has touched the tunable note for a minute; then `handIdled(step)`.
  case watchHand(TrainingStep)

  /// Move the slider of the tunable note.
  case moveSlider(to: Double)

  /// Ask whether the sound runs; then `soundConfirmed(step)`.
  case confirmSound(TrainingStep)

  /// Ask whether what was silenced fades out; then `silenceConfirmed(step)`.
  case confirmSilence(TrainingStep)

  /// Ask where the slider stands that moves the tunable note; then `sliderConfirmed(at:_:)`, as soon as
  /// the note sounds there.
  case confirmSlider(TrainingStep)

  /// Listen to what is played; then `noteHeard(_:_:_:)`. It ends with ``silence``.
  case listen(PlayedNoteRules, TrainingStep)

  /// Judge the sound heard so far: nothing more will follow.
  case judge

  /// Fade out the notes that sound until they are released.
  case release

  /// Fade everything out; no note that was begun ends any more, and nothing is listened for.
  case silence

  /// Wait until the player's note has ended; then `toneEnded(step)`.
  case awaitToneEnd(TrainingStep)

  /// Wait for so long while feedback is shown; then `restEnded(step)`.
  case rest(Duration, TrainingStep)

  /// Complete the trial, as if the user had asked for the next one.
  case complete

  /// Choose the trial of that number and pose it.
  case choose(Machine.Run, index: Int)

  /// Send the event to the observers.
  case notify(TrainingEvent<Machine>)
}

extension TrainingAction: Sendable {}
extension TrainingAction: Equatable
where Machine.Run: Equatable, Machine.Trial: Equatable, Machine.Outcome: Equatable {}

/// Chooses what a training asks. Main thread.
public protocol TrialChooser<Run, Trial> {
  associatedtype Run
  associatedtype Trial

  /// The settings that stay as they are now until the training stops.
  func makeRun(_ settings: any UserSettings) -> Run

  /// What sounds through the whole session with the settings as they are now; empty for nothing.
  func drone(in run: Run, _ settings: any UserSettings) -> [NoteRequest]

  /// The notes from which a trial can be drawn now.
  ///
  /// - Parameter canSound: whether a note sounds at this frequency, and in tune.
  func notes(
    in run: Run, _ settings: any UserSettings, canSound: (Frequency) -> Bool
  ) -> UsableNotes

  /// The trial of that number, with the settings as they are now.
  ///
  /// - Parameters:
  ///   - notes: not empty.
  ///   - random: the only source of chance, so that a seed repeats a training.
  func trial(
    _ index: Int, in run: Run, among notes: UsableNotes, _ settings: any UserSettings,
    using random: inout RandomSource
  ) -> Trial
}

/// The id and the date of a record, and how the answer came about.
public nonisolated struct Stamp: Hashable, Sendable {
  public let id: UUID
  public let date: Date
  public let context: TrialContext

  public init(id: UUID, date: Date, context: TrialContext = TrialContext()) {
    self.id = id
    self.date = date
    self.context = context
  }
}

extension Date {
  /// This moment rounded down to whole milliseconds since 1970, the resolution of the records.
  nonisolated var inWholeMilliseconds: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded(.down) / 1000)
  }
}

/// Names one stretch of time for which a driver waits. An event that carries the name of an earlier
/// step comes too late and changes nothing.
public nonisolated struct TrainingStep: Hashable, Sendable {
  private var number = 0

  mutating func advance() { number += 1 }
}
