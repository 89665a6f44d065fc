import Foundation
internal import GRDB

/// A run of training: the common properties of its answers.
///
/// It is stored with the first of its results. A result may name a run that the history does not
/// have, such as one from a file without its runs.
public struct RunRecord: Hashable, Sendable, Identifiable {
  public internal(set) var id: UUID

  /// The time of the start; whole milliseconds.
  public internal(set) var start: Date

  /// The version of Peach.
  public internal(set) var version: String

  /// The sample rate in hertz.
  public internal(set) var sampleRate: Int

  /// The period, in frames.
  public internal(set) var bufferSize: Int

  /// The connections of the outputs at the start: a JSON array of ``Connection``s.
  public internal(set) var outputs: String

  /// The seed of the choices if one was given: a whole number that may exceed `Int64`.
  public internal(set) var seed: String?

  /// The time zone at the start, such as `Europe/Berlin`.
  public internal(set) var timeZone: String?

  /// True if the client and its connections were the same as in another run.
  public func hasSameClient(as other: RunRecord) -> Bool {
    (sampleRate, bufferSize, outputs, version)
      == (other.sampleRate, other.bufferSize, other.outputs, other.version)
  }

  /// An output port and its peer.
  public struct Connection: Hashable, Sendable, Encodable {
    public let port: String
    public let peer: String

    public init(port: String, peer: String) {
      self.port = port
      self.peer = peer
    }
  }

  public init(
    id: UUID, start: Date, version: String, sampleRate: Int, bufferSize: Int,
    outputs: [Connection], seed: UInt64?, timeZone: String? = nil
  ) {
    self.id = id
    self.start = RecordLimits.time(nearest: start)
    self.version = version
    self.sampleRate = sampleRate
    self.bufferSize = bufferSize
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self.outputs =
      (try? encoder.encode(outputs)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    self.seed = seed.map { "\($0)" }
    self.timeZone = timeZone
  }
}

extension RunRecord {
  static let databaseTableName = "trainingRun"

  /// The word in files in place of a training's name.
  public static let name = "run"

  static let fields: [RecordField<RunRecord>] = [
    RecordField("id", .id, { $0.id }, { $0.id = $1 }),
    RecordField("start", .time, { $0.start }, { $0.start = $1 }),
    RecordField("version", .name, { $0.version }, { $0.version = $1 }),
    RecordField(
      "sampleRate", .whole(1...10_000_000), { Int64($0.sampleRate) }, { $0.sampleRate = Int($1) }),
    RecordField(
      "bufferSize", .whole(1...10_000_000), { Int64($0.bufferSize) }, { $0.bufferSize = Int($1) }),
    RecordField("outputs", .name, { $0.outputs }, { $0.outputs = $1 }),
    RecordField(optional: "seed", .digits, { $0.seed }, { $0.seed = $1 }),
    RecordField(optional: "timeZone", .name, { $0.timeZone }, { $0.timeZone = $1 }),
  ]

  static var columns: String { fields.map(\.name).joined(separator: ", ") }

  private static var blank: RunRecord {
    RunRecord(
      id: .unset, start: .distantPast, version: "", sampleRate: 0, bufferSize: 0, outputs: [],
      seed: nil)
  }

  /// Makes a run of a row of a file, without trusting the row.
  init(_ row: any FieldSource) throws(RecordLineError) {
    self = Self.blank
    _ = try RecordField.read(Self.fields, of: &self, from: row)
  }

  /// Calls `body` with each run of the history, in order of arrival. Throws ``UnreadableRow``.
  static func forEach(_ database: Database, _ body: (RunRecord) throws -> Void) throws {
    try forEachRow(database) { try body($0.get()) }
  }

  /// The rows that are not runs.
  static func unreadable(_ database: Database) throws -> [UnreadableRow] {
    var rows: [UnreadableRow] = []
    try forEachRow(database) { if case .failure(let row) = $0 { rows.append(row) } }
    return rows
  }

  private static func forEachRow(
    _ database: Database, _ body: (Result<RunRecord, UnreadableRow>) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT sequence, \(columns) FROM main.\(databaseTableName) ORDER BY sequence")
    while let row = try rows.next() {
      let stored = (0...fields.count).map { row[$0] as DatabaseValue }
      var run = blank
      let unreadable = zip(fields, stored.dropFirst()).first { !$0.load(&run, $1) }?.0
      if let unreadable {
        try body(
          .failure(
            UnreadableRow(
              table: databaseTableName, sequence: Int64(columnValue: stored[0]),
              column: unreadable.name)))
      } else {
        try body(.success(run))
      }
    }
  }

  /// Stores the run, unless it is there already.
  func insert(_ database: Database, into table: String = "main.\(databaseTableName)") throws {
    let places = Array(repeating: "?", count: Self.fields.count).joined(separator: ", ")
    try database.execute(
      sql: "INSERT OR IGNORE INTO \(table) (\(Self.columns)) VALUES (\(places))",
      arguments: StatementArguments(Self.fields.map { $0.stored(self) }))
  }
}
