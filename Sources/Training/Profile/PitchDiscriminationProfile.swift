import Music

/// How small a difference the user is being asked to tell, note by note.
public nonisolated struct PitchDiscriminationProfile: Equatable, Sendable {
  /// One slot for each MIDI note.
  private var notes = [NoteStatistics](
    repeating: NoteStatistics(), count: MIDINote.range.upperBound + 1)

  public init() {}

  /// What is known of comparisons with this reference note.
  public subscript(note: MIDINote) -> NoteStatistics { notes[note.rawValue] }

  /// The notes with at least one comparison, ascending.
  public var trainedNotes: [MIDINote] {
    MIDINote.range.map { MIDINote($0) }.filter { self[$0].count > 0 }
  }

  /// The comparisons of all notes together.
  public var count: Int { notes.reduce(0) { $0 + $1.count } }

  /// The mean of the trained notes' means; `nil` while there is none.
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

  /// The mean of the means of the trained notes in a range; `nil` where none is trained.
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
