import Foundation
import Music
import Testing

@testable import History

@Suite("Records from elsewhere are checked as the database would")
struct RecordTests {
  private func comparison(
    note: Int = 60, offset: Double = 10, interval: DirectedInterval = .prime,
    tuning: String = "equal", at time: Date = tenOClock
  ) -> ComparisonRecord? {
    ComparisonRecord(
      id: UUID(), referenceNote: MIDINote(note), centOffset: Cents(offset), isCorrect: true,
      interval: interval, tuningSystem: tuning, timestamp: time)
  }

  @Test("a sound record stands")
  func sound() {
    #expect(comparison(interval: DirectedInterval(.octave, .down))?.targetNote == MIDINote(48))
    #expect(comparison(tuning: "scala:bohlen-p")?.tuningSystem == "scala:bohlen-p")
  }

  @Test("what the database would refuse is no record")
  func unsound() {
    #expect(comparison(note: 127, interval: DirectedInterval(.octave)) == nil)
    #expect(comparison(offset: .nan) == nil)
    #expect(comparison(offset: 1200.1) == nil)
    #expect(comparison(tuning: "") == nil)
    #expect(comparison(at: Date(timeIntervalSince1970: -1)) == nil)
    #expect(comparison(at: .distantFuture.addingTimeInterval(1e12)) == nil)
    #expect(
      PitchMatchingRecord(
        id: UUID(), referenceNote: MIDINote(60), initialCentOffset: 0,
        userCentError: Cents(-.infinity), interval: .prime, tuningSystem: "equal",
        timestamp: tenOClock) == nil)
  }

  @Test("a time is taken to whole milliseconds")
  func time() {
    let fine = Date(timeIntervalSince1970: 1_795_255_200.123_4)
    #expect(comparison(at: fine)?.timestamp == tenOClock)
  }
}
