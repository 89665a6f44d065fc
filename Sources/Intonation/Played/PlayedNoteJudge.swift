import Foundation
import Music

/// Waits for one note and judges it by both stages. One thread at a time, which may be any but the
/// process thread.
///
/// The coarse stage follows the note until its pitch has stayed for ``PlayedNoteRules/steadyTime``.
/// A slide into the note or its attack is not part of that, and vibrato does not count as movement.
/// Then the fine stage measures this stretch. If the note keeps moving a little, the best stretch
/// counts after a while, or when the note ends. What the input hears of an accompaniment is taken out
/// before both stages; see ``Accompaniment``.
public struct PlayedNoteJudge: Sendable {
  /// How long to wait for a better stretch, in units of ``PlayedNoteRules/steadyTime``.
  private static let patience = 1.5

  /// In dB of full scale; what is softer is no note.
  private static let leastLevel = -66.0

  /// A note that sounds from the very start and falls by more than this, in dB a second, is what is
  /// left of an earlier sound.
  private static let dyingAway = -15.0

  /// The shortest stretch that can be judged on ``commit()``, in seconds.
  private static let shortestStretch = 0.25

  /// A note with this share of the power is the one that is played; others ring along.
  private static let mostPower = 0.6

  private let rules: PlayedNoteRules
  private let sampleRate: Double
  private var tracker: PitchTracker
  private var recording: Recording
  private var accompaniment: Accompaniment
  private var mains: MainsHum
  private var note = HeldNote()
  private var best: HeldNote.Stretch?
  /// A stretch that is judged as soon as the filters have what follows it.
  private var chosen: HeldNote.Stretch?

  /// The last frame of the coarse stage.
  public private(set) var latest: PitchFrame?

  /// - Parameter former: the judge of the note before; see ``PlayedNoteRules/continues``.
  public init(
    _ rules: PlayedNoteRules, sampleRate: Double, after former: PlayedNoteJudge? = nil
  ) {
    self.rules = rules
    self.sampleRate = sampleRate
    tracker = PitchTracker(sampleRate: sampleRate)
    let longest = (2 + Self.patience) * rules.steadyTime + 2
    recording = Recording(capacity: Int(longest * sampleRate))
    if rules.continues, let former, former.rules.accompaniment == rules.accompaniment {
      accompaniment = former.accompaniment
      accompaniment.forgetDisturbance()
    } else {
      accompaniment = Accompaniment(rules.accompaniment.map(\.hertz), sampleRate: sampleRate)
    }
    mains = MainsHum(target: rules.target.hertz)
  }

  /// Adds samples, and returns an outcome when the note has been held long enough or has ended.
  /// After an outcome the judge is done; what it says to further samples means nothing.
  public mutating func append(_ samples: UnsafeBufferPointer<Float>) -> PlayedNoteOutcome? {
    // Small pieces: the recording must not run ahead of the frames.
    let piece = max(Int(sampleRate / PitchTracker.frameRate), 1)
    for start in stride(from: 0, to: samples.count, by: piece) {
      let part = UnsafeBufferPointer(rebasing: samples[start..<min(start + piece, samples.count)])
      if rules.accompaniment.isEmpty {
        if let outcome = handle(part) { return outcome }
      } else if let outcome = accompaniment.append(part).withUnsafeBufferPointer({ handle($0) }) {
        return outcome
      }
    }
    return nil
  }

  /// Judges what was held so far: the user has said that it is done.
  public mutating func commit() -> PlayedNoteOutcome {
    if let ready = chosen ?? best { return judge(ready) }
    guard note.phraseSeconds >= HeldNote.shortest else { return nothing }
    guard note.phraseSeconds >= Self.shortestStretch + 0.05 else {
      return .tooShort(seconds: note.phraseSeconds)
    }
    let longest = min(note.seconds - 0.05, rules.steadyTime)
    // After a leap the last note may be short, however long there has been sound.
    guard longest >= Self.shortestStretch else { return .tooShort(seconds: note.seconds) }
    if let stretch = note.stretch(seconds: longest), stretch.movement <= HeldNote.greatestMovement {
      return judge(stretch)
    }
    return .unsteady(wobble: note.wobble(seconds: rules.steadyTime))
  }

  /// The outcome without a note: if something sounds in the accompaniment's place, it may be one.
  private var nothing: PlayedNoteOutcome {
    accompaniment.disturbed >= Self.shortestStretch && accompaniment.hides(rules.target.hertz)
      ? .inseparable : .noPitch
  }

  private mutating func handle(_ samples: UnsafeBufferPointer<Float>) -> PlayedNoteOutcome? {
    recording.append(samples)
    for frame in tracker.append(samples) {
      latest = frame
      if let outcome = handle(frame) { return outcome }
    }
    return nil
  }

  private mutating func handle(_ frame: PitchFrame) -> PlayedNoteOutcome? {
    // It learns what hums from the first frames.
    let isHum = mains.explains(frame)
    // The notches have settled.
    if !accompaniment.audible.isEmpty, frame.time < Accompaniment.look { return nil }
    if let chosen, frame.time >= chosen.span.upperBound + 0.06 { return judge(chosen) }
    if !isHum, let hertz = pitch(of: frame) {
      note.add(
        HeldNote.Point(
          time: frame.time, cents: 1200 * log2(hertz / rules.target.hertz), level: frame.level))
      if chosen == nil { look() }
    } else if !note.isEmpty, frame.time - note.lastTime > HeldNote.longestGap {
      if let outcome = end() { return outcome }
    }
    if note.isEmpty, accompaniment.disturbed >= rules.steadyTime, nothing == .inseparable {
      return .inseparable
    }
    guard frame.time >= rules.longestWait, chosen == nil else { return nil }
    if let best { return judge(best) }
    guard !note.isEmpty else { return nothing }
    // A note that has just begun gets its time.
    guard note.phraseSeconds > 2 * rules.steadyTime || frame.time > rules.longestWait + 5 else {
      return nil
    }
    return .unsteady(wobble: note.wobble(seconds: rules.steadyTime))
  }

