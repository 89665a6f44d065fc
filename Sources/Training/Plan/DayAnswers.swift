import MainThread
import Music

/// How many answers were given on a day, to each skill and to each block of the plan of that day.
public nonisolated struct DayAnswers: Sendable {
  /// The number of the local day (``LocalDays``).
  public let day: Int

  private var ofSkills: [Skill: Int] = [:]
  /// By the numbers of the blocks.
  private var ofBlocks: [Int: Int] = [:]

  public init(day: Int) { self.day = day }

  /// - Parameters:
  ///   - place: that of the answers in a plan; `nil` if they belong to none.
  ///   - count: how many answers.
  public mutating func add(
    _ training: TrainingName, _ interval: DirectedInterval, at place: PlanPlace?, count: Int = 1
  ) {
    ofSkills[Skill(training, interval), default: 0] += count
    if let place, place.plan == Plan.nameOfDay { ofBlocks[place.block, default: 0] += count }
    invariant(
      ofBlocks.values.reduce(0, +) <= ofSkills.values.reduce(0, +),
      "answers of the plan are among those of the day")
  }

  /// Whether the plan of the day has been trained to its end.
  public func hasDone(_ plan: Plan) -> Bool {
    plan.blocks.indices.last.map { hasEnded($0, of: plan) } ?? true
  }

  /// Whether the plan of the day was begun, but its focus has not ended: a break in the middle can cost what the day
  /// has taught (Little, Zhang and Wright 2017).
  public func isBeforeEndOfFocus(of plan: Plan) -> Bool {
    let focus = plan.blocks.firstIndex { $0.part == .focus }
    return !ofBlocks.isEmpty && focus.map { !hasEnded($0, of: plan) } ?? false
  }

  /// Whether a block has all its answers, or a later one of the plan has some.
  private func hasEnded(_ index: Int, of plan: Plan) -> Bool {
    let isLeft = plan.blocks.indices.dropFirst(index + 1).contains {
      ofBlocks[plan.number(ofBlockAt: $0)] != nil
    }
    guard !isLeft, case .trials(let count) = plan.blocks[index].length else { return isLeft }
    return ofBlocks[plan.number(ofBlockAt: index), default: 0] >= count
  }

  /// Whether a training of intervals has had three times the trials that the plan of the day has for it, in the plan
  /// and beside it.
  public func isPlenty(
    of training: TrainingName, at intervals: [DirectedInterval], in plan: Plan
  ) -> Bool {
    plan.blocks.contains { block in
      guard block.activity.training == training, case .trials(let count) = block.length,
        block.intervals.contains(where: intervals.contains)
      else { return false }
      let answers = block.intervals.reduce(0) { $0 + ofSkills[Skill(training, $1), default: 0] }
      return answers >= 3 * count
    }
  }
}
