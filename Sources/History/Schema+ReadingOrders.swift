internal import GRDB

extension Schema {
  /// Version 3: the table of purity training, and the orders in which a start looks for answers.
  ///
  /// Each index leads from the newest answer of its sort to the older ones, also to none: without it, the
  /// search for a sort that is not there reads every row. With a million answers they take some seconds to
  /// make, once, and 40 MB.
  @Sendable
  static func addPurityAndReadingOrders(_ database: Database) throws {
    try createRecords(
      "purityRecord",
      result: """
        centOffset REAL NOT NULL CHECK (centOffset BETWEEN -1200 AND 1200),
        isCorrect INTEGER NOT NULL CHECK (isCorrect IN (0, 1)),
        isFirstTrue INTEGER NOT NULL CHECK (isFirstTrue IN (0, 1)),
        """, database)
    // A search has to name the two values of the kind exactly as they are written here.
    try database.execute(
      sql: """
        CREATE INDEX comparisonRecord_kind ON comparisonRecord
          (interval <> 'P1', presentation IS 'harmonic', timestamp, sequence);
        CREATE INDEX pitchMatchingRecord_kind ON pitchMatchingRecord
          (interval <> 'P1', presentation IS 'harmonic', timestamp, sequence);
        CREATE INDEX comparisonRecord_run ON comparisonRecord (timestamp, sequence)
          WHERE run IS NOT NULL;
        CREATE INDEX pitchMatchingRecord_run ON pitchMatchingRecord (timestamp, sequence)
          WHERE run IS NOT NULL;
        CREATE INDEX purityRecord_run ON purityRecord (timestamp, sequence)
          WHERE run IS NOT NULL;
        """)
  }

  /// The condition of a search for the answers of a kind, in the words of the indexes of version 3.
  ///
  /// An answer whose presentation is unknown counts as melodic.
  static func condition(isUnison: Bool, isHarmonic: Bool) -> String {
    """
    (interval <> 'P1') = \(isUnison ? 0 : 1) AND (presentation IS 'harmonic') = \(isHarmonic ? 1 : 0)
    """
  }
}
