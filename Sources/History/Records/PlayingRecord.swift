import Foundation
internal import GRDB
import Music
import Training

/// A note that was played or sung, and judged, as the database stores it.
public struct PlayingRecord: HeadedRecord {
  public internal(set) var head: RecordHead

  /// What was heard; its course to a hundredth of a cent.
  public internal(set) var played: HeardNote
}

extension PlayingRecord {
  /// The record of a result that has just come in.
  init(_ completed: CompletedPlaying) {
    self.init(head: RecordHead(completed), played: PlayedLimits.within(completed.played))
  }
}

extension PlayingRecord: TrainingRecord {
  static let training = TrainingName.playing
  static let databaseTableName = "playingRecord"

  static let ownFields: [RecordField<Self>] = [
    RecordField("userCentError", .cents, { $0.played.error }, { $0.played.error = $1 }),
    RecordField("outcome", .playedOutcome, { _ in .judged }, { _, _ in }),
    size("uncertainty", \.uncertainty),
    RecordField("drift", .cents, { $0.played.drift }, { $0.played.drift = $1 }),
    number("vibratoRate", PlayedLimits.rates, \.vibratoRate),
    size("vibratoExtent", \.vibratoExtent),
    size("steadiness", \.steadiness),
    number("playedLength", PlayedLimits.seconds, \.length),
    number("settleTime", PlayedLimits.seconds, \.settleTime),
    number("inputLevel", PlayedLimits.levels, \.level),
    RecordField(
      "octaves", .whole(PlayedLimits.octaves), { Int64($0.played.octaves) },
      { $0.played.octaves = Int($1) }),
    RecordField(
      "curve", .curve, isRequired: false, { $0.played.curve }, { $0.played.curve = $1 }),
  ]

  /// Cents without a sign.
  private static func size(
    _ name: String, _ path: WritableKeyPath<HeardNote, Cents> & Sendable
  ) -> RecordField<Self> {
    RecordField(
      name, .decimal(PlayedLimits.cents), { $0.played[keyPath: path].rawValue },
      { $0.played[keyPath: path] = Cents($1) })
  }

  private static func number(
    _ name: String, _ limits: ClosedRange<Double>,
    _ path: WritableKeyPath<HeardNote, Double> & Sendable
  ) -> RecordField<Self> {
    RecordField(
      name, .decimal(limits), { $0.played[keyPath: path] }, { $0.played[keyPath: path] = $1 })
  }

  static let contextFields: [RecordField<Self>] = RecordField.context
  static let fields = allFields
  static let tableFields = SharedColumn.fields(of: PlayingRecord.self)

  static let contentColumns = ["userCentError", "uncertainty", "drift"]

  static let blank = PlayingRecord(head: .blank, played: HeardNote(error: 0, length: 0))

  init(_ row: RecordRow<Self>) throws(UnreadableRow) {
    let _: PlayedOutcome = try row.result(1)
    let octaves: Int64 = try row.result(10)
    var played = HeardNote(error: try row.result(0), length: try row.result(7))
    played.uncertainty = Cents(try row.result(2) as Double)
    played.drift = try row.result(3)
    played.vibratoRate = try row.result(4)
    played.vibratoExtent = Cents(try row.result(5) as Double)
    played.steadiness = Cents(try row.result(6) as Double)
    played.settleTime = try row.result(8)
    played.level = try row.result(9)
    played.octaves = Int(clamping: octaves)
    played.curve = try row.result(11)
    self.init(head: try row.head(), played: played)
    // Which measure is beyond its limits is not said.
    guard PlayedLimits.within(played) == played else { throw row.fault(.targetNote) }
  }

  static func add(
    _ row: UsualRow, _ texts: inout UsualTexts, to replay: inout HearingReplay
  ) -> Bool {
    guard let shared = row.shared(&texts), let error = row.cents(0),
      let octaves = row.whole(10, within: PlayedLimits.octaves),
      let presentation = row.presentation,
      let target = RecordLimits.target(of: shared.note, at: shared.interval)
    else { return false }
    replay.add(
      PlayingAnswer(
        target: target, octaves: octaves, interval: shared.interval, centError: error,
        date: shared.date, presentation: presentation))
    return true
  }

  func add(to replay: inout HearingReplay) {
    replay.add(
      PlayingAnswer(
        target: targetNote, octaves: played.octaves, interval: interval, centError: played.error,
        date: timestamp, presentation: context.presentation))
  }
}

/// What came of a note, as spelt in records. Only what was judged is recorded.
enum PlayedOutcome: String, CaseIterable, ColumnValue {
  case judged
}

/// What the measures of a note may be, as the database checks it.
enum PlayedLimits {
  static let cents: ClosedRange<Double> = 0...1200
  static let rates: ClosedRange<Double> = 0...100
  static let seconds: ClosedRange<Double> = 0...10_000
  static let levels: ClosedRange<Double> = -300...300
  static let octaves = -10...10

  /// The same with every measure within its limits; what is no number becomes one.
  static func within(_ played: HeardNote) -> HeardNote {
    func number(_ value: Double, _ limits: ClosedRange<Double>) -> Double {
      value.isNaN
        ? max(limits.lowerBound, 0) : min(max(value, limits.lowerBound), limits.upperBound)
    }
    func size(_ value: Cents) -> Cents { Cents(number(value.rawValue, cents)) }
    var note = played
    note.error = Cents(number(played.error.rawValue, RecordLimits.cents))
    note.uncertainty = size(played.uncertainty)
    note.drift = Cents(number(played.drift.rawValue, RecordLimits.cents))
    note.vibratoRate = number(played.vibratoRate, rates)
    note.vibratoExtent = size(played.vibratoExtent)
    note.steadiness = size(played.steadiness)
    note.length = number(played.length, seconds)
    note.settleTime = number(played.settleTime, seconds)
    note.level = number(played.level, levels)
    note.octaves = min(max(played.octaves, octaves.lowerBound), octaves.upperBound)
    return note
  }
}

/// Two bytes a point, the lower one first.
extension PlayedCurve: ColumnValue {
  init?(columnValue: DatabaseValue) {
    guard case .blob(let bytes) = columnValue.storage else { return nil }
    self.init(bytes: bytes)
  }

  var columnValue: DatabaseValue { bytes.databaseValue }

  init?(bytes: Data) {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let values = Array(bytes)
    self.init(
      hundredths: stride(from: 0, to: values.count, by: 2).map {
        Int16(bitPattern: UInt16(values[$0]) | UInt16(values[$0 + 1]) << 8)
      })
  }

  var bytes: Data {
    Data(
      hundredths.flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
      })
  }
}
