import Music
import Testing

@Suite("Intervals")
struct IntervalTests {
  private static let names = [
    "P1", "m2", "M2", "m3", "M3", "P4", "TT", "P5", "m6", "M6", "m7", "M7", "P8",
  ]

  @Test("each short name stands for its number of semitones", arguments: zip(names, 0...12))
  func shortNames(name: String, semitones: Int) {
    #expect(Interval(shortName: name)?.semitones == semitones)
    #expect(Interval(rawValue: semitones)?.shortName == name)
  }

  @Test("intervals are ordered by size")
  func order() {
    #expect(Interval.allCases == Interval.allCases.sorted())
    #expect(Interval.minorThird < .majorThird)
  }

  @Test("every directed interval reads back from what it writes")
  func roundTrip() {
    #expect(DirectedInterval.all.count == 25)
    #expect(Set(DirectedInterval.all).count == 25)
    for interval in DirectedInterval.all {
      #expect(DirectedInterval(interval.description) == interval)
    }
  }

  @Test(
    "a trailing minus is a descent",
    arguments: [("P5", 7), ("P5-", -7), ("m3-", -3), ("P1", 0), ("P8", 12), ("P8-", -12)])
  func directions(text: String, semitones: Int) {
    #expect(DirectedInterval(text)?.semitones == semitones)
    #expect(DirectedInterval(text)?.description == text)
  }

  @Test(
    "nothing else is an interval",
    arguments: ["", "-", "P1-", "p5", "P5--", "-P5", "P5+", " P5", "P5 ", "P9", "A4", "tt", "M4"])
  func notIntervals(text: String) {
    #expect(DirectedInterval(text) == nil)
  }

  @Test("the prime has no direction")
  func prime() {
    #expect(DirectedInterval(.prime, .down) == .prime)
    #expect(DirectedInterval(.prime, .down).direction == .up)
  }
}
