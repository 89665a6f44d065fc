import MainThread
import Music

/// The plain figures of what was asked and tuned. What the answers show of the user's hearing is in
/// ``UnisonHearing``, ``IntervalHearing`` and ``MatchingHearing``.
public nonisolated struct PerceptualProfile: Equatable, Sendable {
  /// Comparison training: the plain figures of the differences presented.
  public private(set) var discrimination = ByTrainingKind { _ in PitchDiscriminationProfile() }

  /// Pitch matching.
  public private(set) var matching = ByTrainingKind { _ in PitchMatchingProfile() }

  public init() {}

  /// Adds a comparison. O(1).
  mutating func update(note: MIDINote, centOffset: Cents, in kind: TrainingKind) {
    discrimination[kind].update(note: note, centOffset: centOffset)
  }

  /// Adds a pitch matching. O(1).
  mutating func updateMatching(note: MIDINote, centError: Cents, in kind: TrainingKind) {
    matching[kind].updateMatching(note: note, centError: centError)
  }
}

/// How small a difference the user is being asked to tell, note by note.
public nonisolated struct PitchDiscriminationProfile: Equatable, Sendable {
  /// One slot for each MIDI note.
  private var notes = [NoteStatistics](
    repeating: NoteStatistics(), count: MIDINote.range.upperBound + 1)

  public init() {}

  /// The statistics of the comparisons with this reference note.
  public subscript(note: MIDINote) -> NoteStatistics { notes[note.rawValue] }

  /// The notes with at least one comparison, ascending.
  public var trainedNotes: [MIDINote] {
    MIDINote.range.map { MIDINote($0) }.filter { self[$0].count > 0 }
  }

  /// The number of comparisons on all notes together.
  public var count: Int { notes.reduce(0) { $0 + $1.count } }

  /// The mean of the trained notes' means; `nil` if no note is trained.
  public var overallMean: Cents? { means.mean.map { Cents($0) } }

  /// The sample standard deviation of the trained notes' means; `nil` below two notes.
  public var overallStdDev: Cents? { means.standardDeviation.map { Cents($0) } }

  /// The notes that most need training: untrained ones first, then by largest mean; equal ones from
  /// low to high.
  ///
  /// - Precondition: `count` is not negative.
  public func weakSpots(count: Int = 10) -> [MIDINote] {
    let ranked = MIDINote.range.map { note in
      (note: MIDINote(note), weakness: notes[note].mean?.rawValue ?? .infinity)
    }
    // The sort of the standard library keeps the order of equals.
    return ranked.sorted { $0.weakness > $1.weakness }.prefix(count).map(\.note)
  }

  /// The mean of the means of the trained notes in a range; `nil` if none is trained.
  public func averageThreshold(in range: ClosedRange<MIDINote>) -> Cents? {
    let slots = notes[range.lowerBound.rawValue...range.upperBound.rawValue]
    return Welford(slots.lazy.compactMap { $0.mean?.rawValue }).mean.map { Cents($0) }
  }

  /// Adds a comparison; the direction of its offset does not matter. O(1).
  public mutating func update(note: MIDINote, centOffset: Cents) {
    notes[note.rawValue].add(centOffset.magnitude)
  }

  private var means: Welford { Welford(notes.lazy.compactMap { $0.mean?.rawValue }) }
}

/// The differences presented on one reference note.
public nonisolated struct NoteStatistics: Hashable, Sendable {
  private var differences = Welford()

  /// The number of comparisons answered.
  public var count: Int { differences.count }

  /// The mean |offset|; `nil` before the first comparison.
  public var mean: Cents? { differences.mean.map { Cents($0) } }

  /// The sample standard deviation of the |offset|; `nil` below two comparisons.
  public var standardDeviation: Cents? { differences.standardDeviation.map { Cents($0) } }

  fileprivate mutating func add(_ difference: Double) { differences.add(difference) }
}

/// How well the user tunes.
public nonisolated struct PitchMatchingProfile: Equatable, Sendable {
  private var magnitudes = Welford()
  private var errors = Welford()

  /// The number of pitches committed.
  public var count: Int { magnitudes.count }

  /// The mean |error|; `nil` before the first.
  public var mean: Cents? { magnitudes.mean.map { Cents($0) } }

  /// The sample standard deviation of the |error|; `nil` below two.
  public var standardDeviation: Cents? { magnitudes.standardDeviation.map { Cents($0) } }

  /// The mean signed error, the constant error of psychophysics; positive is sharp.
  public var bias: Cents? { errors.mean.map { Cents($0) } }

  /// The sample standard deviation about the bias, the variable error of psychophysics.
  public var spread: Cents? { errors.standardDeviation.map { Cents($0) } }

  /// Adds a committed pitch. O(1).
  ///
  /// - Parameters:
  ///   - note: the reference note; the statistics are those of all notes together.
  ///   - centError: positive is sharp.
  mutating func updateMatching(note _: MIDINote, centError: Cents) {
    magnitudes.add(centError.magnitude)
    errors.add(centError.rawValue)
    invariant(magnitudes.count == errors.count, "each error has a magnitude")
  }
}
