import Foundation
import Music

/// The phases of a training, as spelt in JSON. No phase is ever skipped.
public nonisolated enum TrialPhase: String, CaseIterable, Sendable {
  case idle, paused

  /// The two notes, or the two sounds, of a choice; then its answer is awaited.
  case playingNote1, playingNote2

  /// Both notes at once, to be listened to.
  case playingTogether
  case playingFirst, playingSecond, awaitingAnswer

  /// The last of three sounds.
  case playingThird

  /// The reference of a note of the user's own, which is tuned then, or listened to and judged.
  case playingReference, playingTunable, listening, judging

  case showingFeedback, replaying
}

/// A task for the driver after a change of state. The driver performs the actions of a list in
/// their order, and sends the events after all others.
public nonisolated enum TrainingAction: Hashable, Sendable {
  /// Let the player prepare for a trial that is posed again.
  case prepare

  /// Play a passage; then, for each of its notes, `noteStarted(_:_:)` and `noteEnded(_:_:)` with
  /// the note's index and this step, and `sliderMoved(to:_:)` when MIDI has moved the note with a
  /// slider. Earlier notes fade out.
  case play(Passage, TrainingStep)

  /// Let only the drone sound, for so long; then `restEnded(step)`.
  case playDrone(NoteSpan, TrainingStep)

  /// Let MIDI move the tunable note again, from `at` on, after it has ended its hold of the note.
  case giveSlider(PitchSlider, at: Double)

  /// Wait until nobody has touched the tunable note for a minute; then `handIdled(step)`.
  case watchHand(TrainingStep)

  /// Move the slider of the tunable note.
  case moveSlider(to: Double)

  /// Ask whether the sound runs; then `soundConfirmed(step)`.
  case confirmSound(TrainingStep)

  /// Ask whether the sound fades out; then `silenceConfirmed(step)`.
  case confirmSilence(TrainingStep)

  /// Ask for the position of the slider of the tunable note; then `sliderConfirmed(at:_:)`, as soon
  /// as the note sounds there.
  case confirmSlider(TrainingStep)

  /// Listen to the user's note; then `noteHeard(_:_:_:)`. It ends with ``silence``.
  case listen(PlayedNoteRules, TrainingStep)

  /// Judge the sound heard so far, as nothing more will follow.
  case judge

  /// Fade out the notes that sound until they are released.
  case release

  /// Fade everything out, without further events of notes, and stop listening.
  case silence

  /// Wait until the player's note has ended; then `toneEnded(step)`.
  case awaitToneEnd(TrainingStep)

  /// Wait for so long while feedback is shown; then `restEnded(step)`.
  case rest(Duration, TrainingStep)

  /// Complete the trial, as if the user had asked for the next one.
  case complete

  /// Choose the trial of that number and pose it.
  case choose(TrialRun, index: Int)

  /// Send the event to the observers.
  case notify(TrainingEvent)
}

/// The id, the date and the context of a record.
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

/// Identifies a period for which a driver waits. An event with an earlier step comes too late and
/// changes nothing.
public nonisolated struct TrainingStep: Hashable, Sendable {
  private var number = 0

  mutating func advance() { number += 1 }
}
