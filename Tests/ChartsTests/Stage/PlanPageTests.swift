import Console
import Foundation
import Language
import Music
import TestSupport
import Testing

@testable import Charts
@testable import Training

@Suite("The page after a plan")
struct PlanPageTests {
  /// A day on which tuning gets done, the unison is checked, and fifths are new.
  private static let day = TrainedDays.day(11, 9)

  private static let days: TrainedDays = {
    var days = TrainedDays.autumn
    days.train(TrainedDays.fifth, on: day - 1, 200, 14)
    return days
  }()

  private let before = days.finished

  /// After the blocks of the plan, and tomorrow's plan.
  private func trained(right: Int = 6) -> (after: SkillHistory, tomorrow: Plan) {
    var days = Self.days
    days.train(TrainedDays.fifth, on: Self.day, 45, 10, part: .focus)
    days.train(Skill(.matching, TrainedDays.fifth.interval), on: Self.day, 24, 3, part: .hand)
    days.train(TrainedDays.unison, on: Self.day, 30, 4, part: .check, right: right)
    let after = days.finished
    return (after, Coach(after, CoachSettings(), day: Self.day + 1).plan())
  }

  private let blocks: [PlanPage.Outcome] = [
    PlanPage.Outcome(seconds: 60),
    PlanPage.Outcome(trials: 45, right: 39, seconds: 182.1),
    PlanPage.Outcome(trials: 24, seconds: 140),
    PlanPage.Outcome(trials: 30, right: 26, seconds: 121),
  ]

  private func block(
    _ activity: Block.Activity, _ length: Block.Length, _ interval: DirectedInterval,
    _ part: Block.Part? = nil, mixed: Bool = false
  ) -> Block {
    var block = Block(activity, length)
    block.settings["intervals"] = interval.description + (mixed ? ",M3" : "")
    block.part = part
    if part != nil {
      let training = activity.training ?? .comparison
      block.reason = Reason(kind: .focus, skill: Skill(training, interval), goal: 12)
    }
    return block
  }

  /// With each kind of block that a day can have.
  private var ofDay: Plan {
    let fifth = TrainedDays.fifth.interval
    return Plan(
      name: Plan.nameOfDay, title: PlanText(""),
      blocks: [
        block(.listening, .seconds(60), fifth, .listen, mixed: true),
        block(.comparison, .trials(45), fifth, .focus, mixed: true),
        block(.matching, .trials(24), fifth, .hand),
        block(.comparison, .trials(30), .prime, .check),
      ])
  }

  private func page(_ outcomes: [PlanPage.Outcome]? = nil, right: Int = 6) -> PlanPage {
    let (after, tomorrow) = trained(right: right)
    return PlanPage(ofDay, outcomes ?? blocks, before: before, after: after, tomorrow: tomorrow)
  }

  /// A plan of a file of which a block was skipped and the last one broken off.
  private func ofFile() -> PlanPage {
    let (after, _) = trained()
    let plan = Plan(
      name: "thirds-12ab", title: PlanText(byLanguage: ["en": "Thirds", "de": "Terzen"]),
      blocks: [
        block(.playing, .trials(8), TrainedDays.fifth.interval),
        block(.comparison, .trials(45), TrainedDays.fifth.interval),
        block(.purity, .trials(10), TrainedDays.fifth.interval),
        Block(.rest, .seconds(30)),
      ])
    return PlanPage(
      plan,
      [
        PlanPage.Outcome(ending: .skipped), PlanPage.Outcome(trials: 45, right: 39, seconds: 182),
        PlanPage.Outcome(trials: 3, right: 2, seconds: 20, ending: .brokenOff),
      ], before: before, after: after, hasStart: false)
  }

  @Test("it is drawn as approved, in two sizes and both languages")
  func screens() throws {
    var golden = GoldenPictures("plan-page")
    for (name, page) in [("a day", page()), ("a plan of a file", ofFile())] {
      for size in [StageFixture.wide, StageFixture.small] {
        golden.add(name, page.frame(in: size, glyphs: .unicode), in: size)
      }
      inGerman {
        let page = name == "a day" ? self.page() : ofFile()
        golden.add(
          "\(name), German", page.frame(in: StageFixture.wide, glyphs: .unicode),
          in: StageFixture.wide)
      }
    }
    #expect(try golden.differences() == [])
  }

