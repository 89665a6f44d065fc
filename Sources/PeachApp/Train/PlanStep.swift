import Charts
import Console
import History
import Language
import Program
import Settings
import Training

/// A block of a plan that is being run.
struct PlanStep {
  let plan: Plan
  let index: Int
  let course: BlockCourse
  let participation: Participation

  /// Whether it is the first block of the run.
  let isFirst: Bool

  /// What is left of it. What was heard of a block with a time is not known to the second, and begins anew.
  let left: Block.Length

  init(
    _ plan: Plan, _ index: Int, _ participation: Participation, seed: UInt64,
    after left: TrainingDataStore.PlaceLeft?, isFirst: Bool
  ) {
    (self.plan, self.index, self.participation, self.isFirst) = (
      plan, index, participation, isFirst
    )
    let block = plan.blocks[index]
    course = BlockCourse(
      block, at: index, seed: seed, participant: participation.number,
      answers: left?.answers ?? [], withdrawn: left?.withdrawn ?? 0)
    let done = course.count
    self.left = block.trials.map { .trials(max($0 - done, 1)) } ?? block.length
  }

  var block: Block { course.block }

  var place: PlanPosition? {
    var place = PlanPosition(plan.name, block: plan.number(ofBlockAt: index))
    place?.participation = participation
    place?.isPractice = block.isPractice
    return place
  }

  /// What the list sets for the next trial counts from now on.
  func prepare(_ settings: FileUserSettings) {
    // The list was checked with the plan: only a file that has changed since may not fit, which is said elsewhere.
    if block.list.contains(where: { !$0.settings.isEmpty }) { try? settings.run(block, course.row) }
  }
}

/// Where a plan begins or goes on.
struct PlanStart {
  var index = 0

  /// What the block has already.
  var left: TrainingDataStore.PlaceLeft?
  let seed: UInt64

  init(seed: UInt64?) { self.seed = seed ?? BlockCourse.drawSeed() }

  /// Where a plan goes on that was left there; `nil` if nothing of it is left, or if it was begun with another seed.
  ///
  /// - Parameter seed: the one that is wanted, if any.
  init?(of plan: Plan, after place: TrainingDataStore.PlaceLeft, seed: UInt64?) {
    guard seed == nil || seed == place.seed,
      let index = plan.blocks.indices.first(where: { plan.number(ofBlockAt: $0) == place.block })
    else { return nil }
    self.init(seed: place.seed)
    let course = BlockCourse(plan.blocks[index], seed: self.seed, answers: place.answers)
    let isDone = plan.blocks[index].trials == nil || course.isOver
    (self.index, left) = isDone ? (index + 1, nil) : (index, place)
    if self.index >= plan.blocks.count { return nil }
  }
}

/// What is shown before a block of a plan.
struct PlanCard {
  let step: PlanStep

  /// `Thirds that ring`; empty of the plan of a day.
  private var title: String { PlanWords.text(step.plan.title) }
  var name: String { title.isEmpty ? localized("Today") : title }
  var index: Int { step.index + 1 }
  var count: Int { step.plan.blocks.count }

  /// What the block is, and why.
  var text: String {
    let block = step.block
    let reason = block.reason.map { Notice.sentence(PlanWords.reason($0)) }
    let parts = [
      Notice.sentence(PlanWords.block(block)), block.say.map { PlanWords.text($0) }, reason,
      block.hasFeedback || block.activity.training == nil
        ? nil : localized("The verdicts come at the end."),
    ]
    return parts.compactMap { $0 }.joined(separator: " ")
  }

  /// The event of JSON.
  var json: JSONLine {
    var line = JSONLine(event: "block")
    step.plan.addBlock(at: step.index, to: &line)
    line.add("seed", step.course.seed)
    return line
  }
}
