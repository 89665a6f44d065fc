import Foundation

/// What came of storing several results at once.
struct StoringOutcome {
  /// How many were not in the database before.
  var newCount = 0

  /// Those that break a rule of the database, which will not take them at any other time either.
  var refused: [UUID: DataStoreFault] = [:]
}
