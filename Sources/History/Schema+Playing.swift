internal import GRDB

extension Schema {
  /// Version 4: the table of the notes that were played or sung, with the orders in which a start looks for
  /// them.
  ///
  /// `curve` has at most 100 points: hundredths of a cent from the target, two bytes each, the lower one
  /// first.
  @Sendable
  static func addPlaying(_ database: Database) throws {
    try createRecords(
      "playingRecord",
      result: """
        userCentError REAL NOT NULL CHECK (userCentError BETWEEN -1200 AND 1200),
        outcome TEXT NOT NULL CHECK (outcome IN ('judged')),
        uncertainty REAL NOT NULL CHECK (uncertainty BETWEEN 0 AND 1200),
        drift REAL NOT NULL CHECK (drift BETWEEN -1200 AND 1200),
        vibratoRate REAL NOT NULL CHECK (vibratoRate BETWEEN 0 AND 100),
        vibratoExtent REAL NOT NULL CHECK (vibratoExtent BETWEEN 0 AND 1200),
        steadiness REAL NOT NULL CHECK (steadiness BETWEEN 0 AND 1200),
        playedLength REAL NOT NULL CHECK (playedLength BETWEEN 0 AND 10000),
        settleTime REAL NOT NULL CHECK (settleTime BETWEEN 0 AND 10000),
        inputLevel REAL NOT NULL CHECK (inputLevel BETWEEN -300 AND 300),
        octaves INTEGER NOT NULL CHECK (octaves BETWEEN -10 AND 10),
        curve BLOB NOT NULL CHECK (length(curve) <= 200 AND length(curve) % 2 = 0),
        """, database)
    // A search has to name the two values of the kind exactly as they are written here.
    try database.execute(
      sql: """
        CREATE INDEX playingRecord_kind ON playingRecord
          (interval <> 'P1', presentation IS 'harmonic', timestamp, sequence);
        CREATE INDEX playingRecord_run ON playingRecord (timestamp, sequence)
          WHERE run IS NOT NULL;
        """)
  }
}
