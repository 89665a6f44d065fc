import Foundation
import MainThread
import Music

/// The course of a block of a plan: the next trial, and the end of the block. Main thread.
///
/// It follows from the block, the seed, the participant and the answers so far. So a block that was
/// interrupted continues as if it had not been, and the same seed gives the same trials anywhere.
public final class BlockCourse {
  public let block: Block

  /// The seed of the plan's choices; at most 2⁵³, so that every reader of JSON has it exactly.
  public let seed: UInt64

  /// The answers that count, in order.
  private(set) var answers: [BlockAnswer]

  /// The number of answers that were taken back: the question after such an answer is a different
  /// one.
  private var withdrawn: Int
  private let index: Int

  /// The rows of the list in the order in which they are asked; empty without a list.
  private let rows: [Block.Trial]

  /// - Parameters:
  ///   - index: the place of the block in its plan.
  ///   - participant: the number of the participant, which determines the order in Latin squares.
  ///   - answers: the answers that the block has already, without those that were taken back.
  ///   - withdrawn: the number of answers that were taken back.
  public init(
    _ block: Block, at index: Int = 0, seed: UInt64 = BlockCourse.drawSeed(),
    participant: Int? = nil, answers: [BlockAnswer] = [], withdrawn: Int = 0
  ) {
    (self.block, self.index, self.seed) = (block, index, seed)
    (self.answers, self.withdrawn) = (answers, withdrawn)
    var random = Self.random(seed, index, trial: 0)
    rows = block.order.rows(
      of: block.list, repeats: block.repeats, participant: participant ?? 1, using: &random)
  }

  public nonisolated static func drawSeed() -> UInt64 { UInt64.random(in: 0...1 << 53) }

  public var count: Int { answers.count }

  /// The row of the list for the next trial; empty without a list.
  public var row: Block.Trial { rows.isEmpty ? Block.Trial() : rows[count % rows.count] }

  var condition: String? { condition(of: row) }

  private func condition(of row: Block.Trial) -> String? { row.condition ?? block.condition }

  var listedIntervals: [DirectedInterval] { rows.compactMap(\.interval) }

  public func add(_ result: CompletedTrial) {
    invariant(!answers.contains { $0.id == result.id }, "an answer counts once")
    answers.append(BlockAnswer(result))
  }

  public func withdraw(_ result: CompletedTrial) {
    guard let place = answers.lastIndex(where: { $0.id == result.id }) else { return }
    answers.remove(at: place)
    withdrawn += 1
  }

  // MARK: Chance

  var random: RandomSource { Self.random(seed, index, trial: count + withdrawn + 1) }

  /// The source of chance for everything before the block.
  public var randomBefore: RandomSource { Self.random(seed, index, trial: .max) }

  private static func random(_ seed: UInt64, _ block: Int, trial: Int) -> RandomSource {
    // Similar seeds would give the same numbers at other places, so they are mixed first.
    var mixed = seed
    for number in [UInt64(block), UInt64(trial)] {
      var generator = SeededGenerator(seed: mixed ^ number)
      mixed = generator.next()
    }
    return RandomSource(SeededGenerator(seed: mixed))
  }

  // MARK: Differences

  /// The offset of the next trial; `nil` if a strategy of the settings chooses it. Either sign is
  /// equally likely, unless the list gives it.
  func offset(at interval: DirectedInterval, using random: inout RandomSource) -> Cents? {
    if let given = row.centOffset { return given }
    let size: Double
    switch block.method {
    case .constant(let offset?): size = offset
    case .staircase(let rule): size = track(rule, BlockTrack(interval, condition)).difference
    case .constant(nil), nil: return nil
    }
    return Cents(Bool.random(using: &random) ? size : -size)
  }

  private func track(_ rule: Staircase, _ key: BlockTrack) -> Staircase.Track {
    answers.reduce(into: Staircase.Track(rule)) { track, answer in
      if answer.track == key, let isCorrect = answer.isCorrect { track.add(isCorrect: isCorrect) }
    }
  }

  // MARK: The end

  /// True if the block has all its trials, or is known to be exact enough. A block with a time ends
  /// by itself.
  public var isOver: Bool {
    if let trials = block.trials, count >= trials { return true }
    switch (block.end, block.method) {
    case (.reversals(let wanted)?, .staircase(let rule)?):
      let tracks = Set(
        answers.map(\.track) + rows.map { BlockTrack($0.interval, condition(of: $0)) })
      let asked = tracks.filter { $0.interval != nil }
      return !asked.isEmpty && asked.allSatisfy { track(rule, $0).reversals >= wanted }
    case (.standardError(let wanted)?, _):
      return standardErrors.max().map { $0 <= wanted } ?? false
    default: return false
    }
  }

  /// The standard error of ln threshold for each condition and interval, from the answers of this
  /// block alone.
  private var standardErrors: [Double] {
    Dictionary(grouping: answers, by: \.condition).values.flatMap { answers in
      var hearing = HearingModel()
      for answer in answers { if let choice = answer.choice { hearing.add(choice) } }
      // The peculiarity of the day belongs to the measurement.
      let levels = Presentation.allCases.map { hearing.unison[$0] }.filter { $0.count > 0 }
        .map(\.maps.levelToday)
      let others = Presentation.allCases.map { hearing.intervals[$0] } + [hearing.purity]
      let thresholds =
        levels + others.flatMap { part in part.askedIntervals.map { part.threshold(of: $0) } }
      return thresholds.map {
        log($0.high.rawValue / $0.low.rawValue) / (2 * 1.6448536269514722)
      }
    }
  }
}

