import Foundation
internal import GRDB
import Music
import Training

/// A field of a record: its name in the database, in Peach's own table and in lines of JSON, and
/// the ways to read and write its value in each of them.
///
/// The fields of results are listed once, in ``ResultFields``; the formats, the limits, saving,
/// export, import, merge and reading follow from the list.
///
/// Fields are passed on for each value. A struct would retain each of its closures every time.
final class RecordField<Record>: Sendable {
  let key: FieldKey
  let domain: FieldDomain

  /// True if every row of a file must have a value.
  let isRequired: Bool

  /// The trainings whose results have the field.
  let trainings: Set<TrainingName>

  /// The value in files, if the record has one.
  let value: @Sendable (Record) -> FieldValue?

  /// The value in the database.
  let stored: @Sendable (Record) -> DatabaseValue

  /// Sets a value from a file; returns false if a record may not have it.
  let set: @Sendable (inout Record, FieldValue) -> Bool

  /// Sets a value from the database; returns false if a record may not have it. NULL sets nothing,
  /// and is allowed unless the field is required.
  let load: @Sendable (inout Record, DatabaseValue) -> Bool

  var name: String { key.stringValue }

  /// Makes a field from closures rather than key paths, which are several times slower.
  ///
  /// - Parameter isRequired: false only for a value that a reader can make up.
  convenience init<Value: ColumnValue>(
    _ name: String, _ coding: FieldCoding<Value>, isRequired: Bool = true,
    _ get: @escaping @Sendable (Record) -> Value,
    _ put: @escaping @Sendable (inout Record, Value) -> Void
  ) {
    self.init(
      name, coding, isRequired: isRequired, allowsNull: false, { get($0) },
      { record, value in put(&record, value) })
  }

  /// A field that a record may lack.
  convenience init<Value: ColumnValue>(
    optional name: String, _ coding: FieldCoding<Value>,
    _ get: @escaping @Sendable (Record) -> Value?,
    _ put: @escaping @Sendable (inout Record, Value) -> Void
  ) {
    self.init(name, coding, isRequired: false, allowsNull: true, get, put)
  }

  fileprivate init<Value: ColumnValue>(
    _ name: String, _ coding: FieldCoding<Value>,
    of trainings: Set<TrainingName> = Set(TrainingName.allCases), isRequired: Bool,
    allowsNull: Bool, _ get: @escaping @Sendable (Record) -> Value?,
    _ put: @escaping @Sendable (inout Record, Value) -> Void
  ) {
    key = FieldKey(stringValue: name)
    self.trainings = trainings
    domain = coding.domain
    self.isRequired = isRequired
    value = { get($0).map(coding.write) }
    stored = { get($0)?.columnValue ?? .null }
    set = { record, value in
      guard let value = coding.read(value) else { return false }
      put(&record, value)
      return true
    }
    load = { record, stored in
      guard !stored.isNull else { return allowsNull }
      guard let value = coding.load(stored) else { return false }
      put(&record, value)
      return true
    }
  }

  fileprivate init(ofContext field: RecordField<TrialContext>) where Record == RecordedResult {
    key = field.key
    domain = field.domain
    isRequired = false
    trainings = field.trainings
    value = { field.value($0.context) }
    stored = { field.stored($0.context) }
    set = { field.set(&$0.context, $1) }
    load = { field.load(&$0.context, $1) }
  }
}

extension RecordField<RecordedResult> {
  /// A measure of some trainings, each of whose results has it.
  fileprivate convenience init<Value: ColumnValue>(
    _ name: String, _ coding: FieldCoding<Value>, of trainings: Set<TrainingName>,
    isRequired: Bool = true, _ get: @escaping @Sendable (ResultMeasures) -> Value?,
    _ put: @escaping @Sendable (inout ResultMeasures, Value) -> Void
  ) {
    self.init(
      name, coding, of: trainings, isRequired: isRequired, allowsNull: !isRequired,
      { get($0.measures) }, { put(&$0.measures, $1) })
  }

  /// A field of every result whose training poses trials.
  fileprivate convenience init<Value: ColumnValue>(
    ofTrials name: String, _ coding: FieldCoding<Value>,
    _ get: @escaping @Sendable (RecordedResult) -> Value,
    _ put: @escaping @Sendable (inout RecordedResult, Value) -> Void
  ) {
    self.init(
      name, coding, of: Set(TrainingName.allCases.filter(\.traits.hasTrials)), isRequired: true,
      allowsNull: false, { $0.training.traits.hasTrials ? get($0) : nil }, put)
  }
}

/// The fields of results, in the order of files.
///
/// A new measure is a row here, a property of ``ResultMeasures``, a column of the database, and a
/// line that sets it.
enum ResultFields {
  typealias Field = RecordField<RecordedResult>

