import Foundation
import MainThread

/// How the answer to a trial comes about, as far as the driver sees it: which of the trial's notes have
/// sounded, and when.
///
/// It belongs to one trial; a trial that is posed again begins with a new one.
nonisolated struct AnswerTiming {
  /// Whether the first frame of the trial has sounded.
  private(set) var hasSounded = false

  /// The note of the trial's passage that the question is about.
  private var target: Int?

  /// Whether that note is the player's.
  private var isListening = false

  /// When that note began, or could begin if it is the player's.
  private var targetStart: (time: SoundTime, date: Date)?

  /// The notes of the trial are asked for.
  ///
  /// - Parameter hasDrone: whether something sounds beside all of them.
  mutating func passageRequested(_ passage: Passage, hasDrone: Bool = false) {
    // A note alone has nothing to be compared with.
    if target == nil, hasDrone || passage.notes.count > 1 { target = passage.target }
  }

  /// The note with that index has sounded its first frame.
  ///
  /// - Parameter time: the moment of that frame; `nil` if it is not known.
  mutating func noteBegan(_ note: Int, at time: SoundTime?, _ date: Date) {
    hasSounded = true
    if note == target, targetStart == nil, !isListening { targetStart = time.map { ($0, date) } }
  }

  /// From now on the player's note can be heard, which the question is about.
  mutating func listeningBegan(at time: SoundTime?, _ date: Date) {
    guard !isListening else { return }
    // Of a drone, no note of its own has begun.
    hasSounded = true
    isListening = true
    targetStart = time.map { ($0, date) }
  }

  /// From the first frame of the note in question to `time`, in seconds; `nil` if there is no telling.
  func responseTime(at time: SoundTime, _ date: Date) -> Double? {
    // After half a day the numbers of the frames begin anew.
    guard let targetStart, time.rate == targetStart.time.rate,
      date.timeIntervalSince(targetStart.date) < Self.longestResponse
    else { return nil }
    invariant(hasSounded, "what is answered has sounded")
    let seconds = time.seconds(since: targetStart.time)
    // A period is computed before it sounds: an answer may come in between. A played note may have begun before,
    // once the time in which it came in is taken off.
    let earliest = isListening ? Self.longestLoop : Self.longestPeriod
    return seconds >= -earliest ? max(seconds, 0) : nil
  }

  /// In seconds.
  private static let longestResponse: TimeInterval = 3600

  /// In seconds: 8192 frames at 44.1 kHz.
  private static let longestPeriod = 0.19

  /// In seconds: the longest delay from the outputs to the input that can be set, and a period.
  private static let longestLoop = 1.19
}

/// Stamps the answers of a session: each has an id, a date, and how it came about. Main thread.
struct AnswerStamps {
  let player: any NotePlayer

  /// The run of training to which the answers belong, if it is recorded.
  let runID: UUID?

  /// The place of the answers in a plan.
  let place: PlanPlace?

  let now: () -> Date
  let makeID: () -> UUID

  /// Stamps an answer of this moment.
  ///
  /// - Parameters:
  ///   - context: what the trial says of it; `nil` without a trial.
  ///   - device: what it comes from, if that is to be recorded.
  ///   - time: when it happened; `nil` for this moment.
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
