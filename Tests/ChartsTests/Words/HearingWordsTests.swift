import Foundation
import Language
import Music
import TestSupport
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
        Your perfect fifth is 6 cents wide (3 to 9); \
        you get differences of 5.7 cents right (3.4 to 9.2).
        """)
    #expect(
      HearingWords.interval(part(up, .narrow(6), shift: (-6, -9, -3)))
        .hasPrefix("Your perfect fifth is 6 cents narrow (3 to 9); "))
    #expect(
      HearingWords.interval(part(up, .none, shift: (1, -3, 5))).hasPrefix(
        "Your perfect fifth is neither clearly wide nor clearly narrow; you get differences of "))
  }

  @Test("a descending interval is named so, and is wide if it sounds true lower")
  func descending() throws {
    let down = try #require(DirectedInterval("P5-"))
    #expect(
      HearingWords.interval(part(down, .wide(6), shift: (-6, -9, -3)))
        .hasPrefix("Your perfect fifth down is 6 cents wide (3 to 9); "))
  }

  @Test("without a threshold an interval has its shift, and why there is none")
  func early() {
    #expect(
      HearingWords.interval(part(up, state: .early, answers: 60, .wide(6), shift: (6, 3, 9)))
        == """
        Your perfect fifth is 6 cents wide (3 to 9). \
        It is too early to say which differences you get right.
        """)
    #expect(
      HearingWords.interval(part(up, state: .early, answers: 12, .none, shift: (1, -3, 5)))
        == """
        perfect fifth: It is too early to say: there are 12 comparisons, and it takes about 10 more.
        """)
    #expect(
      HearingWords.interval(part(up, state: .guesses, .none, shift: (0, -9, 9)))
        == "perfect fifth: These answers look like guesses.")
    #expect(
      HearingWords.interval(part(up, state: .beyond, .wide(40), shift: (40, 20, 60)))
        == "Your perfect fifth is 40 cents wide (20 to 60). \(HearingWords.beyond)")
  }

  @Test("nothing is said of a trend before there are enough answers and days")
  func trend() {
    #expect(
      HearingWords.trend(.tooEarly)
        == "It is too early for a trend: that takes at least 200 answers on 5 days.")
  }

  /// A trend over 30 days, from 12 October 2026 on, by a change in a month.
  private func trend(
    monthly change: Double, error: Double, from first: Int = 9415, level: Cents? = nil
  ) -> ThresholdTrend {
    let days = stride(from: 0, through: 30, by: 6).map { day in
      ThresholdTrend.Day(day: Double(first + day), answers: 40, departure: 0, weight: 1)
    }
    return ThresholdTrend(
      days: days, firstDay: first, level: level, slope: log(1 + change) / 30, error: error,
      probability: 0.001)
  }

  @Test("in German, an abbreviated month does not end a sentence")
  func germanMonth() {
    let words = MessageCatalogue.$messages.withValue(GermanMessages.table) {
      [
        HearingWords.trend(.coarser(trend(monthly: 6, error: 0.02))),
        HearingWords.trend(.finer(trend(monthly: -0.6, error: 0.012))),
      ]
    }
    #expect(
      words == [
        "Seit 12. Okt. um mindestens 90 % schlechter.", "Seit 12. Okt. um mindestens 10 % besser.",
      ])
  }

  @Test("a clear change is told with its size since the first day and its interval")
  func change() {
    #expect(
      HearingWords.trend(.finer(trend(monthly: -0.31, error: 0.0038)))
        == "Better by 31 % since 12 Oct (90 %: 12–46).")
    #expect(
      HearingWords.trend(.coarser(trend(monthly: 0.5, error: 0.001)))
        == "Worse by 50 % since 12 Oct (90 %: 41–60).")
    let long = HearingWords.trend(.finer(trend(monthly: -0.31, error: 0.001, from: 9490)))
    #expect(long.hasPrefix("Better by 31 % since 26 Dec 2026 (90 %: "), "\(long)")
  }

  @Test("of one threshold the change has the figures of the first day and of now")
  func changeOfLevel() {
    #expect(
      HearingWords.trend(.finer(trend(monthly: -0.31, error: 0.0038, level: 11)))
        == "From about 16 to 11 cents since 12 Oct (90 %: 12–46 % better).")
    #expect(
      HearingWords.trend(.coarser(trend(monthly: 0.5, error: 0.001, level: 2.4)))
        == "From about 1.6 to 2.4 cents since 12 Oct (90 %: 41–60 % worse).")
  }

  @Test("a register that is coarser stands with both figures")
  func registers() {
    #expect(CentsText.about(21.3, 11.2) == ("21", "11"))
    #expect(CentsText.about(5.4, 4.9) == ("5.4", "4.9"), "they differ")
    #expect(CentsText.about(2.44, 8) == ("2.4", "8.0"))
  }

  @Test("of a clear change of which nobody knows how large it is, the part that is sure is told")
  func changeWithoutSize() {
    #expect(
      HearingWords.trend(.coarser(trend(monthly: 6, error: 0.02)))
        == "Worse by at least 90 % since 12 Oct.")
    #expect(
      HearingWords.trend(.finer(trend(monthly: -0.6, error: 0.012)))
        == "Better by at least 10 % since 12 Oct.")
    #expect(
      HearingWords.trend(.finer(trend(monthly: -0.6, error: 0.004))).hasPrefix("Better by 60 %"))
  }

  @Test("lapses are told if they are sure")
  func lapses() {
    #expect(HearingWords.lapses(nil).isEmpty)
    #expect(HearingWords.lapses(8) == ["You miss about one in 8 easy questions."])
  }

  private func fit(_ bias: (Double, Double, Double)) -> MatchingFit {
    func estimate(_ value: Double, _ low: Double, _ high: Double) -> CentsEstimate {
      CentsEstimate(value: Cents(value), low: Cents(low), high: Cents(high))
    }
    return MatchingFit(
      count: 120, bias: estimate(bias.0, bias.1, bias.2), pull: estimate(0, -1, 1),
      spread: estimate(6.4, 5.5, 7.5), errorOfBias: 1, errorOfPull: 1)
  }

  @Test("matching in a line: flat or sharp, with its interval, spread and number")
  func matchingLine() {
    #expect(
      HearingWords.matchingLine(fit((-2.1, -3.4, -0.8)), of: 120)
        == "2.1 flat on average (0.8–3.4), spread 6.4, 120 notes.")
    #expect(
      HearingWords.matchingLine(fit((2.1, 0.8, 3.4)), of: 120)
        == "2.1 sharp on average (0.8–3.4), spread 6.4, 120 notes.")
    #expect(
      HearingWords.matchingLine(fit((-0.5, -1.8, 0.9)), of: 120)
        == "0.5 flat on average (1.8 flat to 0.9 sharp), spread 6.4, 120 notes.")
    #expect(
      HearingWords.matchingLine(fit((-0.04, -1.8, 1.7)), of: 120)
        == "neither flat nor sharp on average (1.8 flat to 1.7 sharp), spread 6.4, 120 notes.")
    #expect(
      HearingWords.matchingLine(fit((2.1, 0.8, 3.4)), of: 210)
        == "2.1 sharp on average (0.8–3.4), spread 6.4, the last 120 of 210 notes.")
    #expect(HearingWords.matchingBrief(fit((-2.1, -3.4, -0.8))) == "2.1 flat, spread 6.4")
    #expect(HearingWords.matchingShort(fit((-2.1, -3.4, -0.8))) == "2.1 flat, 6.4")
    #expect(HearingWords.matchingShort(fit((-0.04, -1.8, 1.7))) == "in tune, 6.4")
  }

  @Test("matching has bias, spread and whether the start matters")
  func matching() {
    var hearing = MatchingHearing()
    func add(_ error: Double, start: Double) {
      hearing.add(
        PitchAnswer(
          .matching,
          note: MIDINote(60), interval: .prime, centError: Cents(error),
          initialCentOffset: Cents(start), date: Date(timeIntervalSince1970: 0),
          presentation: nil))
    }
    add(1, start: 0)
    #expect(
      HearingWords.matching(MatchingVerdicts(hearing))
        == ["It is too early to say: there is 1 tuned note, and 20 are needed."])
    for number in 0..<100 {
      let start = Double(number * 37 % 200 - 100)
      add(3 + 0.2 * start + Double(number % 5 - 2), start: start)
    }
    let sentences = HearingWords.matching(MatchingVerdicts(hearing))
    #expect(sentences.count == 4)
    #expect(sentences[0].hasPrefix("Notes end +"))
    #expect(sentences[2].hasPrefix("Notes are pulled towards where they started: by "))
  }
}

@Suite("Estimates as text")
struct EstimateTextTests {
  private func cells(
    _ value: Double, _ low: Double, _ high: Double, isSigned: Bool = false
  ) -> [String] {
    EstimateText(
      CentsEstimate(value: Cents(value), low: Cents(low), high: Cents(high)), isSigned: isSigned
    ).cells
  }

  @Test("an estimate has as many decimals as its interval bears")
  func decimals() {
    #expect(cells(5.7, 3.4, 9.2) == ["5.7", "3.4", "9.2"])
    #expect(cells(6, 3, 9) == ["6", "3", "9"])
    #expect(cells(12.8, 9.12, 18.34) == ["13", "9", "18"])
    #expect(cells(0.421, 0.3, 0.612) == ["0.42", "0.30", "0.61"])
    #expect(cells(15, 0.93, 241.3) == ["15", "1", "241"])
  }

  @Test("a threshold has one decimal at least, so that a change can be seen")
  func threshold() {
    func text(_ value: Double, _ low: Double, _ high: Double) -> String {
      EstimateText(
        threshold: CentsEstimate(value: Cents(value), low: Cents(low), high: Cents(high))
      ).all
    }
    #expect(text(12.8, 9.12, 18.34) == "12.8 (9–18)")
    #expect(text(11.2, 8, 15) == "11.2 (8–15)")
    #expect(text(5.7, 3.4, 9.2) == "5.7 (3.4–9.2)")
    #expect(text(0.421, 0.3, 0.612) == "0.42 (0.30–0.61)")
  }

  @Test("however narrow or wide the interval is, there are two decimals at most")
  func limits() {
    #expect(cells(2, 1.9999, 2.0001) == ["2.00", "2.00", "2.00"])
    #expect(cells(2, 2, 2) == ["2", "2", "2"])
    #expect(cells(2, 0, .infinity)[0] == "2")
  }

  @Test("a sign where it is wanted, and none before a zero")
  func signs() {
    #expect(cells(2.1, 0.8, 3.4, isSigned: true) == ["+2.1", "+0.8", "+3.4"])
    #expect(cells(-0.2, -6, 6, isSigned: true) == ["0", "-6", "+6"])
    #expect(cells(-3, -6, 0) == ["-3", "-6", "0"])
  }
}
