import Foundation
import Testing

@testable import Intonation

@Suite("What is known of a preset's keys")
struct IntonationTableTests {
  private func entry(
    _ key: Int, _ verdict: ToneVerdict = .steady, deviation: Double?, level: Double?,
    peak: Double = -40
  ) -> KeyIntonation {
    var tone = ToneMeasurement(verdict)
    tone.deviation = deviation
    tone.uncertainty = deviation.map { _ in 0.1 }
    tone.level = level
    tone.peak = level.map { _ in peak }
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
    for key in [60, 61] {
      #expect(table.deviation(ofKey: key) == 0)
      #expect(table.gain(ofKey: key) == 0)
    }
    #expect(table.deviation(ofKey: 62) == 1)
  }

  @Test("levels are brought to that of all sounds, by 18 dB more at most")
  func gains() {
    let common = IntonationTable.commonLevel
    let table = IntonationTable([
      entry(60, deviation: 0, level: common), entry(61, deviation: 0, level: common - 11),
      entry(62, deviation: 0, level: common - 30), entry(63, deviation: 0, level: common + 14),
      entry(65, .silent, deviation: nil, level: nil),
    ])
    #expect(table.gain(ofKey: 60) == 0)
    #expect(abs(table.gain(ofKey: 61) - 11) < 1e-9)
    #expect(table.gain(ofKey: 62) == 18)
    #expect(abs(table.gain(ofKey: 63) + 14) < 1e-9)
    #expect(table.gain(ofKey: 65) == 0)
  }

  @Test("no peak is raised above -3 dB of full scale, nor into what is to be added")
  func peaks() {
    let table = IntonationTable([
      entry(60, deviation: 0, level: IntonationTable.commonLevel - 15, peak: -12)
    ])
    #expect(table.gain(ofKey: 60) == 9)
    #expect(table.gain(ofKey: 60, headroom: 5) == 4)
  }

  @Test("the highest peak is that of a key that sounds, and a number")
  func measuredPeak() {
    let table = IntonationTable([
      entry(60, deviation: 0, level: -20, peak: -12), entry(61, deviation: 0, level: -20, peak: -2),
      entry(62, deviation: 0, level: -20, peak: .infinity),
      entry(63, .silent, deviation: nil, level: nil),
    ])
    #expect(table.measuredPeak == -2)
    #expect(IntonationTable([]).measuredPeak == nil)
  }

  @Test("a simple wave is raised no further below the lowest key of a piano")
  func simpleWaves() {
    let table = IntonationTable.simpleWaves
    #expect(table.gain(ofKey: 16) == table.gain(ofKey: 21))
    #expect(table.gain(ofKey: 21) > table.gain(ofKey: 22))
    #expect((0...127).allSatisfy { table.gain(ofKey: $0) < 9.5 })
  }

  @Test("no simple wave is raised above the highest sample with which chords are reckoned")
  func highestWave() {
    let table = IntonationTable.simpleWaves
    for key in 0...127 {
      #expect(table.gain(ofKey: key) + BuiltInLevels.simpleWavePeak <= BuiltInLevels.highestPeak)
    }
  }

  @Test("a key that was not measured lies between its neighbours, beyond the last one it is alike")
  func between() {
    let common = IntonationTable.commonLevel
    let table = IntonationTable([
      entry(48, deviation: nil, level: common - 10), entry(52, deviation: nil, level: common - 6),
    ])
    #expect(abs(table.gain(ofKey: 49) - 9) < 1e-9)
    #expect(abs(table.gain(ofKey: 30) - 10) < 1e-9)
    #expect(abs(table.gain(ofKey: 80) - 6) < 1e-9)
    #expect(IntonationTable([]).gain(ofKey: 60) == 0)
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
