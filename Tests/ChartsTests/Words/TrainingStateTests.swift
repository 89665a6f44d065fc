import Console
import Foundation
import Language
import Music
import Testing
import Training

@testable import Charts

@Suite("The state of a training in one line")
@MainActor
struct TrainingStateTests {
  private let fifth = DirectedInterval(.perfectFifth)
  private let thirdDown = DirectedInterval(.majorThird, .down)

  /// What a listener of that threshold answers to differences around it, fifty times a day.
  private func hearing(
    _ count: Int, threshold: Double = 12, of intervals: [DirectedInterval] = [.prime]
  ) -> HearingModel {
    var hearing = HearingModel()
    var random = SeededGenerator(seed: 4)
    for index in 0..<count {
      let size = threshold * exp(Double.random(in: -1.2...1.6, using: &random))
      let offset = Bool.random(using: &random) ? size : -size
      let saysHigher =
        Double.random(in: 0..<1, using: &random)
        < 0.5 * erfc(-0.674_489_75 * offset / threshold / 2.0.squareRoot())
      hearing.addComparison(
        note: MIDINote(55 + index % 12), centOffset: Cents(offset),
        isCorrect: saysHigher == (offset > 0), interval: intervals[index % intervals.count],
        date: Date(timeIntervalSince1970: Double(index / 50) * 86_400))
    }
    return hearing
  }

  private func tuned(_ errors: [Double]) -> MatchingVerdicts {
    var hearing = HearingModel()
    for (index, error) in errors.enumerated() {
      hearing.add(
        PitchAnswer(
          .matching,
          note: MIDINote(60), interval: .prime, centError: Cents(error),
          initialCentOffset: Cents(Double(index * 37 % 200) - 100),
          date: Date(timeIntervalSince1970: 0), presentation: nil))
    }
    return MatchingVerdicts(hearing.matchings.unison.melodic)
  }

  private func unison(_ hearing: HearingModel, _ glyphs: Glyphs = .unicode) -> TrainingState {
    TrainingState(UnisonVerdicts(hearing.unison.melodic), glyphs)
  }

  private func intervals(
    _ hearing: HearingModel, _ chosen: [DirectedInterval]
  ) -> TrainingState {
    TrainingState(IntervalVerdicts(hearing.intervals.melodic), of: chosen, .unicode)
  }

  @Test("what nobody has answered is not trained; of few answers it says how many more it takes")
  func early() {
    #expect(unison(HearingModel()).line == "not trained yet")
    #expect(unison(HearingModel()).short == "–")
    #expect(unison(hearing(5)).line == "not known yet; about 15 more answers")
    #expect(unison(hearing(5)).short == "not known yet")
    #expect(TrainingState(tuned([]), .unicode).line == "not trained yet")
    #expect(TrainingState(tuned([3, -2]), .unicode).line == "not known yet; 18 more notes")
    #expect(
      TrainingState(tuned((1...19).map { Double($0) }), .unicode).line
        == "not known yet; 1 more note")
    let both = hearing(8, of: [fifth, thirdDown])
    #expect(intervals(both, [fifth]).line == "not known yet; about 15 more answers")
    #expect(
      intervals(both, [fifth, thirdDown]).line == "not known yet; about 30 more answers",
      "half of the answers help the other one")
  }

  @Test("before there is a figure there is a range, in all three forms")
  func first() throws {
    let states = stride(from: 20, through: 600, by: 20).lazy.map { count in
      UnisonVerdicts(hearing(count).unison.melodic)
    }
    let first = try #require(states.first { $0.level.state == .first })
    let range = first.level.range
    let state = TrainingState(first, .unicode)
    let (low, high) = (
      NumberText.short(range.lowerBound), NumberText.short(range.upperBound)
    )
    #expect(state.line == "between \(low) and \(high) cents so far" && state.spoken == state.line)
    #expect(state.short == "\(low)–\(high) so far")
    #expect(first.answersToCome.map { $0.isMultiple(of: 5) } == true)
    var parts = hearing(60, of: [fifth, thirdDown])
    let told = intervals(parts, [fifth, thirdDown]).line
    #expect(told.contains(/^(fifth ↑|major third ↓): between \S+ and \S+ cents so far$/), "\(told)")
    parts = hearing(4, of: [fifth])
    #expect(intervals(parts, [fifth]).short == "not known yet")
  }

  @Test("a threshold that is known stands with its interval, the same figure in all three forms")
  func shown() throws {
    let state = unison(hearing(600))
    let match = try #require(
      state.line.wholeMatch(of: /threshold (\d+\.\d+) cents \(([\d.]+)–([\d.]+)\)/))
    #expect(state.short == "\(match.1) (\(match.2)–\(match.3))")
    #expect(state.spoken == "threshold \(match.1), \(match.2) to \(match.3)")
    // The language replaces the dash by itself without UTF-8.
    #expect(unison(hearing(600), .ascii).line.allSatisfy { $0.isASCII || $0 == "–" })
  }

  @Test("guesses are called so, and no figure is said")
  func guesses() {
    var guessed = HearingModel()
    for index in 0..<400 {
      guessed.addComparison(
        note: MIDINote(55 + index % 5), centOffset: 100, isCorrect: index.isMultiple(of: 2),
        interval: .prime, date: Date(timeIntervalSince1970: Double(index / 50) * 86_400))
    }
    #expect(unison(guessed).line == "looks like guesses")
  }

  @Test("of several intervals the best known one is said with its name; of one, without")
  func ofIntervals() {
    let both = hearing(900, of: [fifth, fifth, thirdDown])
    #expect(intervals(both, [fifth]).line.contains(/^threshold \d+\.\d+ cents/))
    #expect(intervals(both, [fifth, thirdDown]).line.hasPrefix("fifth ↑: threshold "))
    #expect(intervals(both, [fifth, thirdDown]).spoken.hasPrefix("perfect fifth up: "))
    #expect(intervals(both, [DirectedInterval(.octave)]).line == "not trained yet")
  }

  @Test("a matching says which way it errs on average, and the spread")
  func matching() {
    let flat = TrainingState(tuned((0..<100).map { -2.1 + Double($0 % 11) - 5 }), .unicode)
    #expect(flat.line.contains(/^[\d.]+ flat, spread [\d.]+$/))
    let sharp = TrainingState(tuned((0..<100).map { 2.1 + Double($0 % 11) - 5 }), .unicode)
    #expect(sharp.line.contains(/^[\d.]+ sharp, spread [\d.]+$/))
    #expect(sharp.short.contains(/^[\d.]+ sharp, [\d.]+$/))
  }

  @Test("the selected intervals stand by name, as many as fit")
  func names() {
    let many = [fifth, thirdDown, DirectedInterval(.octave), DirectedInterval(.perfectFourth)]
    #expect(IntervalName.list([fifth, thirdDown], .unicode) == "fifth ↑, major third ↓")
    #expect(IntervalName.list(many, .unicode, columns: 30) == "fifth ↑, major third ↓ +2")
    #expect(IntervalName.list(many, .unicode, columns: 5) == "fifth ↑ +3")
    #expect(IntervalName.list([fifth], .ascii) == "fifth ^")
  }
}
