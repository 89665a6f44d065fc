import MainThread
import Foundation
import Music

/// Notes whose starts and lengths are fixed to the frame, relative to one another.
///
/// A player passes all of them to the sound at once. Every length, gap and delay is rounded to
/// frames separately, so that a gap of a given number of seconds has the same number of frames in
/// every passage. In the passage of a trial the last note is the one that is asked about.
public nonisolated struct Passage: Hashable, Sendable {
  public static let noteLimit = 15

  /// The notes, in any order of their starts, but each after the one that it refers to.
  public let notes: [Note]

  /// - Precondition: there are 1…``noteLimit`` notes, and each start refers to an earlier note,
  ///   which has a length if the start is `after` it.
  public init(_ notes: [Note]) {
    precondition((1...Self.noteLimit).contains(notes.count), "a passage has 1…15 notes")
    for (index, note) in notes.enumerated() {
      switch note.start {
      case .begin, .late: break
      case .after(let other, _):
        precondition((0..<index).contains(other), "a note follows one that comes before it")
        precondition(notes[other].duration != nil, "only a note with a length is followed")
      case .with(let other, _):
        precondition((0..<index).contains(other), "a note starts with one that comes before it")
      }
    }
    self.notes = notes
  }

  public init(_ note: Note) { self.init([note]) }

  /// Notes one after another, with this many seconds between the end of one and the start of the
  /// next.
  ///
  /// - Precondition: only the last one is held.
  public init(sequence: [Note], gap: Double) {
    self.init(
      sequence.enumerated().map { index, note in
        var note = note
        note.start = index == 0 ? .begin : .after(index - 1, gap: gap)
        return note
      })
  }

  /// The index of the note that is asked about.
  public var target: Int { notes.count - 1 }

  /// The place of a note in its passage, in frames.
  public struct Placement: Hashable, Sendable {
    /// The distance from the first frame of the passage to the note's own.
    public let start: Int

    /// `nil` for a note that sounds until it is released.
    public let length: Int?
  }

  /// The places of the notes.
  ///
  /// - Parameter rate: frames per second.
  public func placements(at rate: Double) -> [Placement] {
    var placements: [Placement] = []
    for note in notes {
      let start =
        switch note.start {
        case .begin: 0
        case .late(let delay): Self.frames(in: delay, at: rate)
        case .after(let other, let gap):
          placements[other].start + (placements[other].length ?? 0)
            + Self.frames(in: gap, at: rate)
        case .with(let other, let delay):
          placements[other].start + Self.frames(in: delay, at: rate)
        }
      let length = note.duration.map { max(Self.frames(in: $0.seconds, at: rate), 1) }
      placements.append(Placement(start: start, length: length))
    }
    return placements
  }

  /// The longest gap, delay or length, in seconds; longer ones are shortened to it.
  private static let longest = 3600.0

  private static func frames(in seconds: Double, at rate: Double) -> Int {
    guard seconds > 0 else { return 0 }
    return Int((min(seconds, longest) * rate).rounded())
  }
}

nonisolated extension Passage {
  public struct Note: Hashable, Sendable {
    public let request: NoteRequest
    public internal(set) var start: Start

    /// `nil` for a note that sounds until it is released.
    public let duration: NoteSpan?

    /// The slider that moves the note from its first frame on; MIDI moves one note at a time.
    public let slider: PlacedSlider?

    /// True if others are heard against the note for as long as it lasts: if its sound dies away,
    /// it is struck again.
    public let goesOn: Bool

    /// True if the trigger output marks the start of the note.
    public let isMarked: Bool

    /// - Parameter goesOn: implied for a note that is held.
    public init(
      _ request: NoteRequest, start: Start = .begin, duration: NoteSpan?,
      slider: PlacedSlider? = nil, goesOn: Bool = false, isMarked: Bool = true
    ) {
      self.goesOn = goesOn || duration == nil
      self.isMarked = isMarked
      self.request = request
      self.start = start
      self.duration = duration
      self.slider = slider
    }

    /// A held note that a slider moves from its first frame on. It begins at the slider's position.
    public init(
      _ slider: PlacedSlider, at amplitudeDB: AmplitudeDB = AmplitudeDB(0), start: Start = .begin
    ) {
      self.init(
        NoteRequest(slider.frequency, at: amplitudeDB), start: start, duration: nil,
        slider: slider)
    }
  }

  public enum Start: Hashable, Sendable {
    /// With the passage.
    case begin

    /// This many seconds after the passage has begun.
    case late(Double)

    /// `gap` seconds after the last frame of the note with that index, which has a length.
    case after(Int, gap: Double)

    /// `delay` seconds after the first frame of the note with that index.
    case with(Int, delay: Double)
  }
}

public nonisolated struct NoteSpan: Hashable, Sendable {
  public let seconds: Double

  /// - Precondition: `seconds` is positive and finite.
  public init(seconds: Double) {
    precondition(seconds > 0 && seconds.isFinite, "a note sounds for some time")
    self.seconds = seconds
  }

  public init(_ duration: NoteDuration) { self.init(seconds: duration.seconds) }
}

/// A slider and its position, −1…+1.
public nonisolated struct PlacedSlider: Hashable, Sendable {
  public let slider: PitchSlider
  public let value: Double

  public init(_ slider: PitchSlider, at value: Double) {
    self.slider = slider
    self.value = value
  }

  public var frequency: Frequency { slider.frequency(at: value) }
}

