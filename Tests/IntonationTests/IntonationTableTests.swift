import Foundation
import Testing

@testable import Intonation

@Suite("What is known of a preset's keys")
struct IntonationTableTests {
  private func entry(
    _ key: Int, _ verdict: ToneVerdict = .steady, deviation: Double?, level: Double?
  ) -> KeyIntonation {
    var tone = ToneMeasurement(verdict)
    tone.deviation = deviation
    tone.uncertainty = deviation.map { _ in 0.1 }
    tone.level = level
    return KeyIntonation(key: key, tone: tone)
  }

  @Test("a key is corrected by what was measured, one without a pitch not at all")
  func deviations() {
    let table = IntonationTable([
      entry(60, deviation: 3.5, level: -20), entry(61, .unpitched, deviation: nil, level: -20),
    ])
    #expect(table.deviation(ofKey: 60) == 3.5)
    #expect(table.deviation(ofKey: 61) == 0)
    #expect(table.deviation(ofKey: 62) == 0)
  }

  @Test("a deviation or a level that is no number corrects nothing")
  func noNumbers() {
    let table = IntonationTable([
      entry(60, deviation: .nan, level: .nan), entry(61, deviation: .infinity, level: -.infinity),
      entry(62, deviation: 1, level: -20),
    ])
    #expect(table.medianLevel == -20)
    for key in [60, 61] {
      #expect(table.deviation(ofKey: key) == 0)
      #expect(table.gain(ofKey: key) == 0)
    }
    #expect(table.deviation(ofKey: 62) == 1)
  }

  @Test("levels are brought to the median, within six decibels")
  func gains() {
    let table = IntonationTable([
      entry(60, deviation: 0, level: -20), entry(61, deviation: 0, level: -23),
      entry(62, deviation: 0, level: -40), entry(63, deviation: 0, level: -5),
      entry(64, deviation: 0, level: -20), entry(65, .silent, deviation: nil, level: nil),
    ])
    #expect(table.medianLevel == -20)
    #expect(table.gain(ofKey: 60) == 0)
    #expect(table.gain(ofKey: 61) == 3)
    #expect(table.gain(ofKey: 62) == 6)
    #expect(table.gain(ofKey: 63) == -6)
    #expect(table.gain(ofKey: 65) == 0)
  }

  @Test("it comes back from its file as it was")
  func coding() throws {
    let table = IntonationTable([
      entry(60, deviation: 3.25, level: -20), entry(61, .silent, deviation: nil, level: nil),
    ])
    let again = try JSONDecoder().decode(
      IntonationTable.self, from: try JSONEncoder().encode(table))
    #expect(again == table)
    #expect(again.deviation(ofKey: 60) == 3.25)
  }

  @Test("what no measurement gives is refused", arguments: [(200, 0.0), (60, 1e9)])
  func implausible(key: Int, deviation: Double) throws {
    let data = try JSONEncoder().encode(
      IntonationTable([entry(key, deviation: deviation, level: -20)]))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IntonationTable.self, from: data)
    }
  }
}
