import Foundation
import MainThread

/// The timing of the answer to a trial, as the driver sees it: the notes of the trial that have
/// sounded, and when. A trial that is posed again begins with a new one.
nonisolated struct AnswerTiming {
  /// True if the first frame of the trial has sounded.
  private(set) var hasSounded = false

  /// The note of the trial's passage that is asked about.
  private var target: Int?

  /// True if that note is the player's.
  private var isListening = false

  /// The moment when that note began, or could begin if it is the player's.
  private var targetStart: (time: SoundTime, date: Date)?

  /// Registers a request for the notes of the trial.
  ///
  /// - Parameter hasDrone: true if something sounds beside all of them.
  mutating func passageRequested(_ passage: Passage, hasDrone: Bool = false) {
    // A note alone has nothing to be compared with.
    if target == nil, hasDrone || passage.notes.count > 1 { target = passage.target }
  }

  /// Registers that the first frame of the note with that index has sounded.
  ///
  /// - Parameter time: the moment of that frame, if known.
  mutating func noteBegan(_ note: Int, at time: SoundTime?, _ date: Date) {
    hasSounded = true
    if note == target, targetStart == nil, !isListening { targetStart = time.map { ($0, date) } }
  }

  /// Registers that the player's note, which is asked about, can be heard from now on.
  mutating func listeningBegan(at time: SoundTime?, _ date: Date) {
    guard !isListening else { return }
    // Of a drone, no note of its own has begun.
    hasSounded = true
    isListening = true
    targetStart = time.map { ($0, date) }
  }

  /// The seconds from the first frame of the note in question to `time`; `nil` if unknown.
  func responseTime(at time: SoundTime, _ date: Date) -> Double? {
    // After half a day the numbers of the frames begin anew.
    guard let targetStart, time.rate == targetStart.time.rate,
      date.timeIntervalSince(targetStart.date) < Self.longestResponse
    else { return nil }
    invariant(hasSounded, "what is answered has sounded")
    let seconds = time.seconds(since: targetStart.time)
    // A period is computed before it sounds: an answer may come in between. A played note may have
    // begun before, when the delay of the input is subtracted.
    let earliest = isListening ? Self.longestLoop : Self.longestPeriod
    return seconds >= -earliest ? max(seconds, 0) : nil
  }

  private static let longestResponse: TimeInterval = 3600

  /// The longest period: 8192 frames at 44.1 kHz.
  private static let longestPeriod = 0.19

  /// The longest delay from the outputs to the input that can be set, and a period.
  private static let longestLoop = 1.19
}

/// Stamps the answers of a session with an id, a date, and how they came about. Main thread.
struct AnswerStamps {
  let player: any NotePlayer

  /// The run of training to which the answers belong, if it is recorded.
  let runID: UUID?

  let place: PlanPosition?

  let now: () -> Date
  let makeID: () -> UUID

  /// Stamps an answer.
  ///
  /// - Parameters:
  ///   - context: the part that the trial knows; `nil` without a trial.
  ///   - device: the origin of the answer, if it is to be recorded.
  ///   - time: the moment of the answer; `nil` for this one.
  func stamp(
    _ context: TrialContext?, _ timing: AnswerTiming, from device: InputDevice?,
    at time: SoundTime?
  ) -> Stamp {
    let (id, date) = (makeID(), now())
    var context = context ?? TrialContext()
    context.soundSource = player.recordedSound
    context.partials = player.partials
    context.responseTime = (time ?? player.now).flatMap { timing.responseTime(at: $0, now()) }
    context.input = device
    context.run = runID
    if let place {
      (context.plan, context.block) = (place.plan, place.block)
      context.participant = place.participation.participant
      context.session = place.participation.session
      context.isPractice = place.isPractice
    }
    return Stamp(id: id, date: date, context: context)
  }
}
