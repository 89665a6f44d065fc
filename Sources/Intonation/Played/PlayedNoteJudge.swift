import Foundation
import Music

/// Waits for one note and judges it by both analyses. One thread at a time, which may be any but the
/// process thread.
///
/// The coarse analysis follows the note until its pitch has stayed for ``PlayedNoteRules/steadyTime``.
/// A slide into the note or its attack is not part of that, and vibrato does not count as movement.
/// Then the fine analysis measures this stretch. If the note keeps moving a little, the best stretch
/// counts after a while, or when the note ends. What the input hears of an accompaniment is taken out
/// before both analyses; see ``Accompaniment``.
public struct PlayedNoteJudge: Sendable {
  /// How long to wait for a better stretch, in units of ``PlayedNoteRules/steadyTime``.
  private static let longestWait = 1.5

  /// In dB of full scale; a softer sound is no note.
  private static let leastLevel = -66.0

  /// A note that sounds from the very start and falls by more than this, in dB a second, is what is
  /// left of an earlier sound.
  private static let dyingAway = -15.0

  /// Unless it is louder by this, in dB, than the input was before.
  private static let rise = 6.0

  /// The shortest stretch that can be judged on ``commit()``, in seconds.
  private static let shortestStretch = 0.25

  /// How many breaks that show only in the sound may restart the measurement of a note. A player
  /// may tongue or bow the note again and again; sound that is lost on its way does not break that
  /// often.
  private static let mostBreaks = 3

  private let rules: PlayedNoteRules
  /// After the decimation.
  private let sampleRate: Double
  private var decimator: InputDecimator
  private var tracker: PitchTracker
  private var recording: InputRecording
  private var accompaniment: Accompaniment
  private var ringing: RingingReference
  private var mains: MainsHum
  private var note = HeldNote()
  private var phrase = PlayedPhrase()

  /// Samples so far, after the decimation.
  private var count = 0

  /// How often a held note was cut on its way, as reported by ``cut()``, so that its measurement
  /// started over. Breaks that show only in the sound are not counted: they may be the player's.
  public private(set) var cuts = 0

  /// How long to wait before the player is told that the note could not be heard, in seconds.
  private static let longestSilence = 4.0

  /// How long to wait before the next try, and after how long to tell the player, in seconds.
  private static let clearing = (pause: 0.2, longest: 3.0)

  /// The coarse analysis has taken something for a note in which the fine analysis has found no pitch: until when that has
  /// gone on, in seconds.
  private var mistaken: Double?

  /// Whether a note is heard.
  public var hearsNote: Bool { !note.isEmpty }

  /// The last frame of the coarse analysis.
  public private(set) var latest: PitchFrame?

  /// What is played at the moment, in cents from the target in the octave where it is played, to a few cents; `nil` for
  /// nothing. Only if ``PlayedNoteRules/followsPitch``.
  public private(set) var heard: Double?

  /// Follows the pitch sooner than the coarse analysis, whose window is for the lowest of all notes.
  private var follower: PitchTracker?

  /// The shortest window of that, in seconds, and its frames a second.
  private static let following = (window: 0.04, frameRate: 100.0)

  /// - Parameter former: the judge of the note before; see ``PlayedNoteRules/continues``.
  public init(
    _ rules: PlayedNoteRules, sampleRate: Double, after former: PlayedNoteJudge? = nil
  ) {
    self.rules = rules
    decimator = InputDecimator(sampleRate: sampleRate)
    let sampleRate = decimator.rate
    self.sampleRate = sampleRate
    tracker = PitchTracker(sampleRate: sampleRate)
    let longest = (2 + Self.longestWait) * rules.steadyTime + 2
    recording = InputRecording(capacity: Int(longest * sampleRate))
    if rules.continues, let former, former.rules.accompaniment == rules.accompaniment,
      former.accompaniment.isKnown
    {
      accompaniment = former.accompaniment
      accompaniment.forgetDisturbance()
    } else {
      accompaniment = Accompaniment(rules.accompaniment.map(\.hertz), sampleRate: sampleRate)
    }
    if rules.continues, let former, former.rules.ringing == rules.ringing {
      ringing = former.ringing.next(after: Double(former.count) / former.sampleRate)
    } else {
      ringing = RingingReference(rules.ringing.map(\.hertz), level: rules.ringingLevel)
    }
    mains = MainsHum(target: rules.target.hertz)
    if rules.followsPitch {
      // A little lower than the target.
      let window = PitchTracker.leastPeriods / (0.9 * rules.target.hertz)
      follower = PitchTracker(
        sampleRate: sampleRate,
        window: min(max(window, Self.following.window), PitchTracker.window),
        frameRate: Self.following.frameRate)
    }
  }