  private func pitch(of frame: PitchFrame) -> Double? {
    frame.level >= Self.leastLevel ? frame.frequency : nil
  }

  /// Looks for a steady stretch at the end of the note.
  private mutating func look() {
    if let best, note.lastTime - best.span.upperBound > Self.patience * rules.steadyTime {
      chosen = best
      return
    }
    guard let stretch = note.stretch(seconds: rules.steadyTime),
      stretch.movement <= HeldNote.greatestMovement, !isLeftOver
    else { return }
    if stretch.movement < best?.movement ?? .infinity { best = stretch }
    if stretch.movement <= HeldNote.goodMovement { chosen = stretch }
  }

  /// Whether the note is what is left of an earlier sound.
  private var isLeftOver: Bool { note.phraseStart < 0.15 && note.levelSlope < Self.dyingAway }

  private mutating func end() -> PlayedNoteOutcome? {
    if let ready = chosen ?? best { return judge(ready) }
    defer { note.clear() }
    guard note.phraseSeconds >= HeldNote.shortest, !isLeftOver else { return nil }
    return note.phraseSeconds < rules.steadyTime + 0.05
      ? .tooShort(seconds: note.phraseSeconds)
      : .unsteady(wobble: note.wobble(seconds: rules.steadyTime))
  }

  // MARK: The fine stage

  private func judge(_ stretch: HeldNote.Stretch) -> PlayedNoteOutcome {
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
    var heard = read(near: rules.target.shifted(by: Cents(stretch.cents)))?.note
    if abs(heard?.error ?? .infinity) > PlayedNote.widestError,
      // With a string that rings along, the coarse stage may have found the period of both.
      let other = read(near: rules.target), other.note.octaves == 0, other.share >= Self.mostPower
    {
      heard = other.note
    }
    guard var played = heard else {
      return accompaniment.hides(rules.target.hertz) ? .inseparable : .noPitch
    }
    let cents = 1200 * log2(played.frequency / rules.target.hertz)
    guard abs(played.error) <= PlayedNote.widestError,
      rules.acceptsOtherOctaves || played.octaves == 0
    else { return .wrongNote(frequency: played.frequency, cents: cents) }
    // Otherwise only those far out of tune would be judged.
    if accompaniment.hides(noteAt: rules.target.hertz)
      || accompaniment.hides(noteAt: played.frequency)
    {
      return .inseparable
    }
    guard played.uncertainty <= PlayedToneMeter.greatestUncertainty, played.isHeld else {
      return .unsteady(wobble: note.wobble(seconds: rules.steadyTime))
    }
    played.age = max((latest?.time ?? 0) - stretch.span.upperBound, 0)
    played.settleTime = max(stretch.span.lowerBound - note.phraseStart, 0)
    return .judged(played)
  }
}

/// The last seconds of the input.
private struct Recording: Sendable {
  private let capacity: Int
  private var samples: [Float] = []
  /// The number of the first sample that is kept.
  private var first = 0

  init(capacity: Int) {
    self.capacity = capacity
    samples.reserveCapacity(2 * capacity)
  }

  mutating func append(_ new: UnsafeBufferPointer<Float>) {
    if samples.count + new.count > 2 * capacity {
      let needless = samples.count - capacity
      samples.removeFirst(needless)
      first += needless
    }
    samples.append(contentsOf: new)
  }

  /// What is there of these samples, and the number of the first one.
  func samples(from start: Int, to end: Int) -> (samples: [Float], start: Int) {
    let low = min(max(start - first, 0), samples.count)
    let high = min(max(end - first, low), samples.count)
    return (Array(samples[low..<high]), first + low)
  }
}

/// The hum of the mains, which has a pitch but is no note: 50 or 60 Hz, or one of its first partials.
///
/// It is kept within 0.2 Hz, which no note in tune comes near except G (100 Hz is 35 cents from it).
/// If the target is so close that an answer may be there, only what has hummed from the start at
/// this level is hum.
private struct MainsHum: Sendable {
  private static let places = [50.0, 100, 150, 60, 120, 180]
  /// In cents.
  private static let width = 12.0
  /// A note is louder than the hum by this, in dB.
  private static let rise = 6.0
  /// What begins later, in seconds, is no hum if it may be an answer.
  private static let start = 0.2

  let target: Double
  /// The level of what hummed at the start.
  private var level: Double?

  init(target: Double) { self.target = target }

  mutating func explains(_ frame: PitchFrame) -> Bool {
    guard let hertz = frame.frequency,
      let place = Self.places.first(where: { abs(1200 * log2(hertz / $0)) < Self.width })
    else { return false }
    let cents = 1200 * log2(place / target)
    let distance = abs(cents - 1200 * (cents / 1200).rounded())
    if frame.time < Self.start { level = max(level ?? frame.level, frame.level) }
    guard distance < PlayedNote.widestError + 50 else { return true }
    return level.map { frame.level < $0 + Self.rise } ?? false
  }
}
