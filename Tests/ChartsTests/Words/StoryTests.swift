import Foundation
import Language
import Music
import TestSupport
import Testing

@testable import Charts
@testable import Training

/// A history of skills that is made up of days, in 2026.
struct TrainedDays {
  private static let calendar = DateText.ofDays
  private(set) var history = SkillHistory(CoachSettings(), calendar: calendar)
  private var time = Date.distantPast
  private var count = 0

  static let unison = Skill(.comparison)
  static let fifth = Skill(.comparison, DirectedInterval(.perfectFifth))
  static let tuned = Skill(.matching)

  /// The number of a local day of 2026.
  static func day(_ month: Int, _ day: Int) -> Int {
    var days = LocalDays(calendar: calendar)
    let parts = DateComponents(year: 2026, month: month, day: day)
    return calendar.date(from: parts).map { days.number(of: $0) } ?? 0
  }

  /// The 28th of November.
  static let now = LocalDays.start(of: day(11, 28), in: calendar)

  /// The history after the last day.
  var finished: SkillHistory {
    var history = history
    history.finish()
    return history
  }

  /// Adds answers of an ear with a threshold, or of a hand with a spread, in cents.
  ///
  /// - Parameter right: how many of seven hard ones are right.
  mutating func train(
    _ skill: Skill, on day: Int, _ number: Int, _ cents: Double, part: Block.Part? = nil,
    right: Int = 6, sound: BuiltInSound = .sine
  ) {
    history.place = PlanPosition(part == nil ? nil : Plan.nameOfDay, block: part?.number)
    history.sound = sound.source.description
    let start = LocalDays.start(of: day, in: Self.calendar).addingTimeInterval(36_000)
    for index in 0..<number {
      time = max(time.addingTimeInterval(4), start)
      count += 1
      let isEasy = count % 4 == 0
      let offset = Cents((count % 3 == 0 ? 1 : -1) * (isEasy ? 5 : 1.54) * cents)
      let note = MIDINote(60 + count % 5)
      switch skill.training.answer {
      case .choice:
        var context = TrialContext()
        (context.presentation, context.heard) = (skill.presentation, 1)
        history.add(
          ChoiceAnswer(
            skill.training, note: note, interval: skill.interval, centOffset: offset,
            isCorrect: isEasy || index % 7 < right, date: time, context: context))
      case .pitch:
        let error = Cents(cents * [-1.6, 1.2, -0.67, 0.67, -0.3, 0.3, 0.9, -1][count % 8])
        history.add(
          PitchAnswer(
            skill.training, note: note, interval: skill.interval, centError: error,
            initialCentOffset: Cents(Double(count * 37 % 200 - 100)), date: time,
            presentation: skill.presentation))
      case .place, .none: break
      }
    }
  }

  /// An autumn: in October the unison is coarse, in November it and tuning it are done, and it is checked.
  static let autumn: TrainedDays = {
    var days = TrainedDays()
    for date in 10...12 { days.train(unison, on: day(10, date), 100, 20) }
    days.train(tuned, on: day(10, 13), 12, 3)
    for date in 2...6 { days.train(unison, on: day(11, date), 90, 4, sound: .violin) }
    days.train(tuned, on: day(11, 7), 60, 3)
    days.train(unison, on: day(11, 8), 30, 4, part: .check)
    return days
  }()
}

@Suite("The story, month by month")
struct StoryTests {
  private var story: Story { Story(TrainedDays.autumn.finished, now: TrainedDays.now) }