/// An answer of a block, as its course uses it.
public nonisolated struct BlockAnswer: Sendable {
  let id: UUID

  /// `nil` if it was not a choice of two.
  let choice: ChoiceAnswer?

  /// `nil` if a pitch was answered.
  let isCorrect: Bool?
  let track: BlockTrack
  var condition: String? { track.condition }

  public init(
    _ id: UUID, _ choice: ChoiceAnswer?, isCorrect: Bool?, at interval: DirectedInterval,
    condition: String?
  ) {
    (self.id, self.choice, self.isCorrect) = (id, choice, isCorrect)
    track = BlockTrack(interval, condition)
  }

  init(_ result: CompletedTrial) {
    self.init(
      result.id, ChoiceAnswer(result),
      isCorrect: result.training.answer.isRightOrWrong ? result.isCorrect : nil,
      at: result.challenge.interval,
      condition: result.context.condition)
  }
}

/// The subject of a staircase: an interval under a condition.
nonisolated struct BlockTrack: Hashable, Sendable {
  let interval: DirectedInterval?
  let condition: String?

  init(_ interval: DirectedInterval?, _ condition: String?) {
    (self.interval, self.condition) = (interval, condition)
  }
}

/// A transformed up-down staircase (Levitt, "Transformed Up-Down Methods in Psychoacoustics",
/// 1971): a number of right answers in a row makes the difference smaller by a factor, a number of
/// wrong ones in a row makes it larger. 2 down and 1 up lead to 70.7 % right answers, 3 down and 1
/// up to 79.4 %.
public nonisolated struct Staircase: Hashable, Sendable {
  public var start = 100.0
  public var down = 2
  public var up = 1

  /// The factors, above 1; not empty. Each is used for that many reversals, the last one to the
  /// end.
  public var steps = [2.0]
  public var reversals = 2

  public init() {}

  struct Track {
    private let rule: Staircase
    private(set) var difference: Double
    private(set) var reversals = 0
    private var (right, wrong) = (0, 0)

    /// True if the last step made the difference smaller; `nil` before the first.
    private var wasDown: Bool?

    init(_ rule: Staircase) { (self.rule, difference) = (rule, rule.start) }

    mutating func add(isCorrect: Bool) {
      (right, wrong) = isCorrect ? (right + 1, 0) : (0, wrong + 1)
      guard right >= rule.down || wrong >= rule.up else { return }
      (right, wrong) = (0, 0)
      if let wasDown, wasDown != isCorrect { reversals += 1 }
      wasDown = isCorrect
      let factor = rule.steps[min(reversals / rule.reversals, rule.steps.count - 1)]
      let limits = Challenge.differences
      let wanted = isCorrect ? difference / factor : difference * factor
      difference = min(max(wanted, limits.lowerBound), limits.upperBound)
    }
  }
}

nonisolated extension Block.Order {
  /// The rows of a list in the order in which they are asked, with repetitions. Each repetition has
  /// an order of its own.
  ///
  /// A Latin square orders the conditions of the list, or its rows if it has none.
  func rows(
    of list: [Block.Trial], repeats: Int, participant: Int, using random: inout RandomSource
  ) -> [Block.Trial] {
    (0..<repeats).flatMap { repetition -> [Block.Trial] in
      switch self {
      case .given: list
      case .random: list.shuffled(using: &random)
      case .latin:
        LatinSquare.row(participant - 1 + repetition, of: groups(of: list).count)
          .flatMap { groups(of: list)[$0] }
      }
    }
  }

  /// The rows by condition, in order of appearance.
  private func groups(of list: [Block.Trial]) -> [[Block.Trial]] {
    guard list.contains(where: { $0.condition != nil }) else { return list.map { [$0] } }
    var conditions: [String?] = []
    for row in list where !conditions.contains(row.condition) { conditions.append(row.condition) }
    return conditions.map { condition in list.filter { $0.condition == condition } }
  }
}

/// Latin squares in which each condition follows each other one equally often (Williams,
/// "Experimental Designs Balanced for the Estimation of Residual Effects of Treatments", 1949):
/// over as many participants as there are conditions if their number is even, over twice as many if
/// it is odd.
nonisolated enum LatinSquare {
  /// The order for the participant of that number, from 0.
  static func row(_ number: Int, of count: Int) -> [Int] {
    guard count > 0 else { return [] }
    let number = (number % (2 * count) + 2 * count) % (2 * count)
    // 0, 1, n − 1, 2, n − 2, …
    let first = (0..<count).map { $0.isMultiple(of: 2) ? (count - $0 / 2) % count : ($0 + 1) / 2 }
    let row = first.map { ($0 + number) % count }
    return count.isMultiple(of: 2) || number < count ? row : row.reversed()
  }
}

/// The participant and the session of an experiment; labels of letters and digits.
public nonisolated struct Participation: Hashable, Sendable {
  public var participant: String?
  public var session: String?

  public init(participant: String? = nil, session: String? = nil) {
    (self.participant, self.session) = (participant, session)
  }

  /// The digits of the label: 7 of `07` and of `P07`; `nil` without any.
  public var number: Int? { participant.flatMap { Int($0.filter(\.isWholeNumber).prefix(9)) } }
}
