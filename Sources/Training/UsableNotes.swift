import Music

/// The reference notes from which a training can draw a trial, for each of its intervals.
///
/// A reference note counts if it and the target of the interval sound in tune: some sounds have keys
/// that are silent, or whose pitch cannot be corrected.
public nonisolated struct UsableNotes: Hashable, Sendable {
  /// With fewer reference notes than an octave has, a training teaches little of a range.
  public static let fewest = 12

  /// The intervals of the training that have a usable reference note, in its order.
  let intervals: [DirectedInterval]

  private let references: [DirectedInterval: [MIDINote]]

  /// The number of reference notes that are usable for at least one interval.
  public let count: Int

  /// The number that there would be if every note sounded.
  public let possibleCount: Int

  /// - Parameters:
  ///   - intervals: those of the training, each once.
  ///   - fixed: the only reference note, if the user has chosen one; it may lie outside the range.
  ///   - voices: what sounds with each target, from the reference note.
  ///   - canSound: whether a note sounds at this frequency, and in tune.
  init(
    for intervals: [DirectedInterval], in range: NoteRange, fixed: MIDINote? = nil,
    voices: [DirectedInterval] = [], tuningSystem: TuningSystem, referencePitch: Frequency,
    canSound: (Frequency) -> Bool
  ) {
    func isUsable(_ interval: DirectedInterval, above note: MIDINote) -> Bool {
      MIDINote.range.contains(note.rawValue + interval.semitones)
        && canSound(
          tuningSystem.frequency(
            of: interval, offset: 0, above: note, referencePitch: referencePitch))
    }
    var references: [DirectedInterval: [MIDINote]] = [:]
    var possible: Set<Int> = []
    for interval in intervals {
      let notes =
        fixed.map { Self.references($0, for: interval) } ?? Array(range.references(for: interval))
      possible.formUnion(notes)
      references[interval] = notes.map { MIDINote($0) }.filter { note in
        ([.prime, interval] + voices).allSatisfy { isUsable($0, above: note) }
      }
    }
    self.references = references
    self.intervals = intervals.filter { references[$0]?.isEmpty == false }
    count = Set(references.values.joined()).count
    possibleCount = possible.count
  }

  /// Those that the user has set.
  ///
  /// - Parameters:
  ///   - intervals: those of the training, each once.
  ///   - canSound: whether a note sounds at this frequency, and in tune.
  @MainActor
  init(
    for intervals: [DirectedInterval], _ settings: any UserSettings, tuningSystem: TuningSystem,
    canSound: (Frequency) -> Bool
  ) {
    self.init(
      for: intervals, in: settings.noteRange, fixed: settings.referenceNote,
      voices: settings.accompaniment, tuningSystem: tuningSystem,
      referencePitch: settings.referencePitch, canSound: canSound)
  }

  /// The note, if the interval leads from it to one that can be heard.
  private static func references(_ note: MIDINote, for interval: DirectedInterval) -> [Int] {
    let targets = NoteRange.lowestTarget.rawValue...MIDINote.range.upperBound
    return targets.contains(note.rawValue + interval.semitones) ? [note.rawValue] : []
  }

  /// Whether there is nothing to draw from.
  public var isEmpty: Bool { intervals.isEmpty }

  /// Whether the sound leaves too few reference notes.
  public var areFew: Bool { count < Self.fewest && count < possibleCount }

  /// The reference notes for an interval, in ascending order.
  func references(for interval: DirectedInterval) -> [MIDINote] { references[interval] ?? [] }

  /// One of the intervals, each equally likely.
  ///
  /// - Precondition: not empty.
  func drawInterval(using random: inout RandomSource) -> DirectedInterval {
    intervals[Int.random(in: intervals.indices, using: &random)]
  }

  /// One of the reference notes for an interval, each equally likely.
  ///
  /// - Precondition: `interval` is among ``intervals``.
  func drawReference(
    for interval: DirectedInterval, using random: inout RandomSource
  ) -> MIDINote {
    Self.draw(among: references(for: interval), using: &random)
  }

  /// One of some notes, each equally likely.
  ///
  /// - Precondition: there is one.
  static func draw(among notes: [MIDINote], using random: inout RandomSource) -> MIDINote {
    notes[Int.random(in: notes.indices, using: &random)]
  }
}
