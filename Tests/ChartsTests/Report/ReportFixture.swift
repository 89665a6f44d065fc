import Foundation
import Music
import TestSupport
import Training

@testable import Charts

/// What a report is made of, to be filled by a test.
final class ReportFixture {
  private(set) var hearing: HearingModel

  /// The first moment of 1 November 2026.
  static let start = Date(timeIntervalSince1970: 1_793_491_200)

  init() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    hearing = HearingModel(calendar: calendar)
  }

  func compare(
    _ note: Int, _ offset: Double, _ isCorrect: Bool, _ interval: DirectedInterval = .prime,
    day: Int = 0
  ) {
    let date = Self.start.addingTimeInterval(Double(day) * 86_400)
    hearing.addComparison(
      note: MIDINote(note), centOffset: Cents(offset), isCorrect: isCorrect, interval: interval,
      date: date)
  }

  /// Comparisons of unisons on one note, 50 a day, by a listener with a threshold of 10 cents.
  ///
  /// - Parameter presentation: whether the notes sound together.
  func compareOften(_ note: Int, count: Int = 1200, _ presentation: Presentation = .melodic) {
    var random = SeededGenerator(seed: 2)
    var context = TrialContext()
    context.presentation = presentation
    for number in 0..<count {
      let offset = exp(Double.random(in: 1...4, using: &random))
      let isCorrect = Double.random(in: 0..<1, using: &random) < 1 - exp2(-offset / 10) / 2
      hearing.add(
        ChoiceAnswer(
          .comparison,
          note: MIDINote(note), interval: .prime, centOffset: Cents(offset), isCorrect: isCorrect,
          date: Self.start.addingTimeInterval(Double(number / 50) * 86_400), context: context))
    }
  }

  /// Answers to which of two was in tune, 50 a day, by a listener with a threshold of 10 cents.
  func judgeOften(_ interval: DirectedInterval, count: Int = 1200) {
    var random = SeededGenerator(seed: 3)
    for number in 0..<count {
      let offset = exp(Double.random(in: 1...4, using: &random))
      let isCorrect = Double.random(in: 0..<1, using: &random) < 1 - exp2(-offset / 10) / 2
      hearing.add(
        ChoiceAnswer(
          .purity,
          note: MIDINote(60), interval: interval, centOffset: Cents(offset), isCorrect: isCorrect,
          date: Self.start.addingTimeInterval(Double(number / 50) * 86_400)))
    }
  }

  /// - Parameter presentation: whether the notes sound together.
  func match(
    _ error: Double, _ interval: DirectedInterval = .prime, start: Double = 0, day: Int = 0,
    _ presentation: Presentation = .melodic
  ) {
    let date = Self.start.addingTimeInterval(Double(day) * 86_400)
    hearing.add(
      PitchAnswer(
        .matching,
        note: MIDINote(60), interval: interval, centError: Cents(error),
        initialCentOffset: Cents(start), date: date, presentation: presentation))
  }

  /// A note that was played so far from the target.
  func play(_ target: Int, _ error: Double, _ interval: DirectedInterval = .prime) {
    hearing.add(
      PitchAnswer(
        target: MIDINote(target), interval: interval, centError: Cents(error), date: Self.start,
        presentation: .melodic))
  }

  /// Both kinds of both trainings, on some days, from a listener with a threshold of 10 cents.
  func train(days: Int = 10, from first: Int = 0) {
    var random = SeededGenerator(seed: 1)
    for day in first..<first + days {
      for number in 0..<60 {
        let interval = number.isMultiple(of: 3) ? DirectedInterval(.perfectFifth) : .prime
        let offset = exp(Double.random(in: 0...4.5, using: &random))
        let isRight = Double.random(in: 0..<1, using: &random) < (offset > 10 ? 0.95 : 0.6)
        compare(48 + number % 24, offset, isRight, interval, day: day)
        match(
          Double.random(in: -9...12, using: &random), interval,
          start: Double(number * 37 % 200 - 100),
          day: day)
      }
    }
  }

  func snapshot(source: String = "training.sqlite") -> ReportSnapshot {
    guard let range = NoteRange(lowest: 48, highest: 72) else { preconditionFailure() }
    return ReportSnapshot(
      hearing, noteRange: range, source: source, date: Self.start, version: "1.2.3", timeZone: .gmt)
  }
}
