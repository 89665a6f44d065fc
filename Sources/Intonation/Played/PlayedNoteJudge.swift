import Foundation
import Music

/// Waits for one note and judges it by both analyses. One thread at a time, which may be any but
/// the process thread.
///
/// The coarse analysis follows the note until its pitch has stayed for
/// ``PlayedNoteRules/steadyTime``. A slide into the note or its attack is not part of that, and
/// vibrato does not count as movement. Then the fine analysis measures this stretch. If the note
/// keeps moving a little, the best stretch counts after a while, or when the note ends. An
/// accompaniment is removed before both analyses; see ``Accompaniment``.
public struct PlayedNoteJudge: Sendable {
  /// The longest wait for a better stretch, in units of ``PlayedNoteRules/steadyTime``.
  private static let longestWait = 1.5

  /// The least level of a note, in dB of full scale.
  private static let leastLevel = -66.0

  /// The slope in dB a second below which a note that sounds from the very start is the rest of an
  /// earlier sound.
  private static let dyingAway = -15.0

  /// The level above the earlier input, in dB, at which such a note counts nevertheless.
  private static let rise = 6.0

  /// The shortest stretch that can be judged on ``commit()``, in seconds.
  private static let shortestStretch = 0.25

  /// The number of breaks, found in the sound, that may restart the measurement of a note. A player
  /// may tongue or bow the note again and again; sound that is lost on its way does not break that
  /// often.
  private static let mostBreaks = 3

  private let rules: PlayedNoteRules
  /// The rate after the decimation.
  private let sampleRate: Double
  private var decimator: InputDecimator
  private var tracker: PitchTracker
  private var recording: InputRecording
  private var accompaniment: Accompaniment
  private var ringing: RingingReference
  private var mains: MainsHum
  private var note = HeldNote()
  private var phrase = PlayedPhrase()

  /// The number of samples so far, after the decimation.
  private var count = 0

  /// The number of times that a held note was cut on its way, as reported by ``cut()``, so that its
  /// measurement started over. Breaks that are only found in the sound are not counted: they may be
  /// the player's.
  public private(set) var cuts = 0

  /// The seconds after which a note that cannot be heard is reported.
  private static let longestSilence = 4.0

  /// The seconds before the next try, and after which ringing is reported.
  private static let clearing = (pause: 0.2, longest: 3.0)

  /// The last time, in seconds, of a sound in which the coarse analysis has found a note and the
  /// fine analysis no pitch.
  private var mistaken: Double?

  public var hearsNote: Bool { !note.isEmpty }

  /// The last frame of the coarse analysis.
  public private(set) var latest: PitchFrame?

  /// The present pitch in cents from the target, in the octave where it is played, to a few cents;
  /// `nil` without a pitch. Only if ``PlayedNoteRules/followsPitch``.
  public private(set) var heard: Double?

  /// Follows the pitch sooner than the coarse analysis, whose window is for the lowest of all
  /// notes.
  private var follower: PitchTracker?

  /// The shortest window of the follower, in seconds, and its frames a second.
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

  /// Judges what was held so far, as the user has finished.
  public mutating func commit() -> PlayedNoteOutcome {
    outcomeOfCommit().judged(at: Double(count) / sampleRate + decimator.lateness)
  }

  /// Measures the note anew from now on, as the sound was cut.
  public mutating func cut() {
    if !note.points.isEmpty { cuts += 1 }
    cut(at: Double(count) / sampleRate + decimator.lateness)
  }

