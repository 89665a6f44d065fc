import Music
import Testing

@testable import Training

@Suite("The answers of a day")
struct DayAnswersTests {
  private let third = DirectedInterval(.majorThird)
  private let other = DirectedInterval(.minorThird)

  /// Listening, 20 comparisons of two thirds, 10 notes to tune.
  private var plan: Plan {
    func block(
      _ part: Block.Part, _ activity: Block.Activity, _ length: Block.Length, _ intervals: String
    ) -> Block {
      var block = Block(activity, length)
      (block.part, block.settings["intervals"]) = (part, intervals)
      return block
    }
    return Plan(
      name: Plan.nameOfDay, title: PlanText(""),
      blocks: [
        block(.listen, .listening, .seconds(30), "M3,m3"),
        block(.focus, .comparison, .trials(20), "M3,m3"),
        block(.hand, .matching, .trials(10), "M3"),
      ])
  }

  private func place(_ part: Block.Part, _ plan: String = Plan.nameOfDay) -> PlanPosition? {
    PlanPosition(plan, block: part.number)
  }

  @Test("a plan is done when its last block has all its answers, and only in its own blocks")
  func done() {
    var day = DayAnswers(day: 3)
    day.add(.matching, third, at: nil, count: 20)
    day.add(.matching, third, at: place(.hand, "thirds-1"), count: 20)
    #expect(!day.hasDone(plan))
    day.add(.matching, third, at: place(.hand), count: 9)
    #expect(!day.hasDone(plan))
    day.add(.matching, third, at: place(.hand))
    #expect(day.hasDone(plan))
    #expect(DayAnswers(day: 3).hasDone(Plan(name: "", title: PlanText(""), blocks: [])))
  }

  @Test("the focus has ended with its last answer, or when a later block was begun")
  func focus() {
    var day = DayAnswers(day: 3)
    #expect(!day.isBeforeEndOfFocus(of: plan), "the plan was not begun")
    day.add(.comparison, third, at: place(.focus), count: 10)
    #expect(day.isBeforeEndOfFocus(of: plan))
    var broken = day
    broken.add(.matching, third, at: place(.hand))
    #expect(!broken.isBeforeEndOfFocus(of: plan))
    day.add(.comparison, other, at: place(.focus), count: 10)
    #expect(!day.isBeforeEndOfFocus(of: plan))
  }

  @Test("three times the trials of a block are plenty, of its intervals together")
  func plenty() {
    var day = DayAnswers(day: 3)
    day.add(.comparison, third, at: nil, count: 40)
    day.add(.comparison, other, at: place(.focus), count: 19)
    day.add(.comparison, .prime, at: nil, count: 90)
    #expect(!day.isPlenty(of: .comparison, at: [third], in: plan))
    day.add(.comparison, other, at: nil)
    #expect(day.isPlenty(of: .comparison, at: [third], in: plan))
    #expect(!day.isPlenty(of: .comparison, at: [.prime], in: plan), "the plan has none of it")
    #expect(!day.isPlenty(of: .matching, at: [third], in: plan))
  }
}