  /// Adds samples, and returns an outcome when the note has been held long enough or has ended.
  /// After an outcome the judge is done; its outcomes for further samples mean nothing.
  public mutating func append(_ samples: UnsafeBufferPointer<Float>) -> PlayedNoteOutcome? {
    let samples = decimator.append(samples)
    let end = Double(count + samples.count) / sampleRate + decimator.lateness
    // Small pieces: the recording must not run ahead of the frames.
    let piece = max(Int(sampleRate / PitchTracker.frameRate), 1)
    return samples.withUnsafeBufferPointer { samples in
      for start in stride(from: 0, to: samples.count, by: piece) {
        let part = UnsafeBufferPointer(rebasing: samples[start..<min(start + piece, samples.count)])
        count += part.count
        let outcome =
          rules.accompaniment.isEmpty
          ? handle(part) : accompaniment.append(part).withUnsafeBufferPointer { handle($0) }
        if let outcome { return outcome.judged(at: end) }
      }
      return nil
    }
  }

  /// Judges what was held so far: the user has said that it is done.
  public mutating func commit() -> PlayedNoteOutcome {
    outcomeOfCommit().judged(at: Double(count) / sampleRate + decimator.lateness)
  }

  /// The sound was cut just now: nothing is judged over it.
  public mutating func cut() {
    if !note.points.isEmpty { cuts += 1 }
    cut(at: Double(count) / sampleRate + decimator.lateness)
  }

  private mutating func cut(at time: Double) {
    // No window of the coarse analysis has anything from before.
    note.cut(before: time + PitchTracker.window / 2)
    phrase.dropStretches()
  }

  private mutating func outcomeOfCommit() -> PlayedNoteOutcome {
    if let ready = phrase.ready, let outcome = judge(ready, isLast: true) { return outcome }
    if isRinging || phrase.clouded != nil { return .inseparable }
    // A note played at the target could not be heard.
    if isHidden { return .inseparable }
    guard note.phraseSeconds >= HeldNote.shortest else { return .noPitch }
    guard note.phraseSeconds >= Self.shortestStretch + 0.05 else {
      return .tooShort(seconds: note.phraseSeconds)
    }
    let longest = min(note.seconds - 0.05, rules.steadyTime)
    // After a leap the last note may be short, however long there has been sound.
    guard longest >= Self.shortestStretch else { return .tooShort(seconds: note.seconds) }
    if let stretch = note.stretch(seconds: longest), stretch.movement <= HeldNote.greatestMovement,
      let outcome = judge(stretch, isLast: true)
    {
      return outcome
    }
    guard !note.isEmpty else { return .noPitch }
    return .unsteady(wobble: note.wobble(seconds: rules.steadyTime))
  }

  /// The outcome without a note: if something sounds in the accompaniment's place, it may be one.
  private var nothing: PlayedNoteOutcome {
    accompaniment.disturbed >= Self.shortestStretch && isHidden ? .inseparable : .noPitch
  }

  private mutating func handle(_ samples: UnsafeBufferPointer<Float>) -> PlayedNoteOutcome? {
    recording.append(samples)
    for frame in follower?.append(samples) ?? [] { follow(frame) }
    for frame in tracker.append(samples) {
      latest = frame
      if let outcome = handle(frame) { return outcome }
    }
    return nil
  }