/// The loudness of the notes of a passage that sound together.
nonisolated extension Passage {
  /// The highest sample of the sound: 1 dB below full scale.
  public static let ceiling = pow(10, -1.0 / 20)

  /// The longest time for which a note fades out after its end, in seconds.
  private static let tail = 0.05

  /// The passage, made softer as a whole so that the sum of notes that sound together never exceeds
  /// ``ceiling``, whatever their phases, with the output level at 0 dB. Notes that sound alone stay
  /// as they are, and the notes keep their levels relative to one another.
  ///
  /// - Parameters:
  ///   - peak: the highest sample of any note of the sound at 0 dB; full scale is 1.
  ///   - others: the sum of the linear gains of everything else that sounds.
  ///   - limit: the linear gain that other passages beside the same sounds may have: all of them
  ///     become equally softer, so that each keeps its level relative to those sounds.
  public func fitting(peak: Double, beside others: Double = 0, ofUpTo limit: Double = 0) -> Passage
  {
    let highest = peak * (others > 0 ? others + max(greatestGain, loudest, limit) : greatestGain)
    guard highest > Self.ceiling else { return self }
    let trim = 20 * log10(Self.ceiling / highest)
    return Passage(
      notes.map { note in
        let level = max(note.request.amplitudeDB.decibels + trim, AmplitudeDB.range.lowerBound)
        return note.sounding(at: AmplitudeDB(level))
      })
  }

  private var loudest: Double { notes.map(\.request.amplitudeDB.gain).max() ?? 0 }

  /// The greatest sum of the linear gains of notes that sound together; 0 if none do.
  private var greatestGain: Double {
    // A frame is a microsecond here.
    let rate = 1e6
    let placements = placements(at: rate)
    func sounding(at moment: Int, tail: Double) -> [Int] {
      placements.indices.filter { index in
        let (start, length) = (placements[index].start, placements[index].length)
        return start <= moment && length.map { moment < start + $0 + Int(tail * rate) } ?? true
      }
    }
    let starts = placements.map(\.start)
    guard starts.contains(where: { sounding(at: $0, tail: 0).count > 1 }) else { return 0 }
    // The sum is greatest when a note begins, and what has just ended still fades out.
    return starts.map { start in
      sounding(at: start, tail: Self.tail).reduce(0) { $0 + notes[$1].request.amplitudeDB.gain }
    }.max() ?? 0
  }
}

extension Passage.Note {
  nonisolated fileprivate func sounding(at level: AmplitudeDB) -> Passage.Note {
    Passage.Note(
      NoteRequest(request.frequency, at: level, velocity: request.velocity), start: start,
      duration: duration, slider: slider, goesOn: goesOn, isMarked: isMarked)
  }
}

/// Notes without a training: passages to wait for, and single notes.
extension NotePlayer {
  /// Plays a passage and returns when all of its notes have ended, at the end of the last frame.
  ///
  /// If the task is cancelled, the notes stop (they fade out) and `CancellationError` is thrown at
  /// once; likewise if one of them cannot be played.
  ///
  /// - Parameter onStart: called with a note's index when its first frame has sounded.
  public func playToEnd(
    _ passage: Passage, onStart: @escaping (Int) -> Void = { _ in }
  ) async throws {
    let handles = try await play(passage.fitting(peak: peak))
    for (index, handle) in handles.enumerated() { handle.onStart = { onStart(index) } }
    try await PassageEnd(of: handles).wait()
  }

  /// Plays a note and returns when it has ended, at the end of its last frame.
  ///
  /// If the task is cancelled, the note stops (it fades out) and `CancellationError` is thrown at
  /// once.
  ///
  /// - Parameter onStart: called when the note's first frame has sounded.
  public func play(
    frequency: Frequency, duration: NoteDuration, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB,
    onStart: @escaping () -> Void = {}
  ) async throws {
    let request = NoteRequest(frequency, at: amplitudeDB, velocity: velocity)
    try await playToEnd(Passage(Passage.Note(request, duration: NoteSpan(duration)))) { _ in
      onStart()
    }
  }

  public func play(
    frequency: Frequency, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB
  ) async throws -> any PlaybackHandle {
    let request = NoteRequest(frequency, at: amplitudeDB, velocity: velocity)
    guard let handle = try await play(Passage(Passage.Note(request, duration: nil))).first else {
      throw AudioError.overloaded
    }
    return handle
  }
}

/// The end of some notes, for a task that waits for it. Main thread.
private final class PassageEnd {
  private let handles: [any PlaybackHandle]
  private var soundingCount: Int

  /// Resumed exactly once, by the code that removes it.
  private var waiter: CheckedContinuation<Void, any Error>?

  init(of handles: [any PlaybackHandle]) {
    self.handles = handles
    soundingCount = handles.count
  }

  func wait() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        waiter = continuation
        if Task.isCancelled { return stop(CancellationError()) }
        // Each note holds this until it ends.
        for handle in handles { handle.onEnd = { [self] in noteEnded($0) } }
      }
    } onCancel: {
      Task { @MainActor in self.stop(CancellationError()) }
    }
  }

  private func noteEnded(_ error: AudioError?) {
    invariant(soundingCount > 0, "a note ends once")
    soundingCount -= 1
    if let error {
      stop(error)
    } else if soundingCount == 0 {
      finish(nil)
    }
  }

  private func stop(_ error: any Error) {
    // First, because a note that is stopped ends.
    finish(error)
    for handle in handles { handle.stop() }
  }

  private func finish(_ error: (any Error)?) {
    let waiter = waiter
    self.waiter = nil
    if let error { waiter?.resume(throwing: error) } else { waiter?.resume() }
  }
}
