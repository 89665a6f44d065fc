import Foundation
import Intonation
import MainThread
import Music
import Realtime

/// How the audio input is, since the last report.
public struct InputHealth: Hashable, Sendable {
  /// The highest sample in dB of full scale; minus infinity if all of them were 0.
  public var peak: Double

  /// Whether nothing has come in for a while but what a converter without a microphone makes: a cable is out, or
  /// something is muted.
  public var isSilent: Bool

  /// Whether samples in a row were at full scale.
  public var isClipping: Bool

  /// How often a part of the input was lost, because it was not read in time or because the server
  /// left out periods. A note that was being judged meanwhile is void.
  public var overruns: Int

  /// Whether a note was heard as a part of the input was lost.
  public var losesNote: Bool

  /// How often a note that was held was cut on its way, by an xrun that the server has reported. The note has to be
  /// held anew from there on.
  public var cuts: Int

  /// How many seconds of input there have been so far, in the time of the frames.
  public var time: Double

  public init(
    peak: Double, isSilent: Bool = false, isClipping: Bool = false, overruns: Int = 0,
    losesNote: Bool = false, cuts: Int = 0, time: Double = 0
  ) {
    self.peak = peak
    self.isSilent = isSilent
    self.isClipping = isClipping
    self.overruns = overruns
    self.losesNote = losesNote
    self.cuts = cuts
    self.time = time
  }
}

/// What is done with the audio input: reads the ring, follows the pitch, and judges a note or measures what is held
/// at the moment. A value that one thread uses, which may be any but the process thread.
struct InputAnalysis: Sendable {
  /// What the main thread wants.
  enum Order: Sendable {
    /// Judge the next note. The outcome has the same number.
    case judge(PlayedNoteRules, number: Int)
    /// Judge what was held so far.
    case commit
    case cancel
    /// Measure what is held at the moment, now and then, or no longer.
    case measure(Bool)
    /// Keep the samples of what is judged, or no longer.
    case keep(Bool)
    /// Judge each note that is played, beside this drone; `nil` for no longer.
    case notes(drone: [Frequency]?)
  }

  /// What there is to tell the main thread.
  struct Report: Sendable {
    /// What came in; `nil` for an answer to an order.
    var input: Input?
    var outcome: Outcome?
    var stretches: [JudgedStretch] = []
    var notes: [FreeNote] = []
  }

  /// What came in since the last report.
  struct Input: Sendable {
    var frames: [PitchFrame] = []
    var health = InputHealth(peak: -.infinity)
    var readings: [HeldTone] = []

    /// See ``PlayedNoteJudge/heard``.
    var heard: Double?
  }

  /// What has become of the note with that number, and the frame at which that was clear.
  struct Outcome: Sendable {
    let outcome: PlayedNoteOutcome
    let frame: FrameTime
    let number: Int
  }

  /// How long that lasts before the input counts as silent, in seconds.
  private static let silentTime = 2.0

  private let sampleRate: Double
  private var decimator: InputDecimator
  private var tracker: PitchTracker

  /// Seconds of input before the tracker's first sample.
  private var trackedFrom = 0.0

  /// Seconds of input so far.
  private var seconds = 0.0

  private var recentLevels = RecentLevels()

  private var judge: PlayedNoteJudge?

  /// The judge of the note before, once that has an outcome.
  private var former: PlayedNoteJudge?
  private var number = 0
  private var held: HeldToneMeter?

  /// While what is held is measured, and any note may be.
  private var hum: HumFilter?
  private var kept: StretchKeeper?

  /// While each note is judged, and the seconds of input before its first sample.
  private var free: (judge: FreePlayingJudge, from: Double)?

  /// The notes that have ended since the last report.
  private var notes: [FreeNote] = []

  /// The frame after the last one that came; `nil` before the first.
  private var next: FrameTime?

  private var silentFrames = 0
  private var levels = InputLevels()
  private var xruns: Int?
  private var chunk: [Float] = []

