import Foundation
import Music
import TestSupport
import Testing
@testable import Training

@Suite("The model of hearing")
struct HearingModelTests {
  private let fifthDown = DirectedInterval(.perfectFifth, .down)

  @Test("unison and interval training are kept apart, in both trainings")
  func apart() {
    var hearing = HearingModel()
    hearing.add(.record(-10))
    hearing.add(.record(30, interval: fifthDown))
    hearing.add(.record(50, interval: DirectedInterval(.octave)))
    hearing.add(.matched(-3))
    hearing.add(.matched(8, interval: fifthDown))
    let profile = hearing.profile
    #expect(profile.discrimination.unison.overallMean == 10)
    #expect(profile.discrimination.unison.count == 1)
    #expect(profile.discrimination.interval[MIDINote(60)].mean == 40)
    #expect(hearing.unison.melodic.count == 1)
    #expect(hearing.intervals.melodic.count == 2)
    #expect(profile.matching.unison.bias == -3)
    #expect(profile.matching.interval.mean == 8)
    #expect(hearing.timeline.days(of: .unison).map(\.comparisons) == [1])
    #expect(hearing.timeline.days(of: .interval).map(\.comparisons) == [2])
    #expect(hearing.diary.activeDays.map(\.matchings) == [2])
  }

  @Test("the plain figures of notes together and of notes one after the other are kept apart")
  func presentations() {
    var hearing = HearingModel()
    let answers: [(offset: Double, presentation: Presentation)] = [
      (10, .melodic), (40, .harmonic),
    ]
    for (offset, presentation) in answers {
      hearing.add(
        ChoiceAnswer(
          .comparison,
          note: MIDINote(60), interval: .prime, centOffset: Cents(offset), isCorrect: true,
          date: Date(timeIntervalSince1970: 0), context: .heardOnce(presentation)))
      hearing.add(
        PitchAnswer(
          .matching,
          note: MIDINote(60), interval: fifthDown, centError: Cents(offset), initialCentOffset: 0,
          date: Date(timeIntervalSince1970: 0), presentation: presentation))
    }
    for (offset, presentation) in answers {
      let plain = hearing.plain[presentation]
      #expect(plain.profile.discrimination.unison.count == 1)
      #expect(plain.profile.discrimination.unison.overallMean?.rawValue == offset)
      #expect(plain.profile.matching.interval.mean?.rawValue == offset)
      #expect(plain.trends.discrimination.unison.count == 1)
      #expect(plain.timeline.days(of: .unison).map(\.comparisons) == [1])
    }
    #expect(hearing.diary.activeDays.map(\.comparisons) == [2])
  }

  @Test("a model rebuilt from records is the one that grew with the results")
  func rebuilt() {
    var grown = HearingModel()
    var rebuilt = HearingModel()
    for (day, offset) in [-10.0, 20, 33.25, -0.1].enumerated() {
      let date = Date(timeIntervalSince1970: Double(day) * 100_000)
      grown.add(.record(Cents(offset), at: date))
      rebuilt.addComparison(
        note: MIDINote(60), centOffset: Cents(offset), isCorrect: true, interval: .prime, date: date
      )
      grown.add(.matched(Cents(offset), interval: fifthDown, at: date))
      rebuilt.add(
        PitchAnswer(
          .matching,
          note: MIDINote(60), interval: fifthDown, centError: Cents(offset), initialCentOffset: 0,
          date: date, presentation: nil))
    }
    #expect(grown.profile == rebuilt.profile)
    #expect(grown.unison.melodic.level == rebuilt.unison.melodic.level)
    #expect(grown.trends == rebuilt.trends)
    #expect(grown.timeline.days(of: .unison) == rebuilt.timeline.days(of: .unison))
    #expect(grown.timeline.days(of: .unison).count > 1)
    #expect(grown.diary.errors == rebuilt.diary.errors)
    #expect(grown.diary.activeDays == rebuilt.diary.activeDays)
    #expect(grown.diary.matchingDays(of: .interval) == rebuilt.diary.matchingDays(of: .interval))
  }