  /// The fields of every result; the reference note and the interval only if its training poses
  /// trials.
  static let shared: [Field] = [
    Field("id", .id, isRequired: false, { $0.id }, { $0.id = $1 }),
    Field("timestamp", .time, { $0.timestamp }, { $0.timestamp = $1 }),
    Field(ofTrials: "referenceNote", .note, { $0.referenceNote }, { $0.referenceNote = $1 }),
    Field("targetNote", .note, { $0.targetNote }) {
      $0.targetNote = $1
      if !$0.training.traits.hasTrials { $0.referenceNote = $1 }
    },
    Field(ofTrials: "interval", .interval, { $0.interval }, { $0.interval = $1 }),
    Field("tuningSystem", .tuning, { $0.tuningSystem }, { $0.tuningSystem = $1 }),
  ]

  private static let choices = trainings(\.answer.isRightOrWrong)
  private static let firsts = trainings { $0.answer == .choice && $0.traits.asksWhich }
  private static let places = trainings { $0.answer == .place }
  private static let tuned = trainings { $0.answer == .pitch && !$0.traits.listens }
  private static let played = trainings(\.traits.listens)

  private static func trainings(_ isMeasured: (TrainingName) -> Bool) -> Set<TrainingName> {
    Set(TrainingName.allCases.filter(isMeasured))
  }

  static let measures: [Field] = [
    Field(
      "centOffset", .cents, of: choices, { $0.centOffset }, { $0.centOffset = $1 }),
    Field("isCorrect", .flag, of: choices, { $0.isCorrect }, { $0.isCorrect = $1 }),
    Field(
      "initialCentOffset", .cents, of: tuned, { $0.initialCentOffset },
      { $0.initialCentOffset = $1 }),
    Field(
      "userCentError", .cents, of: tuned.union(played), { $0.userCentError },
      { $0.userCentError = $1 }),
    Field("isFirstTrue", .flag, of: firsts, { $0.isFirstTrue }, { $0.isFirstTrue = $1 }),
    Field("oddPlace", .whole(1...3), of: places, { $0.oddPlace }, { $0.oddPlace = $1 }),
    Field(
      "answeredPlace", .whole(1...3), of: places, { $0.answeredPlace },
      { $0.answeredPlace = $1 }),
    Field("outcome", .playedOutcome, of: played, { $0.outcome }, { $0.outcome = $1 }),
    Field(
      "uncertainty", .decimal(RecordLimits.sizes), of: played, { $0.uncertainty },
      { $0.uncertainty = $1 }),
    Field("drift", .cents, of: played, { $0.drift }, { $0.drift = $1 }),
    Field(
      "vibratoRate", .decimal(RecordLimits.rates), of: played, { $0.vibratoRate },
      { $0.vibratoRate = $1 }),
    Field(
      "vibratoExtent", .decimal(RecordLimits.sizes), of: played, { $0.vibratoExtent },
      { $0.vibratoExtent = $1 }),
    Field(
      "steadiness", .decimal(RecordLimits.sizes), of: played, { $0.steadiness },
      { $0.steadiness = $1 }),
    Field(
      "playedLength", .decimal(RecordLimits.seconds), of: played, { $0.playedLength },
      { $0.playedLength = $1 }),
    Field(
      "settleTime", .decimal(RecordLimits.seconds), of: played, { $0.settleTime },
      { $0.settleTime = $1 }),
    Field(
      "inputLevel", .decimal(RecordLimits.levels), of: played, { $0.inputLevel },
      { $0.inputLevel = $1 }),
    Field(
      "octaves", .whole(RecordLimits.octaves), of: [.playing], { $0.octaves }, { $0.octaves = $1 }),
    Field("curve", .curve, of: [.playing], isRequired: false, { $0.curve }, { $0.curve = $1 }),
  ]

  /// The circumstances of an answer. The limits are those of the database.
  static let ofTrial: [RecordField<TrialContext>] = [
    RecordField(optional: "soundSource", .name, { $0.soundSource }, { $0.soundSource = $1 }),
    RecordField(
      optional: "noteDuration", .decimal(Double.leastNormalMagnitude...60),
      { $0.noteDuration }, { $0.noteDuration = $1 }),
    RecordField(
      optional: "amplitude", .decimal(-200...200), { $0.amplitude }, { $0.amplitude = $1 }),
    RecordField(
      optional: "referencePitch", .decimal(1...100_000),
      { $0.referencePitch }, { $0.referencePitch = $1 }),
    RecordField(
      optional: "responseTime", .decimal(0...10_000_000),
      { $0.responseTime }, { $0.responseTime = $1 }),
    RecordField(optional: "strategy", .name, { $0.strategy }, { $0.strategy = $1 }),
    RecordField(
      optional: "believedThreshold", .decimal(0...100_000),
      { $0.believedThreshold }, { $0.believedThreshold = $1 }),
    RecordField(
      optional: "heard", .whole(1...1_000_000),
      { $0.heard.map(Int64.init) }, { $0.heard = Int($1) }),
    RecordField(optional: "input", .input, { $0.input }, { $0.input = $1 }),
    RecordField(
      optional: "presentation", .presentation, { $0.presentation }, { $0.presentation = $1 }),
    RecordField(
      optional: "accompaniment", .name, { $0.accompaniment }, { $0.accompaniment = $1 }),
  ]

