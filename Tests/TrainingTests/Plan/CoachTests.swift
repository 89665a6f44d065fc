import Foundation
import Music
import TestSupport
import Testing

@testable import Training

/// A history that is made up of days, and the plan of the day after them.
private struct Days {
  static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  var settings = CoachSettings()
  private(set) var history: SkillHistory
  private var time = 0.0
  private var count = 0

  /// What was played freely before.
  var instrument: InstrumentMap? {
    get { history.instrument }
    set { history.instrument = newValue }
  }

  /// That of the answers that are added next.
  var sound: String? {
    get { history.sound }
    set { history.sound = newValue }
  }

  /// The history after the last day.
  var finished: SkillHistory {
    var history = history
    history.finish()
    return history
  }

  init(_ settings: CoachSettings = CoachSettings()) {
    self.settings = settings
    history = SkillHistory(settings, calendar: Self.calendar)
  }

  private mutating func next(_ day: Int, after seconds: Double) -> Date {
    let start = LocalDays.start(of: day, in: Self.calendar).timeIntervalSinceReferenceDate + 36_000
    time = max(time + seconds, start)
    return Date(timeIntervalSinceReferenceDate: time)
  }

  /// Adds answers of an ear with a threshold, or of a hand with a spread, in cents.
  ///
  /// - Parameters:
  ///   - part: of the day's plan.
  ///   - right: which of seven are right.
  mutating func train(
    _ skill: Skill, on day: Int, _ number: Int, _ cents: Double, part: Block.Part? = nil,
    seconds: Double = 4, right: Int = 6
  ) {
    history.place = PlanPosition(part == nil ? nil : Plan.nameOfDay, block: part?.number)
    for index in 0..<number {
      let date = next(day, after: seconds)
      count += 1
      let note = MIDINote(60 + count % 5)
      // Every fourth one is easy and right, so that wrong answers are no lapses.
      let isEasy = count % 4 == 0
      let offset = Cents((count % 3 == 0 ? 1 : -1) * (isEasy ? 5 : 1.54) * cents)
      let isCorrect = isEasy || index % 7 < right
      // Errors whose spread is about that wide.
      let error = Cents(cents * [-1.6, 1.2, -0.67, 0.67, -0.3, 0.3, 0.9, -1][count % 8])
      switch skill.training {
      case .comparison:
        history.add(
          ChoiceAnswer(
            .comparison, note: note, interval: skill.interval, centOffset: offset,
            isCorrect: isCorrect, date: date, context: .heardOnce(skill.presentation)))
      case .purity:
        history.add(
          ChoiceAnswer(
            .purity, note: note, interval: skill.interval, centOffset: offset,
            isCorrect: isCorrect, date: date))
      case .matching:
        history.add(
          PitchAnswer(
            .matching, note: note, interval: skill.interval, centError: error,
            initialCentOffset: Cents(Double(count * 37 % 200 - 100)), date: date,
            presentation: skill.presentation))
      case .playing:
        history.add(
          PitchAnswer(
            target: note, interval: skill.interval, centError: error, date: date,
            presentation: skill.presentation))
      case .listening, .map, .oddOne: break
      }
    }
  }

  /// Adds answers of an ear whose threshold is 5 cents, asked for what it gets right 85 times in 100.
  mutating func answer(
    _ skill: Skill, on day: Int, _ number: Int, part: Block.Part,
    using random: inout SeededGenerator
  ) {
    for _ in 0..<number {
      let isRight = Double.random(in: 0..<1, using: &random) < 0.85
      train(skill, on: day, 1, 5, part: part, right: isRight ? 7 : 0)
    }
  }

  func coach(of day: Int) -> Coach {
    Coach(finished, settings, day: day)
  }

  /// The blocks of a day in a line each.
  func plan(of day: Int) -> [String] {
    coach(of: day).plan().blocks.map { block in
      let length =
        switch block.length {
        case .trials(let count): "\(count)"
        case .seconds(let count): "\(count) s"
        }
      let part = block.part.map(\.rawValue) ?? ""
      let extras = ["presentation", "tuningSystem", "soundSource", "noteDuration"].compactMap {
        block.settings[$0]
      }
      return ([part, block.activity.rawValue, block.settings["intervals"] ?? "", length] + extras)
        .joined(separator: " ")
    }
  }
}

private let unison = Skill(.comparison)
private let tuned = Skill(.matching)
private let fifth = DirectedInterval(.perfectFifth)

@Suite("The plan of a day")
struct CoachTests {
  private func settings(_ player: Player = .voice, minutes: Int = 10) -> CoachSettings {
    var settings = CoachSettings()
    (settings.player, settings.minutes) = (player, minutes)
    return settings
  }

