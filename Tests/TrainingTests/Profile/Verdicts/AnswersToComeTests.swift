import Foundation
import Music
import Testing

@testable import Training

/// "About N more answers" against what it takes: the median of simulated listeners, since chance alone makes one of them
/// need half as many and another twice as many.
@Suite("About how many more answers")
struct AnswersToComeTests {
  private struct Forecast {
    let answers: Int
    let state: FigureState
    let predicted: Int?
    let actual: Int
  }

  private static let places = [0, 10, 20, 30, 40, 60]

  /// Listeners with these thresholds, trained 40 times a day until their threshold is shown.
  ///
  /// - Parameter train: the verdict on the answers so far and the prediction; then one more answer.
  private func forecasts(
    _ makeTraining: (SimulatedSubject, inout RandomSource) -> (
      _ place: Int, _ random: inout RandomSource
    ) -> (state: FigureState, more: Int?)
  ) -> [Forecast] {
    var forecasts: [Forecast] = []
    for threshold in [3.0, 5, 8, 12, 20] {
      for seed in 0..<12 {
        var population = SubjectPopulation(threshold: threshold)
        (population.lapseRate, population.noteDeviation) = (0.02, 0.2)
        var random = RandomSource(SeededGenerator(seed: UInt64(seed * 100) + UInt64(threshold)))
        let subject = population.draw(in: 36...84, using: &random)
        let train = makeTraining(subject, &random)
        var told: [(state: FigureState, more: Int?)] = []
        repeat {
          told.append(train(told.count, &random))
        } while told.last?.state != .shown
          && told.count < 400
        for place in Self.places where place < told.count - 1 {
          let (state, more) = told[place]
          let next = told[place...].firstIndex {
            $0.state == .shown || (state == .early && $0.state == .first)
          }
          guard let next, state == .early || state == .first else { continue }
          forecasts.append(
            Forecast(answers: place, state: state, predicted: more, actual: next - place))
        }
      }
    }
    return forecasts
  }

  private func check(_ forecasts: [Forecast]) throws {
    for place in Self.places {
      for state in [FigureState.early, .first] {
        let part = forecasts.filter { $0.answers == place && $0.state == state }
        // Of few listeners the median is chance, too.
        let ratios = part.compactMap { part in
          part.predicted.map { Double($0) / Double(part.actual) }
        }
        guard ratios.count >= 25 else { continue }
        let median = try #require(ratios.median())
        #expect((0.8...1.25).contains(median), "\(state) after \(place): \(median)")
      }
    }
  }

  @Test("of unisons it is within a fifth of what it takes in the middle of many listeners")
  func unison() throws {
    let notes = (36...84).map { MIDINote($0) }
    try check(
      forecasts { subject, _ in
        var hearing = UnisonHearing()
        var last: MIDINote?
        return { place, random in
          let verdicts = UnisonVerdicts(hearing)
          let day = place / 40
          hearing.startDay(day)
          let question = AdaptiveQuestion.unison(
            hearing.maps, among: notes, last: last, within: 0.1...100, using: &random)
          last = question.note
          let isCorrect = subject.answersRight(
            note: question.note.rawValue, offset: question.offset, day: day, departure: 0,
            using: &random)
          hearing.add(
            ChoiceAnswer(
              .comparison,
              note: question.note, interval: .prime, centOffset: Cents(question.offset),
              isCorrect: isCorrect, date: Date(timeIntervalSinceReferenceDate: 0),
              context: TrialContext()), day: day)
          return (verdicts.level.state, verdicts.answersToCome)
        }
      })
  }

  @Test("of an interval, too")
  func interval() throws {
    let notes = (36...84).map { MIDINote($0) }
    let fifth = DirectedInterval(.perfectFifth)
    try check(
      forecasts { subject, _ in
        var hearing = IntervalHearing()
        return { place, random in
          let part = IntervalVerdicts(hearing).parts.first
          let question = AdaptiveQuestion.interval(
            fifth, hearing.maps, among: notes, within: 0.1...100, using: &random)
          let isHigher = subject.answersHigher(
            offset: question.offset, day: place / 40, departure: 0, using: &random)
          hearing.add(
            IntervalAnswer(
              interval: fifth, day: place / 40, offset: question.offset,
              isCorrect: isHigher == (question.offset > 0)))
          return (part?.threshold.state ?? .early, part?.answersToCome)
        }
      })
  }
}