  /// The place of the trial: its run of training, and its place in a plan or an experiment.
  static let ofPlace: [RecordField<TrialContext>] = [
    RecordField(optional: "run", .id, { $0.run }, { $0.run = $1 }),
    RecordField(optional: "plan", .name, { $0.plan }, { $0.plan = $1 }),
    RecordField(
      optional: "block", .whole(1...1_000_000), { $0.block.map(Int64.init) },
      { $0.block = Int($1) }),
    RecordField(optional: "label", .name, { $0.label }, { $0.label = $1 }),
    RecordField(optional: "participant", .name, { $0.participant }, { $0.participant = $1 }),
    RecordField(optional: "session", .name, { $0.session }, { $0.session = $1 }),
    RecordField(optional: "condition", .name, { $0.condition }, { $0.condition = $1 }),
    RecordField(
      optional: "practice", .flag, { $0.isPractice ? true : nil }, { $0.isPractice = $1 }),
  ]

  private static let withdrawn = Field(
    optional: "withdrawn", .flag, { $0.isWithdrawn ? true : nil }, { $0.isWithdrawn = $1 })

  /// The fields that records of version 1 lack: the circumstances of the answer.
  static let context =
    ofTrial.map { Field(ofContext: $0) } + [withdrawn] + ofPlace.map { Field(ofContext: $0) }

  static let all = shared + measures + context

  /// The fields that a result of a training may have.
  static let byTraining = Dictionary(
    uniqueKeysWithValues: TrainingName.allCases.map { training in
      (training, all.filter { $0.trainings.contains(training) })
    })

  /// The fields on which the model of hearing depends.
  static let ofHearing = named([
    "id", "timestamp", "referenceNote", "targetNote", "interval", "tuningSystem", "centOffset",
    "isCorrect", "initialCentOffset", "userCentError", "isFirstTrue", "octaves", "soundSource",
    "noteDuration", "amplitude", "heard", "presentation",
  ])

  /// The fields that a coach uses.
  static let ofSkills = ofHearing + named(["plan", "block"])

  private static func named(_ names: [String]) -> [Field] {
    all.filter { names.contains($0.name) }
  }
}

extension TrialContext {
  /// The circumstances of an answer, with the names, the form and the order of files of records.
  public var members: [(name: String, value: FieldValue)] {
    (ResultFields.ofTrial + ResultFields.ofPlace).compactMap { field in
      field.value(self).map { (name: field.name, value: $0) }
    }
  }
}

extension RecordField {
  /// Sets the values of a row of a file.
  ///
  /// - Returns: true if the row has an id.
  static func read(
    _ fields: [RecordField], of record: inout Record, from row: any FieldSource
  ) throws(RecordLineError) -> Bool {
    var hasID = false
    for field in fields {
      switch row.find(field.key, field.domain.kind) {
      case .nothing:
        guard !field.isRequired else { throw .missing(field.name) }
      case .value(let value) where field.set(&record, value):
        if field.key == .id { hasID = true }
      case .value, .unreadable:
        throw .notAllowed(
          field.name, value: ShownValue.text(row.text(of: field.key)), field.domain)
      }
    }
    return hasID
  }
}

extension ReadRow {
  /// Makes a record of a row of a file, without trusting the row.
  static func read(from row: any FieldSource) throws(RecordLineError) -> ReadRow {
    let name: String
    switch row.find(.training, .text) {
    case .nothing: throw .missing(FieldKey.training.stringValue)
    case .value(.text(let text)): name = text
    case .value, .unreadable: name = row.text(of: .training)
    }
    guard name != RunRecord.name else { return .run(try RunRecord(row)) }
    guard let training = TrainingName(rawValue: name) else {
      throw .notAllowed(
        FieldKey.training.stringValue, value: ShownValue.text(name), .training)
    }
    var record = RecordedResult.blank(training)
    let hasID = try RecordField.read(
      ResultFields.byTraining[training] ?? [], of: &record, from: row)
    let expected = RecordLimits.target(of: record.referenceNote, at: record.interval)
    guard record.targetNote == expected else {
      throw .targetDisagrees(
        interval: record.interval.description, expected: expected?.rawValue,
        found: record.targetNote.rawValue)
    }
    if !hasID { record.id = UUID() }
    return .result(record, hasID: hasID)
  }
}

/// A row of a file that has not been checked: a row of a table, or a line of JSON.
protocol FieldSource {
  /// The row's value for a field.
  func find(_ key: FieldKey, _ kind: FieldValue.Kind) -> FoundValue

  /// The text of a field in the row, whatever it is, for a message.
  func text(of key: FieldKey) -> String
}

/// A row's value for a field.
enum FoundValue {
  case nothing
  case value(FieldValue)
  /// A value that is not of the field's kind.
  case unreadable
}