  @Test("a copy stays as it was when the model goes on")
  func copy() {
    var hearing = HearingModel()
    hearing.add(.record(10))
    let before = hearing
    hearing.add(.record(30))
    hearing.add(.matched(5))
    #expect(before.profile.discrimination.unison.count == 1)
    #expect(before.profile.matching.unison.count == 0)
    #expect(before.trends.discrimination.unison.count == 1)
    #expect(before.timeline.days(of: .unison).map(\.comparisons) == [1])
    #expect(before.unison.melodic.count == 1)
    #expect(hearing.profile.discrimination.unison.overallMean == 20)
  }
}

@Suite("Pitch discrimination profile")
struct PitchDiscriminationProfileTests {
  /// C4: 10, 20, 30 (mean 20, deviation 10); D4: 40, 50 (mean 45); A4: 4 (mean 4).
  private let profile: PitchDiscriminationProfile = {
    var profile = PitchDiscriminationProfile()
    for (note, offset) in [(60, 10.0), (62, -40), (60, -20), (69, 4), (60, 30), (62, 50)] {
      profile.update(note: MIDINote(note), centOffset: Cents(offset))
    }
    return profile
  }()

  @Test("each note has the statistics of its own differences, without their direction")
  func notes() throws {
    let c4 = profile[MIDINote(60)]
    #expect(c4.count == 3)
    #expect(c4.mean == 20)
    #expect(c4.standardDeviation == 10)
    let d4 = try #require(profile[MIDINote(62)].standardDeviation)
    #expect(abs(d4.rawValue - 50.0.squareRoot()) < 1e-12)
    #expect(profile[MIDINote(69)].mean == 4)
    #expect(profile[MIDINote(69)].standardDeviation == nil)
    #expect(profile[MIDINote(61)].mean == nil)
    #expect(profile.trainedNotes == [60, 62, 69].map { MIDINote($0) })
    #expect(profile.count == 6)
  }

  @Test("each trained note weighs the same in the overall numbers")
  func overall() throws {
    let mean = try #require(profile.overallMean)
    #expect(abs(mean.rawValue - 23) < 1e-12)
    // Means 20, 45, 4: squared distances 9 + 484 + 361 = 854, over 2.
    let deviation = try #require(profile.overallStdDev)
    #expect(abs(deviation.rawValue - 427.0.squareRoot()) < 1e-12)
  }

  @Test("an untrained profile has no overall numbers, one note no deviation")
  func untrained() {
    var profile = PitchDiscriminationProfile()
    #expect(profile.overallMean == nil)
    #expect(profile.overallStdDev == nil)
    #expect(profile.count == 0)
    profile.update(note: MIDINote(60), centOffset: 5)
    #expect(profile.overallMean == 5)
    #expect(profile.overallStdDev == nil)
  }
}

@Suite("Pitch matching profile")
struct PitchMatchingProfileTests {
  @Test("mean, deviation and count are those of the errors without their direction")
  func magnitudes() {
    var profile = PitchMatchingProfile()
    #expect(profile.mean == nil)
    #expect(profile.standardDeviation == nil)
    for error in [-10.0, 20, 30] { profile.update(centError: Cents(error)) }
    #expect(profile.count == 3)
    #expect(profile.mean == 20)
    #expect(profile.standardDeviation == 10)
  }

  @Test("bias and spread are those of the errors with their direction")
  func signed() {
    var profile = PitchMatchingProfile()
    #expect(profile.bias == nil)
    #expect(profile.spread == nil)
    for error in [-10.0, 0, 4] { profile.update(centError: Cents(error)) }
    // Mean −2, squared distances 64 + 4 + 36 = 104, over 2.
    #expect(profile.bias == -2)
    #expect(profile.spread.map { abs($0.rawValue - 52.0.squareRoot()) < 1e-12 } == true)
  }
}
