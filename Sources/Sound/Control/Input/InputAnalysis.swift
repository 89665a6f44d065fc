import Foundation
import Intonation
import MainThread
import Music
import Realtime

/// The condition of the audio input since the last report.
public struct InputHealth: Hashable, Sendable {
  /// The highest sample in dB of full scale; minus infinity if all of them were 0.
  public var peak: Double

  /// True if nothing has come in for a while but the noise of a converter without a microphone: a
  /// cable is unplugged, or something is muted.
  public var isSilent: Bool

  /// True if samples in a row were at full scale.
  public var isClipping: Bool

  /// The number of parts of the input that were lost, because they were not read in time or because
  /// the server skipped periods. A note that was being judged meanwhile is void.
  public var overruns: Int

  /// True if a note was heard while a part of the input was lost.
  public var losesNote: Bool

  /// The number of cuts of a held note by an xrun that the server has reported. The note has to be
  /// held anew from there on.
  public var cuts: Int

  /// The seconds of input so far, in the time of the frames.
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

/// Analyses the audio input: reads the ring, follows the pitch, and judges notes or measures held
/// tones. A value that one thread uses, which may be any but the process thread.
struct InputAnalysis: Sendable {
  /// A request of the main thread.
  enum Order: Sendable {
    /// Judge the next note. The outcome has the same number.
    case judge(PlayedNoteRules, number: Int)
    /// Judge what was held so far.
    case commit
    case cancel
    /// Measure held tones regularly, or no longer.
    case measure(Bool)
    /// Keep the samples of judged notes, or no longer.
    case keep(Bool)
    /// Judge each note that is played, beside this drone; `nil` to end that.
    case notes(drone: [Frequency]?)
  }

  /// A report to the main thread.
  struct Report: Sendable {
    /// The input; `nil` for an answer to an order.
    var input: Input?
    var outcome: Outcome?
    var stretches: [JudgedStretch] = []
    var notes: [FreeNote] = []
  }

  /// The input since the last report.
  struct Input: Sendable {
    var frames: [PitchFrame] = []
    var health = InputHealth(peak: -.infinity)
    var readings: [HeldTone] = []

    /// See ``PlayedNoteJudge/heard``.
    var heard: Double?
  }

  /// The outcome of the note with that number, and the frame at which it was clear.
  struct Outcome: Sendable {
    let outcome: PlayedNoteOutcome
    let frame: FrameTime
    let number: Int
  }

  /// The seconds of silence after which the input counts as silent.
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

  /// The judge of the earlier note, once it has an outcome.
  private var former: PlayedNoteJudge?
  private var number = 0
  private var held: HeldToneMeter?

  /// The filter while held tones are measured, as any note may be played then.
  private var hum: HumFilter?
  private var kept: StretchKeeper?

  /// The judge of each note, and the seconds of input before its first sample.
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
        // Tones from before the gap are over.
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

  /// Ends the analysis with the input: judges the note that sounds, and completes the stretches
  /// that are kept.
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

  /// Begins anew after a gap in the input, over which nothing may be measured.
  private mutating func restart() {
    trackedFrom = seconds
    kept?.breakOff()
    endNotes()
    decimator = InputDecimator(sampleRate: sampleRate)
    tracker = PitchTracker(sampleRate: decimator.rate)
    if held != nil { held = HeldToneMeter(sampleRate: decimator.rate) }
    hum?.restart()
  }

  /// Measures anew from now on, as the sound may have been cut.
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
    // At the full rate, unlike the analysis.
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

/// The level of the input a moment ago.
private struct RecentLevels: Sendable {
  /// The age of the levels in seconds: more than a player may be early.
  private static let moment = 0.4...0.6

  private var levels: [(time: Double, level: Double)] = []

  mutating func receive(_ frames: [PitchFrame]) {
    levels += frames.map { ($0.time, $0.level) }
    levels.removeFirst(max(levels.count - Int(PitchTracker.frameRate), 0))
  }

  /// The highest level half a second before that second, in dB of full scale; `nil` if there was no
  /// input.
  func before(_ time: Double) -> Double? {
    levels.filter { Self.moment.contains(time - $0.time) }.map(\.level).max()
  }
}

extension PlayedNoteOutcome {
  /// The outcome for samples that were delayed by this many seconds.
  fileprivate func later(by seconds: Double) -> PlayedNoteOutcome {
    guard case .judged(var note) = self else { return self }
    note.age += seconds
    return .judged(note)
  }
}