  private mutating func cut(at time: Double) {
    // From there on no window of the coarse analysis has anything from before.
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

  /// The outcome without a note. If something sounds in the accompaniment's place, it may be a
  /// note.
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
    // With every frame, as it learns the hum from the first ones.
    let isHum = mains.explains(frame)
    ringing.receive(frame, hasPitch: !isHum && pitch(of: frame) != nil)
    // Until the notches have settled.
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
    // A note that has just begun may be judged.
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

  /// True if the note is the rest of an earlier sound, which was no softer before.
  private var isLeftOver: Bool {
    guard note.phraseStart < 0.15, note.points.levelSlope < Self.dyingAway else { return false }
    guard let before = rules.levelBefore, let loudest = note.loudest else { return true }
    return loudest < before + Self.rise
  }

  /// True if the present sound is the rest of the accompaniment after the notches.
  private var isResidue: Bool { mistaken != nil && !accompaniment.audible.isEmpty }

  /// True if a note at the target could not be judged however long it is held.
  private var isHidden: Bool { accompaniment.hides(noteAt: rules.target.hertz) }

  /// True if the present sound may be the ringing of the reference.
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

  /// Measures a stretch. If the sound was cut in it, the note has to be held anew from there on.
  /// After several cuts, the longest whole part is judged.
  ///
  /// - Parameter isLast: true if nothing follows: then such a part is judged at once.
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

  /// Measures a stretch, without regard to ringing.
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

/// The phrase that sounds, which is played without a rest.
private struct PlayedPhrase: Sendable {
  /// Its steadiest stretch so far.
  var best: HeldNote.Stretch?

  /// A stretch that is judged as soon as the filters have what follows it.
  var chosen: HeldNote.Stretch?

  /// The number of breaks that were found in its sound.
  var breaks = 0

  /// The first and the last time, in seconds, at which a stretch was not judged because of ringing
  /// beside the note.
  var clouded: (since: Double, last: Double)?

  /// The stretch that is judged if nothing follows.
  var ready: HeldNote.Stretch? { chosen ?? best }

  mutating func dropStretches() { (best, chosen) = (nil, nil) }
}

/// Judges the pitch of a stretch by the fine analysis, and finds breaks in it.
private struct StretchJudge {
  /// The least share of the power that the played note has; others ring along.
  private static let mostPower = 0.6

  /// The least share of a stretch that the breaks of a trill have.
  private static let trill = 0.4

  let rules: PlayedNoteRules
  /// The rate of the recording, in hertz.
  let sampleRate: Double
  let recording: InputRecording
  let accompaniment: Accompaniment
  /// The note that the stretch belongs to.
  let note: HeldNote

  /// Measures a stretch.
  func read(_ stretch: HeldNote.Stretch) -> PlayedNote? {
    let margin = PlayedToneMeter.margin
    let (samples, start) = recording.samples(
      from: Int((stretch.span.lowerBound - margin) * sampleRate),
      to: Int((stretch.span.upperBound + margin) * sampleRate))
    let first = Int(stretch.span.lowerBound * sampleRate) - start
    let last = Int(stretch.span.upperBound * sampleRate) - start
    var meter = PlayedToneMeter()
    meter.taken = accompaniment.taken
    func read(near: Frequency) -> (note: PlayedNote, share: Double)? {
      meter.read(
        samples, stretch: first..<last, sampleRate: sampleRate, near: near, target: rules.target)
    }
    let heard = read(near: rules.target.shifted(by: Cents(stretch.cents)))?.note
    if abs(heard?.error ?? .infinity) > PlayedNote.widestError,
      // If a string rings along, the coarse analysis may have found the period of both. A higher
      // note, such as the twelfth, has all its partials among the target's, and is not the target.
      let other = read(near: rules.target), other.note.octaves == 0, other.share >= Self.mostPower,
      rules.target.shifted(by: Cents(stretch.cents)).hertz < 0.9 * other.note.frequency
    {
      return other.note
    }
    return heard
  }

  /// The parts of a stretch in which the sound was cut.
  func breaks(of stretch: HeldNote.Stretch, heard: PlayedNote?) -> [ClosedRange<Double>] {
    let (all, start) = recording.samples(
      from: Int(stretch.span.lowerBound * sampleRate),
      to: Int(stretch.span.upperBound * sampleRate))
    let sounding = PlayedToneMeter.sounding(all, in: all.indices, sampleRate)
    let samples = Array(all[sounding])
    let from = Double(start + sounding.lowerBound) / sampleRate
    let target = rules.target.hertz
    // The notches still sound as a note begins.
    let whole = accompaniment.audible.isEmpty ? 0 : note.phraseStart + PartialsFilter.settling
    return SoundBreak.places(
      in: samples, sampleRate: sampleRate, vibrato: heard?.vibratoExtent ?? 0
    ) { [note] time in
      if let heard { return heard.hertz(at: time) }
      let cents = note.cents(at: from + time, around: stretch.cents) ?? stretch.cents
      return target * exp2(cents / 1200)
    }.map { $0.lowerBound + from...$0.upperBound + from }
      .filter { $0.lowerBound >= whole }
  }

  /// True if a stretch with breaks is a trill and no note: it fails to repeat itself again and
  /// again.
  func isTrill(
    _ stretch: HeldNote.Stretch, heard: PlayedNote?, breaks: [ClosedRange<Double>]
  ) -> Bool {
    if let heard, heard.vibratoExtent > 0 { return true }
    let broken = breaks.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    return broken > Self.trill * (stretch.span.upperBound - stretch.span.lowerBound)
  }

  /// The longest part of a stretch without a break; empty if there is none.
  func longestPart(
    of stretch: HeldNote.Stretch, without breaks: [ClosedRange<Double>]
  ) -> ClosedRange<Double> {
    let edges =
      [stretch.span.lowerBound] + breaks.flatMap { [$0.lowerBound, $0.upperBound] }
      + [stretch.span.upperBound]
    return stride(from: 0, to: edges.count, by: 2)
      .map { edges[$0]...max(edges[$0], edges[$0 + 1]) }
      .max { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound } ?? stretch.span
  }

  func outcome(
    of heard: PlayedNote?, _ stretch: HeldNote.Stretch
  ) -> PlayedNoteOutcome {
    guard var played = heard else {
      return accompaniment.hides(noteAt: rules.target.hertz) ? .inseparable : .noPitch
    }
    // The remainder of a note of the accompaniment is not the player's.
    if accompaniment.hides(noteAt: played.frequency) { return .inseparable }
    let cents = 1200 * log2(played.frequency / rules.target.hertz)
    guard abs(played.error) <= PlayedNote.widestError,
      played.octaves != rules.refusedOctave
    else { return .wrongNote(frequency: played.frequency, cents: cents) }
    // Otherwise only notes far out of tune would be judged.
    if accompaniment.hides(noteAt: rules.target.hertz * exp2(Double(played.octaves))) {
      return .inseparable
    }
    guard played.uncertainty <= PlayedToneMeter.greatestUncertainty, played.isHeld else {
      return .unsteady(wobble: note.wobble(seconds: rules.steadyTime))
    }
    // The note may have begun later and ended earlier than in the coarse analysis.
    played.age -= stretch.span.upperBound
    played.settleTime = max(stretch.span.lowerBound + played.settleTime - note.phraseStart, 0)
    return .judged(played)
  }
}

extension PlayedNoteOutcome {
  var isJudged: Bool { if case .judged = self { true } else { false } }

  /// The outcome with the age of the note at that second.
  func judged(at time: Double) -> PlayedNoteOutcome {
    guard case .judged(var note) = self else { return self }
    note.age = max(note.age + time, 0)
    return .judged(note)
  }
}