  /// - Parameter sampleRate: frames per second.
  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    decimator = InputDecimator(sampleRate: sampleRate)
    tracker = PitchTracker(sampleRate: decimator.rate)
  }

  mutating func perform(_ order: Order) -> Report? {
    switch order {
    case .judge(var rules, let number):
      rules.levelBefore = recentLevels.before(seconds)
      judge = PlayedNoteJudge(rules, sampleRate: decimator.rate, after: judge ?? former)
      former = nil
      self.number = number
    case .commit:
      guard let outcome = judge?.commit().later(by: decimator.lateness) else { return nil }
      retire()
      guard let frame = next else { return nil }
      keep(outcome, at: frame)
      return Report(
        outcome: Outcome(outcome: outcome, frame: frame, number: number),
        stretches: kept?.stretches() ?? [])
    case .cancel: retire()
    case .measure(let isOn):
      held = isOn ? held ?? HeldToneMeter(sampleRate: decimator.rate) : nil
      hum = isOn ? hum ?? HumFilter(sampleRate: decimator.rate) : nil
    case .keep(let isOn): kept = isOn ? kept ?? StretchKeeper(sampleRate: sampleRate) : nil
    case .notes(let drone):
      endNotes()
      free = drone.map {
        (FreePlayingJudge(sampleRate: decimator.rate, drone: $0), seconds)
      }
      return notes.isEmpty ? nil : Report(notes: takeNotes())
    }
    return nil
  }

  /// Handles everything that the ring holds; `nil` if there was nothing.
  ///
  /// - Parameter xruns: how many xruns the server has reported so far.
  mutating func read(_ ring: UnsafeMutablePointer<SampleRing>, xruns: Int) -> Report? {
    guard ring.pointee.next != nil else { return nil }
    invariant(judge == nil || former == nil, "one note is judged at a time")
    var input = Input()
    var outcome: Outcome?
    var start: FrameTime?
    let isCut = xruns != self.xruns ?? xruns
    self.xruns = xruns
    let cuts = judge?.cuts ?? 0
    // It is not known where the xrun was: before the input that has come in since, or in it.
    if isCut { cut() }
    chunk.removeAll(keepingCapacity: true)
    while let block = ring.pointee.next {
      if let next, next != block.time {
        // The part before the gap is handled by itself.
        if let start { outcome = handle(from: start, &input) ?? outcome }
        start = nil
        input.health.overruns += 1
        if judge?.hearsNote == true { input.health.losesNote = true }
        // What was held before the gap is over.
        input.readings = []
        restart()
      }
      start = start ?? block.time
      _ = ring.pointee.pop(into: &chunk)
      next = block.time.advanced(by: block.count)
    }
    if let start { outcome = handle(from: start, &input) ?? outcome }
    input.health.isSilent = Double(silentFrames) >= Self.silentTime * sampleRate
    if isCut { cut() }
    input.health.cuts = max((judge?.cuts ?? cuts) - cuts, 0)
    input.health.time = seconds
    input.heard = judge?.heard
    return Report(
      input: input, outcome: outcome, stretches: kept?.stretches() ?? [], notes: takeNotes())
  }

  /// The input ends: what sounds is judged, and nothing more is added to the stretches that are kept.
  mutating func end() -> Report {
    endNotes()
    kept?.breakOff()
    return Report(stretches: kept?.stretches() ?? [], notes: takeNotes())
  }

  private mutating func endNotes() {
    receive(free?.judge.end() ?? [])
  }

  private mutating func receive(_ new: [FreeNote]) {
    let from = free?.from ?? 0
    notes += new.map { note in
      var note = note
      note.onset += from
      note.end += from
      return note
    }
  }

  private mutating func takeNotes() -> [FreeNote] {
    defer { notes = [] }
    return notes
  }

  private mutating func keep(_ outcome: PlayedNoteOutcome, at frame: FrameTime) {
    if case .judged(let note) = outcome { kept?.receive(note, at: frame) }
  }

  /// A part of the input is missing: nothing that was measured may reach over the gap.
  private mutating func restart() {
    trackedFrom = seconds
    kept?.breakOff()
    endNotes()
    decimator = InputDecimator(sampleRate: sampleRate)
    tracker = PitchTracker(sampleRate: decimator.rate)
    if held != nil { held = HeldToneMeter(sampleRate: decimator.rate) }
    hum?.restart()
  }

  /// The sound may have been cut just now.
  private mutating func cut() {
    judge?.cut()
    free?.judge.cut()
    if held != nil { held = HeldToneMeter(sampleRate: decimator.rate) }
  }

  /// Handles the chunk, whose samples follow each other without a gap, and empties it.
  private mutating func handle(from start: FrameTime, _ input: inout Input) -> Outcome? {
    let samples = chunk
    defer {
      seconds += Double(samples.count) / sampleRate
      chunk.removeAll(keepingCapacity: true)
    }
    checkLevels(samples, &input.health)
    // At the full rate, unlike what is analysed.
    kept?.append(samples)
    let fewer = samples.withUnsafeBufferPointer { decimator.append($0) }
    if let new = free?.judge.append(fewer) { receive(new) }
    let heard = hum?.append(fewer) ?? fewer
    heard.withUnsafeBufferPointer { heard in
      var frames = tracker.append(heard)
      for index in frames.indices { frames[index].time += trackedFrom }
      frames = hum?.receive(frames) ?? frames
      input.frames += frames
      recentLevels.receive(frames)
      let time = seconds - decimator.lateness
      if let reading = held?.append(heard, frames: frames, from: time) {
        input.readings.append(reading)
      }
    }
    let judged = fewer.withUnsafeBufferPointer { judge?.append($0) }
    guard let outcome = judged?.later(by: decimator.lateness) else { return nil }
    retire()
    let frame = start.advanced(by: samples.count)
    keep(outcome, at: frame)
    return Outcome(outcome: outcome, frame: frame, number: number)
  }

  private mutating func retire() {
    former = judge ?? former
    judge = nil
  }

  private mutating func checkLevels(_ samples: [Float], _ health: inout InputHealth) {
    levels.begin()
    levels.append(samples)
    health.isClipping = health.isClipping || levels.isClipping
    health.peak = max(health.peak, levels.peak)
    silentFrames = levels.peak < InputLevels.silence ? silentFrames + samples.count : 0
  }
}

/// How loud the input was a moment ago.
private struct RecentLevels: Sendable {
  /// How long ago, in seconds: longer than a player who is ahead of time is.
  private static let moment = 0.4...0.6

  private var levels: [(time: Double, level: Double)] = []

  mutating func receive(_ frames: [PitchFrame]) {
    levels += frames.map { ($0.time, $0.level) }
    levels.removeFirst(max(levels.count - Int(PitchTracker.frameRate), 0))
  }

  /// The highest level half a second before that second, in dB of full scale; `nil` if there was no input.
  func before(_ time: Double) -> Double? {
    levels.filter { Self.moment.contains(time - $0.time) }.map(\.level).max()
  }
}

extension PlayedNoteOutcome {
  /// The same, for samples that came out this many seconds late.
  fileprivate func later(by seconds: Double) -> PlayedNoteOutcome {
    guard case .judged(var note) = self else { return self }
    note.age += seconds
    return .judged(note)
  }
}