  @Test("nothing is cut, however small the terminal is and however many blocks there are")
  func sizes() {
    let (after, tomorrow) = trained()
    let plan = Plan(
      name: "long", title: PlanText("Long"),
      blocks: (0..<20).map { _ in block(.comparison, .trials(45), TrainedDays.fifth.interval) })
    let outcomes = plan.blocks.map { _ in PlanPage.Outcome(trials: 45, right: 39) }
    for page in [
      page(), ofFile(),
      PlanPage(plan, outcomes, before: before, after: after, tomorrow: tomorrow),
    ] {
      for size in [StageFixture.wide, StageFixture.small, TerminalSize(columns: 30, rows: 8)] {
        let frame = page.frame(in: size, glyphs: .ascii)
        #expect(frame.body.allSatisfy { $0.columns <= size.columns })
        let rows = frame.body.count { !$0.isEmpty }
        #expect(rows <= StageFrame.room(in: size).rows || size.rows < StageFixture.small.rows)
      }
    }
  }

  @Test("the lines are the same without the picture, whole")
  func lines() {
    let lines = page().lines
    #expect(lines.count == 8)
    #expect(
      lines[2].contains(
        /^perfect fifth and major third: 39 of 45 right; perfect fifth before \S+ \(\S+\), now \S+ \(\S+\)$/
      ))
    #expect(lines[4] == "unison: 26 of 30 right; before 2.2 (1.5–3.5), now 2.2 (1.5–4.0); kept")
    #expect(lines[5] == "perfect fifth, tuned: 3.5 cents: done for now")
    #expect(lines[6] == "Enough for today. More is free to do.")
    #expect(lines[7].hasPrefix("Tomorrow, about ") && lines[7].contains("perfect fifth · "))
    #expect(
      ofFile().lines.filter { !$0.contains("now") } == [
        "Thirds · 3 minutes", "8 played notes: perfect fifth, skipped",
        "10 questions of purity: perfect fifth, 2 of 3 right, broken off",
      ])
  }

  @Test("a check that finds the ear coarser says that the skill is trained again, and is not done")
  func coarser() {
    let lines = page(right: 2).lines
    #expect(lines.contains { $0.contains("coarser, so it is trained again") })
    #expect(lines.last?.contains("unison") == true)
  }

  @Test("a plan that was left says nothing of tomorrow")
  func left() {
    let left = Array(blocks.prefix(2))
    #expect(!page(left).lines.contains { $0.contains("Enough") || $0.contains("Tomorrow") })
    var broken = blocks
    broken[3].ending = .brokenOff
    #expect(!page(broken).lines.contains { $0.contains("Enough") })
  }

  @Test("the keys: leave, and the profile if the start screen follows")
  func keys() {
    #expect(page().choice(of: .escape) == .leave && page().choice(of: .enter) == .leave)
    #expect(page().choice(of: .character("9")) == .profile)
    #expect(ofFile().choice(of: .character("9")) == nil)
    #expect(page().choice(of: .character("x")) == nil)
  }

  @Test("JSON has each block with its figures before and after, and what is done")
  func json() throws {
    struct Event: Decodable {
      struct Figure: Decodable {
        let training: String
        let interval: String
        let figure: Double?
      }
      struct Block: Decodable {
        let part: String?
        let training: String
        let ending: String
        let right: Int?
        let before: Figure?
        let after: Figure?
        let verdict: String?
      }
      let event: String
      let plan: String
      let complete: Bool
      let seconds: Double
      let blocks: [Block]
      let done: [Figure]
    }
    func event(_ page: PlanPage) throws -> Event {
      try JSONDecoder().decode(Event.self, from: Data(page.json.description.utf8))
    }
    let day = try event(page())
    #expect(day.event == "planEnd" && day.plan == "today" && day.complete && day.seconds == 503.1)
    #expect(day.blocks.map(\.part) == ["listen", "focus", "hand", "check"])
    #expect(day.blocks.map(\.training) == ["listening", "comparison", "matching", "comparison"])
    #expect(day.blocks.map(\.verdict) == [nil, nil, nil, "kept"])
    #expect(day.blocks.map(\.after?.interval) == [nil, "P5", "P5", "P1"])
    #expect(day.blocks[2].before?.figure == nil && day.blocks[1].before?.figure != nil)
    #expect(day.done.map(\.training) == ["matching"])
    let file = try event(ofFile())
    #expect(!file.complete && file.plan == "thirds-12ab")
    #expect(file.blocks.map(\.ending) == ["skipped", "complete", "brokenOff"])
  }
}
