import Foundation
import History

/// The outcome of one training.
nonisolated struct EnduranceResult {
  /// The command: `compare` or `match`.
  let training: String
  let minutes: Double
  let ledger: TrainingLedger
  let disturbances: DisturbanceCounts
  let diagnostics: DiagnosticText
  let memory: [MemoryTrend.Sample]
  let history: HistoryComparison
  let isEndingRight: Bool
}

/// A history compared with the results that were reported.
struct HistoryComparison: Hashable {
  var stored = 0
  /// Results that were reported and are not stored.
  var lost = 0
  /// Results that are stored, or were reported, more than once.
  var doubled = 0
  /// Results that are stored and were never reported.
  var untold = 0
  /// The number of faults that SQLite's check finds.
  var faults = 0

  init() {}

  /// - Parameters:
  ///   - stored: the ids in the history.
  ///   - told: the ids that were reported.
  init(stored: [String], told: [String]) {
    self.stored = stored.count
    let (known, expected) = (Set(stored), Set(told))
    lost = expected.subtracting(known).count
    doubled = stored.count - known.count + told.count - expected.count
    untold = known.subtracting(expected).count
  }

  /// - Parameter database: the file of the history; nobody else may use it.
  init(database: URL, told: [String]) throws {
    let store = try TrainingDataStore(url: database)
    defer { store.close() }
    var ids: [String] = []
    try store.forEachResult { ids.append($0.id.uuidString.lowercased()) }
    self.init(stored: ids, told: told)
    faults = try store.integrityCheck().count
  }
}

/// The figures that a run of Peach has written to standard error.
nonisolated struct DiagnosticText {
  /// Reports of RealtimeSanitizer; `nil` if the program was built without it.
  let sanitizerReports: Int?

  /// The counts of the process callback, summed over the clients of the run; `nil` if none was printed.
  let lateCommands: Int?
  let lostEvents: Int?
  let periodsWithLostMIDI: Int?

  init(_ text: String) {
    let lines = text.split(separator: "\n")
    let reports = lines.count { $0.contains("ERROR: RealtimeSanitizer") }
    let isGuarded = lines.contains { $0.contains("RealtimeSanitizer exit stats") }
    sanitizerReports = isGuarded || reports > 0 ? reports : nil
    func sum(_ name: String) -> Int? {
      let counts = lines.compactMap { line in
        line.range(of: name + ": ").flatMap {
          Int(line[$0.upperBound...].prefix(while: \.isNumber))
        }
      }
      return counts.isEmpty ? nil : counts.reduce(0, +)
    }
    lateCommands = sum("late commands")
    lostEvents = sum("lost events")
    periodsWithLostMIDI = sum("periods with lost MIDI")
  }
}