  private mutating func handle(_ frame: PitchFrame) -> PlayedNoteOutcome? {
    // It learns what hums from the first frames.
    let isHum = mains.explains(frame)
    ringing.receive(frame, hasPitch: !isHum && pitch(of: frame) != nil)
    // The notches have settled.
    if !accompaniment.audible.isEmpty, frame.time < Accompaniment.look { return nil }
    if let chosen = phrase.chosen, frame.time >= chosen.span.upperBound + 0.06,
      let outcome = judge(chosen, isLast: false)
    {
      return outcome
    }
    if !isHum, let hertz = pitch(of: frame) {
      mistaken = mistaken.flatMap { frame.time - $0 > HeldNote.longestGap ? nil : frame.time }
      note.add(
        HeldNote.Point(
          time: frame.time, cents: 1200 * log2(hertz / rules.target.hertz), level: frame.level))
      if phrase.chosen == nil { look() }
    } else if !note.isEmpty, frame.time - note.lastTime > HeldNote.longestGap {
      if let outcome = end() { return outcome }
    }
    if note.isEmpty, accompaniment.disturbed >= rules.steadyTime, nothing == .inseparable {
      return .inseparable
    }
    if note.isEmpty, !rules.continues, frame.time >= Self.longestSilence, isHidden {
      return .inseparable
    }
    if phrase.ready == nil, ringing.isTooLong(at: frame.time), isRinging {
      return .inseparable
    }
    guard frame.time >= rules.longestWait, phrase.chosen == nil else { return nil }
    if let best = phrase.best, let outcome = judge(best, isLast: true) { return outcome }
    guard !note.isEmpty, !isResidue else { return nothing }
    if isRinging || isHidden || phrase.clouded != nil { return .inseparable }
    // A note that has just begun gets its time.
    guard note.phraseSeconds > 2 * rules.steadyTime || frame.time > rules.longestWait + 5 else {
      return nil
    }
    return .unsteady(wobble: note.wobble(seconds: rules.steadyTime))
  }

  private mutating func follow(_ frame: PitchFrame) {
    heard = nil
    guard accompaniment.audible.isEmpty || frame.time >= Accompaniment.look,
      let hertz = pitch(of: frame)
    else { return }
    let cents = 1200 * log2(hertz / rules.target.hertz)
    let octave = (cents / 1200).rounded()
    heard = Int(octave) == rules.refusedOctave ? cents : cents - 1200 * octave
  }

  private func pitch(of frame: PitchFrame) -> Double? {
    guard frame.level >= Self.leastLevel, let hertz = frame.frequency,
      !accompaniment.leaves(hertz, level: frame.level)
    else { return nil }
    return hertz
  }

  /// Looks for a steady stretch at the end of the note.
  private mutating func look() {
    if let best = phrase.best,
      note.lastTime - best.span.upperBound > Self.longestWait * rules.steadyTime
    {
      phrase.chosen = best
      return
    }
    guard let stretch = note.stretch(seconds: rules.steadyTime),
      stretch.movement <= HeldNote.greatestMovement, !isLeftOver,
      !ringing.explains(
        stretch.span, hertz: rules.target.shifted(by: Cents(stretch.cents)).hertz),
      note.lastTime >= (phrase.clouded?.last ?? -.infinity) + Self.clearing.pause
    else { return }
    if stretch.movement < phrase.best?.movement ?? .infinity { phrase.best = stretch }
    if stretch.movement <= HeldNote.goodMovement { phrase.chosen = stretch }
  }

  /// Whether the note is what is left of an earlier sound, which was there before and was no softer then.
  private var isLeftOver: Bool {
    guard note.phraseStart < 0.15, note.levelSlope < Self.dyingAway else { return false }
    guard let before = rules.levelBefore, let loudest = note.loudest else { return true }
    return loudest < before + Self.rise
  }

  /// Whether what is held at the moment is what the notches leave of the accompaniment.
  private var isResidue: Bool { mistaken != nil && !accompaniment.audible.isEmpty }

