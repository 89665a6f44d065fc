import Files
import Foundation
import GRDB
import Music
import Testing
import Training

@testable import History

/// 2026-11-21 10:00:00.123 UTC.
let tenOClock = Date(timeIntervalSince1970: 1_795_255_200.123)

func makeComparison(
  id: UUID = UUID(), note: Int = 60, interval: DirectedInterval = .prime, centOffset: Cents = -12.5,
  answeredHigher: Bool = false, tuning: TuningSystem = .equalTemperament, at time: Date = tenOClock,
  context: TrialContext = TrialContext()
) -> CompletedTrial {
  CompletedTrial(
    id: id,
    comparison: Challenge(
      referenceNote: MIDINote(note), interval: interval, centOffset: centOffset),
    answeredHigher: answeredHigher, tuningSystem: tuning, timestamp: time, context: context)
}

func makePitchMatching(
  id: UUID = UUID(), note: Int = 60, interval: DirectedInterval = .prime, error: Cents = -3.2,
  tuning: TuningSystem = .equalTemperament, at time: Date = tenOClock,
  context: TrialContext = TrialContext()
) -> CompletedTrial {
  CompletedTrial(
    id: id,
    challenge: Challenge(
      referenceNote: MIDINote(note), interval: interval, centOffset: 41.7),
    userCentError: error, tuningSystem: tuning, timestamp: time, context: context)
}

func makePurity(
  id: UUID = UUID(), note: Int = 60, interval: DirectedInterval = .prime, centOffset: Cents = -12.5,
  isFirstTrue: Bool = true, answeredFirst: Bool = true,
  tuning: TuningSystem = .equalTemperament, at time: Date = tenOClock,
  context: TrialContext = TrialContext()
) -> CompletedTrial {
  CompletedTrial(
    id: id,
    purity: Challenge(
      referenceNote: MIDINote(note), interval: interval, centOffset: centOffset,
      isFirstTrue: isFirstTrue),
    answeredFirst: answeredFirst, tuningSystem: tuning, timestamp: time, context: context)
}

func makePlaying(
  id: UUID = UUID(), note: Int = 60, interval: DirectedInterval = .prime,
  played: PlayedNote = PlayedNote(
    error: -3.2, uncertainty: 0.05, drift: 1.5, vibratoRate: 5.5, vibratoExtent: 30,
    steadiness: 0.5, length: 0.75, settleTime: 0.25, level: -20, curve: [-1, 0, 1],
    octaves: -1),
  tuning: TuningSystem = .equalTemperament, at time: Date = tenOClock,
  context: TrialContext = TrialContext()
) -> CompletedTrial {
  CompletedTrial(
    id: id, challenge: Challenge(referenceNote: MIDINote(note), interval: interval),
    played: played, tuningSystem: tuning, timestamp: time, context: context)
}

/// A note that was played freely, as far from equal temperament at A 440.
func makeMapNote(
  id: UUID = UUID(), note: Int = 62, deviation: Double = 8.5, label: String? = nil,
  run: UUID? = nil, referencePitch: Double = 440, at time: Date = tenOClock
) -> CompletedTrial {
  var context = TrialContext()
  (context.label, context.run, context.referencePitch) = (label, run, referencePitch)
  return CompletedTrial(
    id: id, .map, challenge: Challenge(referenceNote: MIDINote(note), interval: .prime),
    answer: .played(
      PlayedNote(
        error: deviation, uncertainty: 0.25, drift: -1, vibratoRate: 5.5, vibratoExtent: 20,
        steadiness: 0.5, length: 0.75, settleTime: 0.125, level: -20, curve: [1, 2], octaves: 2)),
    tuningSystem: .equalTemperament, timestamp: time, context: context)
}

extension CompletedTrial {
  /// The comparison or the matching that a record was made from. The given answer is not stored: it follows from the
  /// sign of the offset and from whether the answer was right.
  init?(_ record: RecordedResult) {
    guard let tuningSystem = TuningSystem(identifier: record.tuningSystem),
      let offset = record.measures.centOffset ?? record.measures.initialCentOffset
    else { return nil }
    self.init(
      id: record.id, record.training,
      challenge: Challenge(
        referenceNote: record.referenceNote, interval: record.interval, centOffset: offset),
      answer: record.measures.userCentError.map { .pitch($0) }
        ?? .choice(record.measures.isCorrect == (offset > 0)),
      tuningSystem: tuningSystem, timestamp: record.timestamp)
  }
}

