import Foundation
import Music
import Testing
import Training

@testable import History

@Suite("Records from elsewhere are checked as the database would")
struct RecordTests {
  private func record(
    note: Int = 60, interval: DirectedInterval = .prime, tuning: String = "equal",
    at time: Date = tenOClock, offset: Double = 1
  ) -> RecordedResult? {
    RecordedResult(
      comparison: UUID(), referenceNote: MIDINote(note), interval: interval, tuningSystem: tuning,
      timestamp: time, centOffset: Cents(offset), isCorrect: true)
  }

  @Test("a sound record stands")
  func sound() throws {
    #expect(record(interval: DirectedInterval(.octave, .down))?.targetNote == MIDINote(48))
    #expect(record(tuning: "scala:bohlen-p")?.tuningSystem == "scala:bohlen-p")
    #expect(record(offset: -1200)?.measures.centOffset == -1200)
  }

  @Test("what the database would refuse is no record")
  func unsound() throws {
    #expect(record(note: 127, interval: DirectedInterval(.octave)) == nil)
    #expect(record(tuning: "") == nil)
    #expect(record(at: Date(timeIntervalSince1970: -1)) == nil)
    #expect(record(at: .distantFuture.addingTimeInterval(1e12)) == nil)
    #expect(record(offset: .nan) == nil)
    #expect(record(offset: 1200.1) == nil)
    #expect(Cents(columnValue: (-Double.infinity).databaseValue) == nil)
  }

  @Test("a time is taken to whole milliseconds")
  func time() {
    let fine = Date(timeIntervalSince1970: 1_795_255_200.123_4)
    #expect(record(at: fine)?.timestamp == tenOClock)
  }
}

@Suite("Ids as they are stored")
struct StoredIDTests {
  @Test("an id is read as Foundation reads it")
  func sameAsFoundation() {
    for _ in 0..<100 {
      let id = UUID()
      #expect(UUID(columnValue: id.uuidString.lowercased().databaseValue) == id)
    }
  }

  @Test("an id is written as Foundation writes it, in small letters")
  func writtenAsFoundation() {
    for _ in 0..<100 {
      let id = UUID()
      #expect(id.storedText == id.uuidString.lowercased())
    }
  }

  @Test(
    "what is no id is refused",
    arguments: [
      "", "6f9619ff-8b86-d011-b42d-00c04fc964f", "6f9619ff-8b86-d011-b42d-00c04fc964ff0",
      "6f9619ff08b86-d011-b42d-00c04fc964ff", "6f9619ff-8b86-d011-b42d-00c04fc964fg",
      "6F9619FF-8B86-D011-B42D-00C04FC964FF",
    ])
  func refused(text: String) { #expect(UUID(columnValue: text.databaseValue) == nil) }
}

@MainActor
@Suite("Times keep their milliseconds")
struct TimestampTests {
  @Test("every millisecond of a second comes back from the record")
  func milliseconds() throws {
    let second = 1_795_255_200_000
    for milliseconds in second..<(second + 1000) {
      let completed = makeComparison(
        at: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
      let record = RecordedResult(completed)
      #expect(record.timestamp.millisecondsSince1970 == Int64(milliseconds))
      #expect(CompletedTrial(record)?.timestamp == completed.timestamp)
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
    #expect(Date(timeIntervalSince1970: -.infinity).millisecondsSince1970 == .min)
  }

  @Test("a result that came in while the clock was wrong is stored with the nearest time there is")
  func wrongClock() throws {
    let store = try TrainingDataStore.inMemory()
    try store.save(makeComparison(at: Date(timeIntervalSince1970: -1)))
    try store.save(makeComparison(at: Date(timeIntervalSince1970: 1e12)))
    #expect(try store.integers("SELECT timestamp FROM result") == [0, 253_402_300_799_999])
  }
}
