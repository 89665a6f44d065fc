internal import GRDB
import Music
import Training

/// What was read of a history for the first trial.
public struct PreparedHistory: Sendable {
  /// What the need asks for; the rest of it is empty.
  public fileprivate(set) var hearing = HearingModel()

  /// What was asked for; `nil` for nothing.
  public let need: HearingNeed?

  /// Whether there are older answers that count, too.
  public fileprivate(set) var isProvisional = false

  /// The number of the last row of each table at that time.
  private let lastSequences: [String: Int64]

  /// The records of these trainings have been read.
  fileprivate(set) var read: Set<TrainingName> = []

  /// What they have led to, and the rows among them that were passed over.
  fileprivate(set) var replay = HearingReplay()
  fileprivate(set) var unreadable = UnreadableRows()

  init(lastSequences: [String: Int64], need: HearingNeed?) {
    (self.lastSequences, self.need) = (lastSequences, need)
  }

  /// The same history, of which nothing has been read.
  fileprivate var unread: PreparedHistory {
    PreparedHistory(lastSequences: lastSequences, need: need)
  }

  func lastSequence(of type: any TrainingRecord.Type) -> Int64 {
    lastSequences[type.databaseTableName] ?? 0
  }
}

extension RecordReader {
  @concurrent
  func prepared(
    for need: HearingNeed?, _ window: HearingWindow, _ policy: UnreadablePolicy
  ) async throws(DataStoreError) -> PreparedHistory {
    try prepare(
      PreparedHistory(lastSequences: lastSequences(), need: need), window, policy)
  }

  /// All that counts of what was asked for, as it was then.
  func prepared(
    after provisional: PreparedHistory, _ policy: UnreadablePolicy
  ) throws(DataStoreError) -> PreparedHistory {
    try prepare(provisional.unread, .whole, policy)
  }

  /// - Parameter unread: what is to be read.
  private func prepare(
    _ unread: PreparedHistory, _ window: HearingWindow, _ policy: UnreadablePolicy
  ) throws(DataStoreError) -> PreparedHistory {
    var prepared = unread
    switch prepared.need {
    case .comparisons(let kind, let presentation):
      var last = LastComparisons(of: kind, presentation, window: window)
      try ComparisonRecord.readLast(
        self, upTo: prepared.lastSequence(of: ComparisonRecord.self),
        where: Schema.condition(isUnison: kind == .unison, isHarmonic: presentation == .harmonic),
        into: &last, policy)
      prepared.hearing = last.conclude()
      prepared.isProvisional = last.isFull && window != .whole
    case .matchings:
      prepared.hearing = try lastNotes(
        PitchMatchingRecord.self, upTo: prepared.lastSequence(of: PitchMatchingRecord.self),
        policy)
    case .playings:
      prepared.hearing = try lastNotes(
        PlayingRecord.self, upTo: prepared.lastSequence(of: PlayingRecord.self), policy)
    case .purities where window != .whole:
      let last = try PurityRecord.last(
        self, count: window.count, upTo: prepared.lastSequence(of: PurityRecord.self), policy)
      var replay = HearingReplay()
      for record in last { record.add(to: &replay) }
      prepared.hearing = replay.concludingPurity()
      prepared.isProvisional = last.count == window.count
    case .purities:
      let type = PurityRecord.self
      prepared.unreadable = try type.replay(
        self, upTo: prepared.lastSequence(of: type), into: &prepared.replay, policy
      ) { _ in }
      prepared.read.insert(type.training)
      prepared.hearing = prepared.replay.concludingPurity()
    case nil: break
    }
    return prepared
  }

  /// What is concluded from the tuned or the played notes of all kinds, which rests on few of the last of
  /// each.
  private func lastNotes<Record: TrainingRecord>(
    _: Record.Type, upTo lastSequence: Int64, _ policy: UnreadablePolicy
  ) throws(DataStoreError) -> HearingModel {
    var replay = HearingReplay()
    for isUnison in [true, false] {
      for isHarmonic in [true, false] {
        let last = try Record.last(
          self, count: MatchingFit.window, upTo: lastSequence,
          where: Schema.condition(isUnison: isUnison, isHarmonic: isHarmonic), policy)
        for record in last { record.add(to: &replay) }
      }
    }
    return replay.unfinished
  }
}

extension ComparisonRecord {
  /// Reads the last comparisons that fulfil a condition, from the newest on.
  fileprivate static func readLast(
    _ reader: RecordReader, upTo lastSequence: Int64, where condition: String,
    into answers: inout LastComparisons, _ policy: UnreadablePolicy
  ) throws(DataStoreError) {
    var texts = UsualTexts()
    var position: RecordPosition?
    repeat {
      let start = position
      let limit = min(rowsAtOnce, answers.missingCount)
      position = try reader.read { database in
        try RecordPage<Self>.readBackwards(
          from: start, limit: limit, lastSequence: lastSequence, where: condition, database
        ) { row throws(UnreadableRow) in
          if let usual = row.usual, let answer = answer(usual, &texts) {
            return answers.add(answer)
          }
          do throws(UnreadableRow) {
            answers.add(try row.record(.hearing).answer)
          } catch {
            guard policy == .skip else { throw error }
          }
        }
      }
    } while position != nil && !answers.isFull
  }
}

extension TrainingRecord {
  /// The last records that fulfil a condition, in order of time.
  fileprivate static func last(
    _ reader: RecordReader, count: Int, upTo lastSequence: Int64, where condition: String = "TRUE",
    _ policy: UnreadablePolicy
  ) throws(DataStoreError) -> [Self] {
    var records: [Self] = []
    var position: RecordPosition?
    repeat {
      let start = position
      let limit = min(rowsAtOnce, count - records.count)
      position = try reader.read { database in
        try RecordPage<Self>.readBackwards(
          from: start, limit: limit, lastSequence: lastSequence, where: condition, database
        ) { row throws(UnreadableRow) in
          do throws(UnreadableRow) {
            records.append(try row.record(.hearing))
          } catch {
            guard policy == .skip else { throw error }
          }
        }
      }
    } while position != nil && records.count < count
    return records.reversed()
  }
}
