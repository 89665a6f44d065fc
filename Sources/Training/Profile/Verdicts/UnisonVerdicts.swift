import Music

public nonisolated struct UnisonVerdicts: Sendable {
  /// The differences between notes; `tooEarly` unless the level may be shown.
  public enum Extremes: Hashable, Sendable {
    case tooEarly
    case noClearDifference
    case pair(finest: MIDINote, coarsest: MIDINote)
  }

  public struct OutstandingNote: Hashable, Sendable {
    public let note: MIDINote

    /// The ratio of its threshold to those of the neighbours: above 1 it is coarser.
    public let factor: Double
  }

  /// A condition under which it is too early for figures, while there are answers under others.
  public struct NewCondition: Hashable, Sendable {
    /// A level that may be shown, and its condition.
    public struct Known: Hashable, Sendable {
      public let condition: HearingCondition
      public let threshold: CentsEstimate

      /// The local day of its last answer (``LocalDays``).
      public let day: Int

      /// Its place in the belief.
      let slot: Int
    }

    public let condition: HearingCondition

    /// The number of answers under it.
    public let answers: Int

    /// The latest known figures under another condition; `nil` if nothing may be shown.
    public let before: Known?
  }

  public let level: ThresholdVerdict

  /// The condition of the latest answer, to which the thresholds apply; `nil` before the first.
  public var condition: HearingCondition? { hearing.condition }

  /// The condition of the latest answer if it is too early for figures under it.
  public let newCondition: NewCondition?
  public let extremes: Extremes
  public let outstanding: [OutstandingNote]

  /// Low notes and high notes, if they surely differ.
  public let registers: NoteRegisters?

  /// The number of easy differences, roughly, of which one is missed; `nil` if that is not sure.
  public let easyOnesPerMiss: Int?

  public let trend: TrendVerdict
  private let hearing: UnisonHearing

  /// Tests the trend, which takes a few milliseconds.
  public init(_ hearing: UnisonHearing) {
    self.hearing = hearing
    let level = hearing.level
    let state = VerdictTable.state(
      answers: hearing.count, probabilityOfGuessing: hearing.probabilityOfGuessing, level)
    self.level = ThresholdVerdict(state: state, answers: hearing.count, threshold: level)
    registers =
      state.isOfThreshold && hearing.count >= NoteRegisters.fewestAnswers ? hearing.registers : nil
    newCondition = NewCondition(hearing, level: state)
    // Differences between notes are not shown until the level is known well enough.
    if state != .shown {
      extremes = .tooEarly
    } else if let (finest, coarsest) = hearing.extremes {
      extremes = .pair(finest: finest, coarsest: coarsest)
    } else {
      extremes = .noClearDifference
    }
    outstanding =
      state == .shown
      ? hearing.outstanding.map { OutstandingNote(note: $0.note, factor: $0.factor) } : []
    easyOnesPerMiss =
      state != .guesses
      ? VerdictTable.easyOnesPerMiss(
        answers: hearing.count, probabilityOfManyLapses: hearing.probabilityOfManyLapses,
        lapseRate: hearing.lapseRate) : nil
    trend = TrendVerdict(hearing.trend, of: [state], level: level)
  }

  /// The local day of the latest answer (``LocalDays``); `nil` before the first.
  var lastDay: Int? { hearing.condition.flatMap { hearing.lastDay(under: $0) } }

  /// The threshold of a note, asked or not. Takes about 20 µs.
  public func threshold(of note: MIDINote) -> ThresholdVerdict {
    verdict(of: note, hearing.threshold(of: note))
  }

  /// The threshold for pictures: under the condition that was known before, while too little is
  /// known under a new one.
  public func known(of note: MIDINote) -> ThresholdVerdict {
    newCondition?.before.map { verdict(of: note, hearing.threshold(of: note, under: $0.slot)) }
      ?? threshold(of: note)
  }

  private func verdict(of note: MIDINote, _ estimate: CentsEstimate) -> ThresholdVerdict {
    let ofAll = level.state == .guesses ? 1.0 : 0
    return ThresholdVerdict(
      state: VerdictTable.state(
        answers: hearing.count, probabilityOfGuessing: ofAll, estimate),
      answers: hearing.count(of: note), threshold: estimate)
  }
}

nonisolated extension UnisonVerdicts.NewCondition {
  /// - Parameter state: of the level under the condition of the latest answer.
  fileprivate init?(_ hearing: UnisonHearing, level state: FigureState) {
    guard state == .early || state == .first, hearing.count >= VerdictTable.fewestAnswers,
      let condition = hearing.condition, hearing.countUnderCondition < hearing.count
    else { return nil }
    self.condition = condition
    answers = hearing.countUnderCondition
    let known = hearing.levelsElsewhere.first { other in
      VerdictTable.state(
        answers: hearing.count, probabilityOfGuessing: other.probabilityOfGuessing, other.level)
        == .shown
    }
    before = known.map { known in
      Known(
        condition: known.condition, threshold: known.level,
        day: hearing.lastDay(under: known.condition) ?? 0, slot: known.slot)
    }
  }
}
