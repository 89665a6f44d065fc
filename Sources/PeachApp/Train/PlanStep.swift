import Charts
import Console
import History
import Language
import Program
import Settings
import Training

/// A block of a plan, as it is run.
struct PlanStep {
  let plan: Plan
  let index: Int
  let course: BlockCourse
  let participation: Participation

  /// True for the first block of the run.
  let isFirst: Bool

  /// The rest of the block. A block with a time starts anew, as the time that was spent on it is
  /// not known to the second.
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

  /// The number of the block, from 1.
  var number: Int { index + 1 }

  var place: PlanPosition? {
    var place = PlanPosition(plan.name, block: plan.number(ofBlockAt: index))
    place?.participation = participation
    place?.isPractice = block.isPractice
    return place
  }

  /// Applies the settings that the list of the block has for the next trial.
  func prepare(_ settings: FileUserSettings) {
    // The list was checked with the plan. It can only be wrong if the file has changed since, which
    // is reported elsewhere.
    if block.list.contains(where: { !$0.settings.isEmpty }) { try? settings.run(block, course.row) }
  }
}

/// The card before a block.
extension PlanStep {
  /// The name of the plan: `Thirds that ring`. The plan of a day has no title.
  var name: String {
    let title = PlanWords.text(plan.title)
    return title.isEmpty ? localized("Today") : title
  }

  /// The description of the block, with its reason.
  var text: String {
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
    plan.addBlock(at: index, to: &line)
    line.add("seed", course.seed)
    return line
  }
}
