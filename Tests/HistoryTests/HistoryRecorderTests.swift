import Foundation
import Testing
import Training

@testable import History

@MainActor
@Suite("The recorder stores results and survives failures")
struct HistoryRecorderTests {
  /// What the recorder reported.
  @MainActor
  final class Failures {
    private(set) var errors: [DataStoreError] = []
    private(set) var ids: [UUID] = []

    func report(_ error: DataStoreError, _ id: UUID) {
      errors.append(error)
      ids.append(id)
    }
  }

  let store: TrainingDataStore
  let failures = Failures()
  let recorder: HistoryRecorder

  init() throws {
    store = try .inMemory()
    let failures = failures
    recorder = HistoryRecorder(store: store) { failures.report($0, $1) }
  }

  @Test("results of both trainings are stored")
  func stores() throws {
    let comparison = makeComparison()
    let matching = makePitchMatching()
    recorder.comparisonCompleted(comparison)
    recorder.pitchMatchingCompleted(matching)
    #expect(recorder.isStored(comparison.id))
    #expect(recorder.isStored(matching.id))
    #expect(try store.allComparisons().map(\.id) == [comparison.id])
    #expect(try store.allPitchMatchings().map(\.id) == [matching.id])
    #expect(failures.errors.isEmpty)
    #expect(recorder.unstored.isEmpty)
  }

  @Test("a result that never came in is not stored")
  func unknown() {
    #expect(!recorder.isStored(UUID()))
  }

  @Test("a failure is reported once, with the id of the result, and the next result is stored")
  func failure() throws {
    let lost = makeComparison()
    try store.execute("PRAGMA query_only = ON")
    recorder.comparisonCompleted(lost)
    #expect(failures.errors == [.saveFailed(.readOnly)])
    #expect(failures.ids == [lost.id])
    #expect(!recorder.isStored(lost.id))
    #expect(recorder.unstored == [lost.id])

    try store.queue.inDatabase { try $0.execute(sql: "PRAGMA query_only = OFF") }
    let next = makePitchMatching()
    recorder.pitchMatchingCompleted(next)
    #expect(recorder.isStored(next.id))
    #expect(failures.ids == [lost.id])
  }

  @Test("a closed store loses the results, not the training")
  func closed() {
    store.close()
    let matching = makePitchMatching()
    recorder.pitchMatchingCompleted(matching)
    #expect(failures.errors == [.contextUnavailable(.closed)])
    #expect(recorder.unstored == [matching.id])
  }
}
