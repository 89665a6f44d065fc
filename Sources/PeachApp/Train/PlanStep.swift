import Charts
import Console
import Language
import Program
import Training

/// A block of a plan that is being run.
struct PlanStep {
  let plan: Plan
  let index: Int

  /// How many results it had when the plan was taken up again.
  let done: Int

  /// Whether it is the first block of the run.
  let isFirst: Bool

  var block: Block { plan.blocks[index] }
  var place: PlanPlace? { PlanPlace(plan.name, block: plan.number(ofBlockAt: index)) }

  /// What is left of it. What was heard of a block with a time is not known to the second, and begins anew.
  var left: Block.Length {
    block.trials.map { .trials(max($0 - done, 1)) } ?? block.length
  }
}

/// Where a plan begins or goes on: a block, and how many results it has already.
struct PlanStart: Hashable {
  var index = 0
  var done = 0

  init() {}

  /// Where a plan goes on that was left there; `nil` if that is its last block, or none of it.
  init?(of plan: Plan, after place: (block: Int, results: Int)) {
    guard
      let index = plan.blocks.indices.first(where: { plan.number(ofBlockAt: $0) == place.block }),
      index + 1 < plan.blocks.count
    else { return nil }
    let isDone = plan.blocks[index].trials.map { place.results >= $0 } ?? true
    (self.index, done) = isDone ? (index + 1, 0) : (index, place.results)
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
    return line
  }
}
