import Foundation
import Music
import Testing

@testable import Training

@Suite("What played notes say")
struct PlayingHearingTests {
  private func answer(
    _ error: Double, target: Int = 60, _ interval: DirectedInterval = .prime, at second: Int = 0
  ) -> PitchAnswer {
    PitchAnswer(
      target: MIDINote(target), interval: interval, centError: Cents(error),
      date: Date(timeIntervalSince1970: Double(second)), presentation: .melodic)
  }

  @Test("a note counts in the octave in which it was played, if there is such a note")
  func octaves() throws {
    var model = HearingModel()
    for (target, octaves) in [(57, 1), (69, 0), (81, -1), (120, 1)] {
      model.add(
        PitchAnswer(
          target: MIDINote(target), octaves: octaves, interval: .prime, centError: 3,
          date: Date(timeIntervalSince1970: 0), presentation: nil))
    }
    #expect(Set(model.playedNotes.unison.melodic.keys) == [MIDINote(69), MIDINote(120)])
  }

  @Test("bias and spread follow from 20 notes on, by Huber's and Tukey's weights, without a pull")
  func fit() throws {
    var model = HearingModel()
    for index in 0..<19 { model.add(answer(4 + Double(index % 5) - 2, at: index)) }
    #expect(model.playings.unison.melodic.fit == nil)
    model.add(answer(90, at: 19))
    let fit = try #require(model.playings.unison.melodic.fit)
    #expect(fit.count == 20 && fit.pull == nil)
    // The slip at 90 cents counts for nothing.
    #expect(abs(fit.bias.value.rawValue - 3.947) < 0.15)
    #expect(fit.spread.value.rawValue > 1 && fit.spread.value.rawValue < 3)
    #expect(fit.bias.low < fit.bias.value && fit.bias.value < fit.bias.high)
  }

  @Test("equal errors have no spread")
  func equal() throws {
    var model = HearingModel()
    for index in 0..<20 { model.add(answer(-7, at: index)) }
    let fit = try #require(model.playings.unison.melodic.fit)
    #expect(abs(fit.bias.value.rawValue + 7) < 1e-9 && fit.spread.value.rawValue == 0)
  }

  @Test("notes, intervals and kinds are kept apart, and apart from matchings")
  func parts() throws {
    var model = HearingModel()
    let fifth = DirectedInterval(.perfectFifth)
    for index in 0..<8 {
      model.add(answer(10 + Double(index % 2), target: 69, at: index))
      model.add(answer(-5 + Double(index % 2), target: 74, fifth, at: index))
    }
    let unisons = model.playedNotes.unison.melodic
    #expect(Array(unisons.keys) == [MIDINote(69)])
    let open = try #require(unisons[MIDINote(69)]?.fit)
    #expect(abs(open.bias.value.rawValue - 10.5) < 0.01)
    #expect(Array(model.playedNotes.interval.melodic.keys) == [MIDINote(74)])
    #expect(model.playings.interval.melodic.count == 8)
    #expect(model.diary.playedIntervalErrors(of: .interval).map(\.count) == [8])
    #expect(model.diary.playedErrors.melodic.unison.count == 8)
    #expect(model.diary.activeDays.map(\.playings).reduce(0, +) == 16)
    #expect(model.matchings.unison.melodic.count == 0)
    #expect(model.diary.errors.melodic.unison.count == 0)
    #expect(model.plain.melodic.profile.matching.unison.count == 0)
    #expect(MatchingVerdicts(model.playings.unison.melodic).hasPull == false)
  }

  @Test("what is no number counts nowhere")
  func invalid() {
    var model = HearingModel()
    model.add(answer(.nan))
    #expect(model.playings.unison.melodic.count == 0)
  }
}