  @Test("without a history it is 40 comparisons, however short the day is")
  func first() {
    for minutes in [3, 10, 60] {
      let days = Days(settings(minutes: minutes))
      #expect(days.plan(of: 0) == ["focus comparison P1 40 melodic"])
      #expect(days.coach(of: 0).plan().blocks[0].reason?.kind == .firstDay)
    }
  }

  @Test("after 40 comparisons it is more of them at their pace, and tuning by hand")
  func second() {
    var days = Days(settings())
    days.train(unison, on: 0, 40, 20, part: .focus, seconds: 5)
    #expect(
      days.plan(of: 1) == ["focus comparison P1 60 melodic", "hand matching P1 12 melodic"])
    #expect(days.coach(of: 1).plan().blocks[0].reason?.dayOfFocus == 2)
  }

  @Test("in three minutes the focus is trained, and what has no time for 8 trials is left out")
  func short() {
    var days = Days(settings(minutes: 3))
    days.train(unison, on: 0, 40, 20)
    #expect(days.plan(of: 1) == ["focus comparison P1 22 melodic"])
  }

  /// Unisons that are told and tuned well.
  private func doneUnison(_ settings: CoachSettings) -> Days {
    var days = Days(settings)
    days.train(unison, on: 0, 200, 4)
    days.train(tuned, on: 0, 60, 3, seconds: 12)
    return days
  }

  @Test(
    "when the unison is done the fifth is new: listening, two intervals mixed, notes together just")
  func fifthIsNew() {
    var days = doneUnison(settings())
    #expect(days.coach(of: 1).done == [unison, tuned])
    days.train(unison, on: 1, 30, 4, part: .check)
    #expect(
      days.plan(of: 2) == [
        "listen listening P5,M3 60 s melodic", "focus comparison P5,M3 60 melodic",
        "hand matching P5 12 harmonic just", "older matching P1 12 melodic",
      ])
  }

  @Test(
    "a check is due the day after, for as long as it is missed, and takes its time from the focus")
  func checkIsDue() {
    let days = doneUnison(settings())
    for day in [1, 2, 6] {
      let plan = days.plan(of: day)
      #expect(
        plan == [
          "listen listening P5,M3 60 s melodic", "focus comparison P5,M3 30 melodic",
          "hand matching P5 12 harmonic just", "check comparison P1 30 melodic",
        ])
      let check = days.coach(of: day).plan().blocks.last
      #expect(check?.hasFeedback == false)
      guard case .constant(let offset?) = check?.method else {
        Issue.record("a check has one difference")
        continue
      }
      #expect((4...9).contains(offset))
    }
  }

  @Test(
    "checks are due 1, 7, 30, 90 and 150 days after a skill was done, and one stands for all missed"
  )
  func dueDays() {
    var days = doneUnison(settings())
    for (checked, due) in [(1, 7), (8, 30), (31, 90), (95, 150), (151, 210)] {
      days.train(unison, on: checked, 30, 4, part: .check)
      #expect(days.finished[unison].checkDue == due)
    }
  }

  @Test(
    "a check that finds the ear coarser makes the skill the focus again; one broken off does not count"
  )
  func coarser() {
    var days = doneUnison(settings())
    var brokenOff = days
    brokenOff.train(unison, on: 1, 20, 4, part: .check)
    #expect(brokenOff.plan(of: 2).contains { $0.hasPrefix("check") })
    days.train(unison, on: 1, 30, 4, part: .check, right: 3)
    #expect(days.plan(of: 2).first == "focus comparison P1 75 melodic")
  }

  @Test("each day keeps its answers, sounds, figures and what was settled at its end")
  func events() {
    var days = doneUnison(settings())
    days.train(unison, on: 1, 30, 4, part: .check)
    days.sound = "sf2:8:40"
    days.train(unison, on: 2, 7, 4)
    days.train(unison, on: 7, 30, 4, part: .check, right: 3)
    let all = days.finished.allDays
    #expect(all.map(\.number) == [0, 1, 2, 7])
    #expect(all[0].answers == [.comparison: 200, .matching: 60])
    #expect(all[0].events.map(\.kind) == [.done, .done])
    #expect(all[0].events.map(\.skill) == [unison, tuned])
    #expect(all.dropFirst().allSatisfy { $0.figures[unison] != nil && $0.figures[tuned] == nil })
    #expect(all[1].events.map(\.kind) == [.checked(.kept, correct: 27, trials: 30)])
    #expect(all.map(\.sounds) == [[:], [:], ["sf2:8:40": 7], ["sf2:8:40": 30]])
    #expect(all[2].events == [])
    // The check says why it is not done any more; nothing else has to.
    #expect(all[3].events.map(\.skill) == [unison])
    guard case .checked(.coarser, _, 30)? = all[3].events.first?.kind else {
      Issue.record("the check found \(all[3].events)")
      return
    }
    days.train(tuned, on: 8, 200, 40)
    #expect(days.finished.allDays.last?.events.map(\.kind) == [.reopened])
  }

  @Test("a skill that stands still is done: 200 answers on 5 days without a change")
  func standstill() {
    var days = Days(settings())
    for day in 0..<5 { days.train(unison, on: day, 56, 30) }
    #expect(days.coach(of: 5).done == [unison])
    #expect(days.finished[unison].standsStill == true)
    #expect(days.finished.allDays.last?.events.map(\.kind) == [.standsStill])
    #expect(days.plan(of: 5).first == "focus matching P1 15 melodic")
    var fewer = Days(settings())
    for day in 0..<4 { fewer.train(unison, on: day, 60, 30) }
    #expect(fewer.coach(of: 4).done == [])
  }

  @Test("a skill that gets finer does not stand still")
  func finer() {
    var days = Days(settings())
    for (day, cents) in [80.0, 60, 45, 33, 25].enumerated() {
      days.train(unison, on: day, 42, cents)
    }
    #expect(days.coach(of: 5).done == [])
  }

  @Test("after five trained days of one focus the next skill has two, and then the first one again")
  func turns() {
    var days = Days(settings())
    for day in 0..<5 { days.train(unison, on: day * 2, 20, 30, part: .focus) }
    #expect(days.plan(of: 10).first?.hasPrefix("focus matching P1") == true)
    #expect(days.coach(of: 10).plan().blocks[0].reason?.kind == .turn)
    days.train(tuned, on: 10, 10, 30, part: .focus)
    #expect(days.plan(of: 11).first?.hasPrefix("focus matching P1") == true)
    days.train(tuned, on: 11, 10, 30, part: .focus)
    #expect(days.plan(of: 12).first?.hasPrefix("focus comparison P1") == true)
    #expect(days.coach(of: 12).plan().blocks[0].reason?.dayOfFocus == 6)
  }

  @Test("turns go round the ladder: each is that of the next skill that is not done")
  func turnsGoRound() {
    var days = Days(settings(.keys))
    let ladder = days.settings.ladder(hasPlayed: false)
    var turns: [Skill?] = []
    var day = 0
    func focus() -> Skill? {
      days.coach(of: day).plan().blocks.first { $0.part == .focus }?.reason?.skill
    }
    // As if the last one had had the last turn.
    days.train(ladder[ladder.count - 1], on: day, 8, 30, part: .focus)
    for _ in 0..<4 {
      for _ in 0..<5 {
        day += 1
        days.train(unison, on: day, 8, 30, part: .focus)
      }
      day += 1
      turns.append(focus())
      for _ in 0..<2 {
        guard let skill = focus() else { return }
        #expect(skill == turns.last)
        days.train(skill, on: day, 8, 30, part: .focus)
        day += 1
      }
      #expect(focus() == unison)
      day -= 1
    }
    #expect(turns == Array(ladder[1...4]))
  }

  @Test("when all are done a check leaves the rest of the day to what was trained longest ago")
  func allDone() {
    var days = Days(settings(.keys))
    for skill in days.settings.ladder(hasPlayed: false) { days.train(skill, on: 0, 200, 3) }
    #expect(
      days.plan(of: 1) == ["older matching P1 120 melodic", "check comparison P1 30 melodic"])
    #expect(days.coach(of: 1).plan().seconds == 600)
  }

  @Test("a day of fewer than 8 answers is none")
  func fewAnswers() {
    var days = Days(settings())
    days.train(unison, on: 0, 7, 30, part: .focus)
    #expect(days.plan(of: 1) == ["focus comparison P1 40 melodic"])
  }

  @Test("on every third day of a focus it has the sound of the family, on every fourth short notes")
  func ownSound() {
    var days = Days(settings(.strings))
    days.train(unison, on: 0, 10, 30, part: .focus)
    for (day, extra) in [(1, ""), (2, " sf2:8:40"), (3, " 0.4"), (4, "")] {
      #expect(days.plan(of: day).first == "focus comparison P1 75 melodic" + extra)
      days.train(unison, on: day, 10, 30, part: .focus)
    }
  }

  @Test("playing is on the ladder, and every second day by hand, if anything was ever played")
  func input() {
    var days = Days(settings(.wind))
    days.train(unison, on: 0, 40, 20)
    #expect(days.plan(of: 1)[1] == "hand matching P1 12 melodic")
    days.train(Skill(.playing), on: 0, 1, 5)
    #expect(days.plan(of: 1)[1] == "hand playing P1 16 melodic")
    days.train(unison, on: 1, 10, 20)
    #expect(days.plan(of: 2)[1] == "hand matching P1 12 melodic")
    let ladder = days.settings.ladder(hasPlayed: true)
    #expect(ladder.filter { $0.training == .playing }.count == Player.wind.intervals.count)
  }

  @Test("the note that stands out most is played to the drone on every second day with playing")
  func noteThatStandsOut() throws {
    var days = Days(settings(.strings))
    let biases = [60: 0.0, 62: 8, 64: -1, 65: -5, 67: 0, 69: -1]
    let notes = biases.sorted { $0.key < $1.key }.flatMap { note, bias in
      (0..<12).map {
        InstrumentMap.Note(
          MIDINote(note), deviation: Cents(bias + ($0.isMultiple(of: 2) ? 1 : -1)),
          uncertainty: 0.1, day: 0)
      }
    }
    days.instrument = InstrumentMap(notes, referencePitch: Frequency(hertz: 440))
    func hand(_ day: Int) -> Block? {
      days.coach(of: day).plan().blocks.first { $0.part == .hand }
    }
    var reasons: [Reason.Kind?] = []
    for day in 1...4 {
      days.train(unison, on: day - 1, 10, 30, part: .focus)
      reasons.append(hand(day)?.reason?.kind)
      guard day == 3 else { continue }
      let block = try #require(hand(day))
      #expect(block.activity == .playing && block.trials == 16)
      #expect(block.reason?.note == MIDINote(62))
      #expect(abs((block.reason?.figure?.value.rawValue ?? 0) - 8) < 1)
      #expect(block.settings["referenceNote"] == "D4" && block.settings["drone"] == "true")
      // Without the notes that stand out.
      let all = days.instrument
      days.instrument = InstrumentMap(
        notes.filter { [60, 64, 67, 69].contains($0.note.rawValue) },
        referencePitch: Frequency(hertz: 440))
      #expect(hand(day)?.reason?.kind == .hand && hand(day)?.activity == .playing)
      days.instrument = all
    }
    #expect(reasons == [.hand, .hand, .note, .hand])
  }

  @Test("intervals that are set come first, and a tuning that is set holds for all")
  func ownIntervals() {
    var settings = settings()
    settings.intervals = [DirectedInterval(.minorThird, .down), .prime, fifth]
    settings.isTuningSet = true
    let ladder = settings.ladder(hasPlayed: false)
    #expect(
      ladder.prefix(6) == [
        unison, tuned, Skill(.comparison, settings.intervals[0]),
        Skill(.purity, settings.intervals[0]), Skill(.matching, settings.intervals[0]),
        Skill(.comparison, fifth),
      ])
    #expect(Set(ladder).count == ladder.count)
    var days = doneUnison(settings)
    days.train(unison, on: 1, 30, 4, part: .check)
    #expect(days.plan(of: 2)[2] == "hand matching m3- 12 harmonic")
  }

  @Test("in 60 days no focus is longer than five days, no block too short, and skills get done")
  func sixtyDays() {
    var days = Days(settings())
    var random = SeededGenerator(seed: 7)
    var focuses: [Skill] = []
    for day in 0..<60 {
      let coach = days.coach(of: day)
      let plan = coach.plan()
      #expect(plan.seconds <= 15 * 60)
      for block in plan.blocks {
        guard case .trials(let count) = block.length, let training = block.activity.training,
          let reason = block.reason, let part = block.part
        else { continue }
        #expect(count >= 8)
        let isDone = coach.done.contains(reason.skill)
        #expect(isDone == (part == .older || part == .check) || part == .hand)
        if part == .focus { focuses.append(reason.skill) }
        for interval in block.intervals {
          days.answer(
            Skill(training, interval), on: day, count / block.intervals.count, part: part,
            using: &random)
        }
      }
    }
    var run = 0
    for (index, skill) in focuses.enumerated() {
      run = index > 0 && focuses[index - 1] == skill ? run + 1 : 1
      #expect(run <= 5)
    }
    // The unison, and some intervals.
    #expect(Set(focuses).count >= 4)
    #expect(days.coach(of: 60).done.count >= 2)
  }

  @Test(
    "the same records, settings and day make the same plan, and what is answered later changes nothing"
  )
  func same() {
    let days = doneUnison(settings())
    #expect(days.coach(of: 1).plan() == days.coach(of: 1).plan())
  }
}
