import Foundation
import Testing
import Training

@testable import History

@MainActor
@Suite("Times keep their milliseconds")
struct TimestampTests {
  @Test("every millisecond of a second comes back from the record")
  func milliseconds() throws {
    let second = 1_795_255_200_000
    for milliseconds in second..<(second + 1000) {
      let completed = makeComparison(
        at: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
      let record = ComparisonRecord(completed)
      #expect(record.timestamp.millisecondsSince1970 == Int64(milliseconds))
      #expect(CompletedComparison(record)?.timestamp == completed.timestamp)
    }
  }

  @Test("a time is stored as whole milliseconds since 1970")
  func stored() throws {
    let store = try TrainingDataStore.inMemory()
    try store.save(makeComparison())
    #expect(try store.integers("SELECT timestamp FROM comparisonRecord") == [1_795_255_200_123])
    #expect(try store.allComparisons().first?.timestamp == tenOClock)
  }

  @Test("a date beyond all numbers is no time to store")
  func beyond() {
    #expect(Date(timeIntervalSince1970: .infinity).millisecondsSince1970 == .max)
    #expect(Date(timeIntervalSince1970: .nan).millisecondsSince1970 == .max)
  }
}