extension RecordCounts {
  init(comparisons: Int, matchings: Int, withdrawn: Int = 0) {
    self.init([.comparison: comparisons, .matching: matchings], withdrawn: withdrawn)
  }
}

extension ImportSummary {
  var comparison: TrainingCounts { self[.comparison] }
  var matching: TrainingCounts { self[.matching] }
}

extension TrainingDataStore {
  /// Every comparison that counts, for histories that fit a test.
  func allComparisons(size: Int = ResultPages.usualSize) throws -> [RecordedResult] {
    try all(.comparison, size)
  }

  func allPitchMatchings(size: Int = ResultPages.usualSize) throws -> [RecordedResult] {
    try all(.matching, size)
  }

  private func all(_ training: TrainingName, _ size: Int) throws -> [RecordedResult] {
    var pages = try pages(
      where: "training = '\(training.rawValue)' AND withdrawn IS NOT 1", size: size)
    var all: [RecordedResult] = []
    while !pages.isAtEnd { all += try nextPage(of: &pages) }
    return all
  }

  func comparisonCount() throws(DataStoreError) -> Int { try recordCounts()[.comparison] }

  func pitchMatchingCount() throws(DataStoreError) -> Int { try recordCounts()[.matching] }

  func pragma(_ name: String) throws -> String? {
    try read { try String.fetchOne($0, sql: "PRAGMA \(name)") }
  }
}

/// A connection of another program, or of another Peach.
func makeConnection(_ url: URL) throws -> DatabaseQueue { try DatabaseQueue(path: url.path) }

/// The fault with which a store refuses to open.
@MainActor
func openingFault(_ url: URL) -> DataStoreFault? {
  do {
    _ = try TrainingDataStore(url: url, busyTimeout: 0.01)
    return nil
  } catch {
    guard case .contextUnavailable(let fault) = error else {
      Issue.record("not an opening error: \(error)")
      return nil
    }
    return fault
  }
}

extension TrainingDataStore {
  /// Runs a statement as no method of the store would.
  func execute(_ sql: String) throws { try queue.write { try $0.execute(sql: sql) } }

  func integers(_ sql: String) throws -> [Int] { try read { try Int.fetchAll($0, sql: sql) } }

  func strings(_ sql: String, column: String) throws -> [String?] {
    try read { try Row.fetchAll($0, sql: sql).map { $0[column] } }
  }

  /// Cancels the task that comes to a statement which begins so.
  func cancelTask(before statement: String) {
    queue.inDatabase { database in
      database.trace { event in
        guard "\(event)".hasPrefix(statement) else { return }
        withUnsafeCurrentTask { @Sendable task in task?.cancel() }
      }
    }
  }
}

/// A directory of one test, gone with it.
final class TemporaryDirectory: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("peach-history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var database: URL { url.appendingPathComponent("training.sqlite") }

  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? []
  }
}

extension TemporaryDirectory {
  /// Where results wait; all places lie within.
  var recoveryPlaces: RecoveryPaths {
    RecoveryPaths(
      database: database,
      environment: [
        "XDG_STATE_HOME": url.appendingPathComponent("state").path,
        "TMPDIR": url.appendingPathComponent("tmp").path,
      ])
  }

  /// What SQLite keeps beside the database while it writes.
  var journal: URL { url.appendingPathComponent("training.sqlite-journal") }
}

extension URL {
  var isThere: Bool { FileStatus(path) != nil }
}

extension HistoryRecorder {
  /// Stores a result and returns when that is over.
  func store(_ result: CompletedTrial) async {
    await withCheckedContinuation { continuation in
      receive(result) { continuation.resume() }
    }
  }

  func takeBack(_ result: CompletedTrial) async -> Bool {
    await withCheckedContinuation { continuation in
      withdraw(result) { continuation.resume(returning: $0) }
    }
  }

  func flushed() async {
    await withCheckedContinuation { continuation in flush { continuation.resume() } }
  }

  /// Returns when everything that was asked for has been done.
  func settle() async {
    await withCheckedContinuation { continuation in
      read { _ in
      } then: {
        continuation.resume()
      }
    }
  }
}

extension TrainingDataStore {
  /// Makes a backup as ``HistoryBackup`` does, without a task that can be cancelled.
  @discardableResult
  func backUp(to url: URL, overwriting: Bool = false) throws(BackupError) -> RecordCounts {
    try DatabaseBackup(source: queue, sourcePath: path).write(to: url, overwriting: overwriting)
  }
}