  @Test("each month has what was trained, with which sound, what came of it, and the last figures")
  func english() {
    #expect(
      story.lines == [
        "October: 300 comparisons and 12 tuned notes on 4 days, most often with the sound sine.",
        "  Last figures, in cents: unison 20.0 (15–27).",
        "November: 480 comparisons and 60 tuned notes on 7 days, most often with the sound violin.",
        "  3 Nov, unison: done with 2.3 (1.5–3.6) cents.",
        "  7 Nov, unison, tuned: done with 3.3 (2.7–4.2) cents.",
        "  8 Nov, unison: checked, 27 of 30 right: kept.",
        "  Last figures, in cents: unison 2.2 (1.5–3.5); unison, tuned 3.3 (2.7–4.2).",
      ])
    #expect(story.paragraphs.count == 2)
    #expect(story.paragraphs.first == story.lines[0] + story.lines[1].dropFirst())
  }

  @Test("the same in German")
  func german() {
    inGerman {
      #expect(
        story.lines == [
          """
          Oktober: 300 Vergleiche und 12 eingestimmte Töne an 4 Tagen, am häufigsten mit dem Klang \
          Sinus.
          """,
          "  Letzte Werte, in Cent: Einklang 20,0 (15–27).",
          """
          November: 480 Vergleiche und 60 eingestimmte Töne an 7 Tagen, am häufigsten mit dem Klang \
          Geige.
          """,
          "  3. Nov., Einklang: mit 2,3 (1,5–3,6) Cent erreicht.",
          "  7. Nov., Einklang, gestimmt: mit 3,3 (2,7–4,2) Cent erreicht.",
          "  8. Nov., Einklang: nachgeprüft, 27 von 30 richtig: gehalten.",
          "  Letzte Werte, in Cent: Einklang 2,2 (1,5–3,5); Einklang, gestimmt 3,3 (2,7–4,2).",
        ])
    }
  }

  @Test("JSON has the months with what changed and the figures, never rounded")
  func json() throws {
    struct Line: Decodable {
      struct Figure: Decodable {
        let training: String
        let interval: String
        let figure: Double
        let change: String?
        let day: String?
        let right: Int?
      }
      struct Month: Decodable {
        let month: String
        let days: Int
        let comparison: Int
        let matching: Int
        let playing: Int
        let sound: String
        let changes: [Figure]
        let figures: [Figure]
      }
      let months: [Month]
    }
    let months = try JSONDecoder().decode(Line.self, from: Data(story.json.description.utf8)).months
    #expect(months.map(\.month) == ["2026-10", "2026-11"])
    #expect(months.map(\.days) == [4, 7])
    #expect(months.map(\.comparison) == [300, 480] && months.map(\.matching) == [12, 60])
    #expect(months[1].playing == 0)
    #expect(months[1].sound == BuiltInSound.violin.source.description)
    #expect(months[1].changes.map(\.change) == ["done", "done", "kept"])
    #expect(months[1].changes.last?.right == 27 && months[1].changes.last?.day == "2026-11-08")
    #expect(months[1].figures.map(\.training) == ["comparison", "matching"])
    #expect(months[1].changes.last?.figure == months[1].figures.first?.figure)
  }

  @Test("without records it says so")
  func nothing() {
    let story = Story(SkillHistory(CoachSettings()))
    #expect(story.lines == ["Nothing has been trained yet."] && story.paragraphs == [])
    #expect(story.json.description == "{\"months\":[]}")
  }

  @Test("a skill that is not done any more says so")
  func reopened() {
    var days = TrainedDays.autumn
    days.train(TrainedDays.tuned, on: TrainedDays.day(11, 9), 200, 40)
    let lines = Story(days.finished, now: TrainedDays.now).lines
    #expect(lines.contains { $0.hasPrefix("  9 Nov, unison, tuned: no longer done, with ") })
  }

  @Test(
    "the line of a skill ends in the latest month whose figure lies outside the interval of today's"
  )
  func ending() {
    let history = TrainedDays.autumn.finished
    func ending(_ skill: Skill) -> String? {
      Story.ending(of: skill, in: history, now: TrainedDays.now)
    }
    #expect(ending(TrainedDays.unison) == "in October 20.0")
    #expect(inGerman { ending(TrainedDays.unison) } == "im Oktober 20,0")
    // Too few notes for a figure in October, and none of the fifth.
    #expect(ending(TrainedDays.tuned) == nil && ending(TrainedDays.fifth) == nil)
    #expect(
      Story.ending(of: TrainedDays.unison, in: history, now: .distantFuture)
        == "in October 2026 20.0")
    var same = TrainedDays()
    for month in [9, 10, 11] {
      same.train(TrainedDays.unison, on: TrainedDays.day(month, 1), 100, 10)
    }
    #expect(Story.ending(of: TrainedDays.unison, in: same.finished) == nil)
  }
}