  /// Whether a note at the target could not be judged however long it is held.
  private var isHidden: Bool { accompaniment.hides(noteAt: rules.target.hertz) }

  /// Whether what is held at the moment may be what rings on of the reference.
  private var isRinging: Bool {
    guard !ringing.isOver, let middle = note.middle, let first = note.points.first,
      let last = note.points.last
    else { return false }
    return ringing.explains(
      first.time...last.time, hertz: rules.target.shifted(by: Cents(middle)).hertz)
  }

  private mutating func end() -> PlayedNoteOutcome? {
    if let ready = phrase.ready, let outcome = judge(ready, isLast: true) { return outcome }
    defer {
      note.clear()
      phrase = PlayedPhrase()
    }
    guard note.phraseSeconds >= HeldNote.shortest, !isLeftOver, !isRinging, !isResidue else {
      return nil
    }
    // It may have been held long enough, and could not be judged.
    if phrase.clouded != nil || isHidden { return .inseparable }
    if note.isCut {
      // A note that was cut by a loss was not held too short; one that was begun anew was.
      return phrase.breaks > 0 ? .tooShort(seconds: note.seconds) : nil
    }
    return mistaken == nil && note.phraseSeconds < rules.steadyTime + 0.05
      ? .tooShort(seconds: note.phraseSeconds)
      : .unsteady(wobble: note.wobble(seconds: rules.steadyTime))
  }

  // MARK: The fine analysis

  /// Measures a stretch. If the sound was cut in it, the note has to be held anew from there on, but not again and
  /// again: then the longest part that is whole is judged.
  ///
  /// - Parameter isLast: whether nothing follows: then such a part is judged at once.
  /// - Returns: `nil` if the note has to be held anew, or longer until nothing rings beside it.
  private mutating func judge(_ stretch: HeldNote.Stretch, isLast: Bool) -> PlayedNoteOutcome? {
    let outcome = measure(stretch, isLast: isLast)
    if outcome == .noPitch {
      mistaken = note.lastTime
      note.clear()
      phrase = PlayedPhrase()
      return nil
    }
    guard case .judged(var played)? = outcome else { return outcome }
    let bias = ringing.bias(of: played.frequency, over: stretch.span)
    guard ringing.clouds(bias, of: played.frequency) else {
      played.uncertainty = (played.uncertainty * played.uncertainty + bias * bias / 4).squareRoot()
      return .judged(played)
    }
    phrase.dropStretches()
    let now = note.lastTime
    let since = phrase.clouded?.since ?? now
    phrase.clouded = (since, now)
    return isLast || now - since > Self.clearing.longest ? .inseparable : nil
  }

  /// What the fine analysis says of it, ringing or not.
  private mutating func measure(
    _ stretch: HeldNote.Stretch, isLast: Bool
  ) -> PlayedNoteOutcome? {
    let fine = StretchJudge(
      rules: rules, sampleRate: sampleRate, recording: recording, accompaniment: accompaniment,
      note: note)
    let reading = fine.read(stretch)
    let outcome = fine.outcome(of: reading, stretch)
    let places = fine.breaks(of: stretch, heard: reading)
    guard let last = places.last, outcome != .inseparable,
      outcome.isJudged || !fine.isTrill(stretch, heard: reading, breaks: places)
    else { return outcome }
    phrase.breaks += 1
    guard isLast || phrase.breaks > Self.mostBreaks else {
      cut(at: last.upperBound)
      return nil
    }
    let part = fine.longestPart(of: stretch, without: places)
    let length = part.upperBound - part.lowerBound
    guard length >= Self.shortestStretch else {
      return isLast
        ? .tooShort(seconds: length)
        : .unsteady(wobble: note.wobble(seconds: rules.steadyTime))
    }
    let whole = HeldNote.Stretch(span: part, cents: stretch.cents, movement: stretch.movement)
    return fine.outcome(of: fine.read(whole), whole)
  }
}
