internal import GRDB

extension Schema {
  /// Version 1: a table for each training.
  ///
  /// `sequence` is the order of arrival, so that equal times keep theirs. What a record may hold is
  /// written out here and not taken from the code, which may change: this version may not.
  @Sendable
  static func createTrainingRecords(_ database: Database) throws {
    try createTable(
      "comparisonRecord",
      """
      centOffset REAL NOT NULL CHECK (centOffset BETWEEN -1200 AND 1200),
      isCorrect INTEGER NOT NULL CHECK (isCorrect IN (0, 1)),
      """, database)
    try createTable(
      "pitchMatchingRecord",
      """
      initialCentOffset REAL NOT NULL CHECK (initialCentOffset BETWEEN -1200 AND 1200),
      userCentError REAL NOT NULL CHECK (userCentError BETWEEN -1200 AND 1200),
      """, database)
  }

  /// The timestamp is in milliseconds since 1970, UTC, up to the year 9999. The tuning system is
  /// open: scales have names of their own.
  private static func createTable(_ name: String, _ result: String, _ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE \(name) (
          sequence INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE CHECK (length(id) = 36 AND id NOT GLOB '*[^0-9a-f-]*'),
          referenceNote INTEGER NOT NULL CHECK (referenceNote BETWEEN 0 AND 127),
          targetNote INTEGER NOT NULL CHECK (targetNote BETWEEN 0 AND 127),
          \(result)
          interval TEXT NOT NULL CHECK (interval IN (
            'P1', 'm2', 'M2', 'm3', 'M3', 'P4', 'TT', 'P5', 'm6', 'M6', 'm7', 'M7', 'P8',
            'm2-', 'M2-', 'm3-', 'M3-', 'P4-', 'TT-', 'P5-', 'm6-', 'M6-', 'm7-', 'M7-', 'P8-')),
          tuningSystem TEXT NOT NULL CHECK (tuningSystem <> ''),
          timestamp INTEGER NOT NULL CHECK (timestamp BETWEEN 0 AND 253402300799999),
          CHECK (targetNote - referenceNote = CASE interval
            WHEN 'P1' THEN 0 WHEN 'm2' THEN 1 WHEN 'M2' THEN 2 WHEN 'm3' THEN 3 WHEN 'M3' THEN 4
            WHEN 'P4' THEN 5 WHEN 'TT' THEN 6 WHEN 'P5' THEN 7 WHEN 'm6' THEN 8 WHEN 'M6' THEN 9
            WHEN 'm7' THEN 10 WHEN 'M7' THEN 11 WHEN 'P8' THEN 12
            WHEN 'm2-' THEN -1 WHEN 'M2-' THEN -2 WHEN 'm3-' THEN -3 WHEN 'M3-' THEN -4
            WHEN 'P4-' THEN -5 WHEN 'TT-' THEN -6 WHEN 'P5-' THEN -7 WHEN 'm6-' THEN -8
            WHEN 'M6-' THEN -9 WHEN 'm7-' THEN -10 WHEN 'M7-' THEN -11 WHEN 'P8-' THEN -12 END)
        ) STRICT;
        CREATE INDEX \(name)_timestamp ON \(name) (timestamp, sequence);
        """)
  }
}
