import Foundation
import GRDB
import Music
import Training

@testable import History

/// Histories as Peach wrote them before it had one table for all results.
public enum EarlierVersion {
  /// The names of the tables of results of that version.
  public static func tables(_ version: Int) -> [String] {
    ["comparisonRecord", "pitchMatchingRecord"] + (version > 2 ? ["purityRecord"] : [])
      + (version > 3 ? ["playingRecord"] : [])
  }

  private static func result(of table: String) -> String {
    switch table {
    case "comparisonRecord":
      """
      centOffset REAL NOT NULL CHECK (centOffset BETWEEN -1200 AND 1200),
      isCorrect INTEGER NOT NULL CHECK (isCorrect IN (0, 1)),
      """
    case "pitchMatchingRecord":
      """
      initialCentOffset REAL NOT NULL CHECK (initialCentOffset BETWEEN -1200 AND 1200),
      userCentError REAL NOT NULL CHECK (userCentError BETWEEN -1200 AND 1200),
      """
    case "purityRecord":
      """
      centOffset REAL NOT NULL CHECK (centOffset BETWEEN -1200 AND 1200),
      isCorrect INTEGER NOT NULL CHECK (isCorrect IN (0, 1)),
      isFirstTrue INTEGER NOT NULL CHECK (isFirstTrue IN (0, 1)),
      """
    default:
      """
      userCentError REAL NOT NULL CHECK (userCentError BETWEEN -1200 AND 1200),
      outcome TEXT NOT NULL CHECK (outcome IN ('judged')),
      uncertainty REAL NOT NULL, drift REAL NOT NULL, vibratoRate REAL NOT NULL,
      vibratoExtent REAL NOT NULL, steadiness REAL NOT NULL, playedLength REAL NOT NULL,
      settleTime REAL NOT NULL, inputLevel REAL NOT NULL, octaves INTEGER NOT NULL,
      curve BLOB NOT NULL CHECK (length(curve) <= 200 AND length(curve) % 2 = 0),
      """
    }
  }

  private static let context = """
    , soundSource TEXT CHECK (soundSource <> ''), noteDuration REAL, amplitude REAL,
    referencePitch REAL, responseTime REAL, strategy TEXT, believedThreshold REAL,
    heard INTEGER CHECK (heard BETWEEN 1 AND 1000000), input TEXT, presentation TEXT,
    accompaniment TEXT, withdrawn INTEGER CHECK (withdrawn IN (0, 1)), run TEXT
    """

  /// Makes an empty history of that version, with a write-ahead log as it had.
  public static func make(_ version: Int, at url: URL) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: url.path)
    try queue.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          PRAGMA application_id = \(Schema.applicationID);
          PRAGMA user_version = \(version);
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          """)
      for table in tables(version) {
        try database.execute(
          sql: """
            CREATE TABLE \(table) (
              sequence INTEGER PRIMARY KEY,
              id TEXT NOT NULL UNIQUE CHECK (length(id) = 36 AND id NOT GLOB '*[^0-9a-f-]*'),
              referenceNote INTEGER NOT NULL CHECK (referenceNote BETWEEN 0 AND 127),
              targetNote INTEGER NOT NULL CHECK (targetNote BETWEEN 0 AND 127),
              \(result(of: table))
              interval TEXT NOT NULL, tuningSystem TEXT NOT NULL CHECK (tuningSystem <> ''),
              timestamp INTEGER NOT NULL CHECK (timestamp BETWEEN 0 AND 253402300799999)
              \(version > 1 ? context : "")) STRICT;
            CREATE INDEX \(table)_timestamp ON \(table) (timestamp, sequence);
            """)
      }
      if version > 1 {
        try database.execute(
          sql: """
            CREATE TABLE trainingRun (
              sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, start INTEGER NOT NULL,
              version TEXT NOT NULL, sampleRate INTEGER NOT NULL, bufferSize INTEGER NOT NULL,
              outputs TEXT NOT NULL, seed TEXT) STRICT
            """)
      }
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
    }
    return queue
  }

  /// Stores results as that version did.
  public static func store(
    _ results: [RecordedResult], of run: RunRecord? = nil, in queue: DatabaseQueue
  )
    throws
  {
    let names = Dictionary(uniqueKeysWithValues: Schema.views.map { ($0.training, $0.name) })
    try queue.write { database in
      for result in results {
        guard let table = names[result.training] else { continue }
        let columns = try database.columns(in: table).map(\.name)
        let fields = ResultFields.all.filter { columns.contains($0.name) }
        try database.execute(
          sql: """
            INSERT INTO \(table) (\(fields.map(\.name).joined(separator: ", ")))
            VALUES (\(fields.map { _ in "?" }.joined(separator: ", ")))
            """, arguments: StatementArguments(fields.map { $0.stored(result) }))
      }
      guard let run else { return }
      let fields = RunRecord.fields.filter { $0.name != "timeZone" }
      try database.execute(
        sql: """
          INSERT INTO trainingRun (\(fields.map(\.name).joined(separator: ", ")))
          VALUES (\(fields.map { _ in "?" }.joined(separator: ", ")))
          """, arguments: StatementArguments(fields.map { $0.stored(run) }))
    }
  }

  /// What makes version 5, 6 or 7 of an open history of version 8, in SQL.
  public static func changes(to version: Int) -> String {
    let withoutListening = """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ', ' || quote('listening'), '')
        WHERE name = 'result';
      PRAGMA writable_schema = RESET;
      """
    return """
      ALTER TABLE result DROP COLUMN oddPlace;
      ALTER TABLE result DROP COLUMN answeredPlace;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ', ' || quote('oddOne'), '') WHERE name = 'result';
      PRAGMA writable_schema = RESET;
      \(version < 6 ? withoutListening : "")
      \(version < 7 ? "DROP INDEX result_map;" : "")
      PRAGMA user_version = \(version);
      """
  }

  /// Writes a history of any version before this one, with comparisons and tuned notes a minute apart until a moment.
  ///
  /// - Returns: their ids.
  public static func write(
    _ version: Int, count: Int, until end: Date, to url: URL
  ) throws -> [UUID] {
    var results: [RecordedResult] = []
    for number in 0..<count {
      let isTuned = number % 3 == 2
      let challenge = Challenge(
        referenceNote: MIDINote(48 + number % 24), interval: .prime,
        centOffset: Cents(Double(number % 40 - 20)))
      let answer: CompletedTrial.Answer =
        isTuned ? .pitch(Cents(Double(number % 11 - 5))) : .choice(number % 2 == 0)
      let trial = CompletedTrial(
        id: UUID(), isTuned ? .matching : .comparison, challenge: challenge, answer: answer,
        tuningSystem: .equalTemperament, timestamp: end - Double(count - number) * 60)
      results.append(RecordedResult(trial))
    }
    let queue: DatabaseQueue
    if version < 5 {
      queue = try make(version, at: url)
      try store(results, in: queue)
    } else {
      let store = try TrainingDataStore(url: url)
      try store.save(results)
      store.close()
      queue = try DatabaseQueue(path: url.path)
      try queue.write { try $0.execute(sql: changes(to: version)) }
    }
    try queue.close()
    return results.map(\.id)
  }
}
