import Foundation
import Music
import Testing

@testable import Charts
@testable import Training

@Suite("What may be said about hearing")
struct HearingWordsTests {
  private func part(
    _ interval: DirectedInterval, state: FigureState = .shown, answers: Int = 100,
    _ verdict: IntervalVerdicts.Shift, shift: (Double, Double, Double)
  ) -> IntervalVerdicts.Part {
    IntervalVerdicts.Part(
      interval: interval,
      threshold: ThresholdVerdict(
        state: state, answers: answers,
        threshold: CentsEstimate(value: Cents(5.7), low: Cents(3.4), high: Cents(9.2))),
      shift: CentsEstimate(value: Cents(shift.0), low: Cents(shift.1), high: Cents(shift.2)),
      shiftVerdict: verdict)
  }

  private let up = DirectedInterval(.perfectFifth)

  @Test("an interval is wide or narrow, with its interval, and differences are told")
  func intervals() {
    #expect(
      HearingWords.interval(part(up, .wide(6), shift: (6, 3, 9)))
        == """
        perfect fifth up: 6.00 cents wide (3.00 to 9.00); \
        differences of 5.70 cents are told (3.40 to 9.20).
        """)
    #expect(
      HearingWords.interval(part(up, .narrow(6), shift: (-6, -9, -3)))
        .hasPrefix("perfect fifth up: 6.00 cents narrow (3.00 to 9.00); "))
    #expect(
      HearingWords.interval(part(up, .none, shift: (1, -3, 5)))
        .hasPrefix("perfect fifth up: no clear shift; differences of "))
  }

  @Test("a descending interval that sounds true lower is wide")
  func descending() throws {
    let down = try #require(DirectedInterval("P5-"))
    #expect(
      HearingWords.interval(part(down, .wide(6), shift: (-6, -9, -3)))
        .hasPrefix("perfect fifth down: 6.00 cents wide (3.00 to 9.00); "))
  }

  @Test("without a threshold an interval has its shift, and why there is none")
  func early() {
    #expect(
      HearingWords.interval(part(up, state: .early, answers: 60, .wide(6), shift: (6, 3, 9)))
        == """
        perfect fifth up: 6.00 cents wide (3.00 to 9.00). \
        It is too early to say: there are 60 comparisons.
        """)
    #expect(
      HearingWords.interval(part(up, state: .guesses, .none, shift: (0, -9, 9)))
        == "perfect fifth up: These answers look like guesses.")
    #expect(
      HearingWords.interval(part(up, state: .beyond, .none, shift: (0, -9, 9))).hasSuffix(
        HearingWords.beyond))
  }

  @Test("nothing is said of a trend before there are enough answers and days")
  func trend() {
    #expect(
      HearingWords.trend(.tooEarly)
        == "It is too early for a trend: it takes 200 comparisons on 5 days.")
  }

  @Test("lapses are told if they are sure")
  func lapses() {
    #expect(HearingWords.lapses(nil).isEmpty)
    #expect(HearingWords.lapses(8) == ["About one in 8 easy ones is missed."])
  }

  @Test("matching has bias, spread and whether the start matters")
  func matching() {
    var hearing = MatchingHearing()
    func add(_ error: Double, start: Double) {
      hearing.add(
        MatchingAnswer(
          note: MIDINote(60), interval: .prime, centError: Cents(error),
          initialCentOffset: Cents(start), date: Date(timeIntervalSince1970: 0),
          presentation: nil))
    }
    add(1, start: 0)
    #expect(
      HearingWords.matching(MatchingVerdicts(hearing))
        == ["It is too early to say: there is 1 tuned note, and it takes 20."])
    for number in 0..<100 {
      let start = Double(number * 37 % 200 - 100)
      add(3 + 0.2 * start + Double(number % 5 - 2), start: start)
    }
    let sentences = HearingWords.matching(MatchingVerdicts(hearing))
    #expect(sentences.count == 3)
    #expect(sentences[0].hasPrefix("Notes end +"))
    #expect(sentences[2].hasPrefix("Notes are pulled towards where they started: by "))
  }
}
