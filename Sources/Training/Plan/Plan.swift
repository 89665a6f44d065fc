import MainThread
import Music

/// A lesson: a list of blocks, each a training with settings of its own. A teacher writes one as a
/// file, and ``Coach`` makes one for each day.
public nonisolated struct Plan: Hashable, Sendable {
  /// The name in the records: that of the file with a hash of its text, so that a changed file is
  /// another plan.
  public let name: String

  public let title: PlanText
  public let say: PlanText?

  public let blocks: [Block]

  /// The length of the hash in the name, including the hyphen before it.
  public static let hashLength = 9

  /// The folder of a BIDS tree to which the results are written, too; `nil` for none.
  public let bids: String?

  /// The name of the plan that ``Coach`` makes for a day.
  public static let nameOfDay = "today"

  public init(
    name: String, title: PlanText, say: PlanText? = nil, bids: String? = nil, blocks: [Block]
  ) {
    (self.name, self.title, self.say, self.bids, self.blocks) = (name, title, say, bids, blocks)
  }

  /// The number of a block in the records, from 1: its place, or its part in the plan of a day.
  public func number(ofBlockAt index: Int) -> Int { blocks[index].part?.number ?? index + 1 }

  /// The expected duration of the blocks, in seconds, as far as known.
  public var seconds: Double { blocks.reduce(0) { $0 + ($1.expectedSeconds ?? 0) } }
}

public nonisolated struct PlanText: Hashable, Sendable {
  /// The texts by the codes of languages, such as `de`; under the empty code for any language.
  public let texts: [String: String]

  public init(_ text: String) { texts = ["": text] }

  /// - Parameter texts: not empty.
  public init(byLanguage texts: [String: String]) { self.texts = texts }

  /// The text in a language, else in English, else in the first one there is.
  public func text(in language: String) -> String {
    texts[language] ?? texts[""] ?? texts["en"] ?? texts.min { $0.key < $1.key }?.value ?? ""
  }
}

/// A part of a plan: a training, listening or a rest.
public nonisolated struct Block: Hashable, Sendable {
  public enum Activity: String, CaseIterable, Sendable {
    case comparison, matching, purity, playing, oddOne

    /// Notes and intervals in tune, without answers.
    case listening
    case rest

    public var training: TrainingName? { TrainingName(rawValue: rawValue) }
  }

  public enum Length: Hashable, Sendable {
    case trials(Int)
    case seconds(Int)
  }

  /// A trial of a list. Properties that it does not give come from the block.
  public struct Trial: Hashable, Sendable {
    public var referenceNote: MIDINote?
    public var interval: DirectedInterval?
    public var accompaniment: [DirectedInterval] = []
    public var centOffset: Cents?
    public var initialCentOffset: Cents?
    public var amplitude: AmplitudeDB?

    /// The condition of an experiment, as the records name it.
    public var condition: String?

    /// The settings for this trial alone, by name.
    public var settings: [String: String] = [:]

    public init() {}
  }

  /// The order in which the rows of a list are asked, as plans spell it.
  public enum Order: String, CaseIterable, Sendable {
    case given, random

    /// A Latin square, by the number of the participant.
    case latin
  }

  /// The method that chooses the differences of a block in place of a strategy of the settings.
  public enum Method: Hashable, Sendable {
    /// The |offset| of all trials, in cents; `nil` if the list gives those of all trials.
    case constant(Double?)
    case staircase(Staircase)

    /// The spelling in plans and records.
    public var name: String {
      switch self {
      case .constant: "constant"
      case .staircase: "staircase"
      }
    }
  }

  /// The condition that ends a block before it has all its trials.
  public enum End: Hashable, Sendable {
    /// Each staircase has this number of reversals.
    case reversals(Int)

    /// No standard error of ln threshold is greater, by the answers of the block.
    case standardError(Double)

    /// The spelling in plans.
    public var text: String {
      switch self {
      case .reversals(let count): "reversals \(count)"
      case .standardError(let error): "s.e. \(error)"
      }
    }
  }

  /// The check to be passed before a block begins, as plans spell it.
  public enum HeadphoneCheck: String, CaseIterable, Sendable {
    /// Six questions which of three noises contains a tone that is audible only with headphones.
    case huggins
  }

  /// The parts of the plan of a day, as JSON spells them and in the order of their numbers in the
  /// records.
  public enum Part: String, CaseIterable, Sendable {
    case listen, focus, hand, older, check

    /// The number in the records, from 1.
    public var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
  }

  public var activity: Activity
  public var length: Length

  /// The text that is shown before the block, if any.
  public var say: PlanText?

  public var hasFeedback = true

  /// The rows of the list, as they stand in the file; empty if Peach chooses the trials.
  public var list: [Trial] = []
  public var order = Order.given
  public var repeats = 1

  /// True if the results are practice, which an analysis leaves out.
  public var isPractice = false

  /// The condition of all trials whose row has none.
  public var condition: String?

  /// The method that chooses the differences; `nil` for the strategy of the settings.
  public var method: Method?
  public var end: End?
  public var headphones: HeadphoneCheck?

  /// The settings for this block, by name, as on the command line.
  public var settings: [String: String] = [:]

  // MARK: In the plan of a day

  public var part: Part?
  public var reason: Reason?

  /// The expected duration of the block, in seconds, if known.
  public var expectedSeconds: Double?

  public init(_ activity: Activity, _ length: Length) {
    (self.activity, self.length) = (activity, length)
  }

  /// The greatest number of results of the block; `nil` if it has a time instead.
  public var trials: Int? {
    if case .trials(let count) = length { count } else { nil }
  }

  /// The intervals that are set for it; empty if the settings below it decide.
  public var intervals: [DirectedInterval] {
    (settings["intervals"] ?? "").split(separator: ",").compactMap { DirectedInterval(String($0)) }
  }
}

/// The reason for a block in the plan of a day.
public nonisolated struct Reason: Hashable, Sendable {
  /// The kind of reason, as JSON spells it.
  public enum Kind: String, Sendable {
    case firstDay

    /// The first skill that is not done, or another one for two days after five days of that.
    case focus, turn
    case listen, hand, older, check

    /// A note that stands out of the player's instrument.
    case note
  }

  public var kind: Kind
  public var skill: Skill

  /// The figure of the skill, or the distance of ``note`` from the rest; `nil` if there is none
  /// yet.
  public var figure: CentsEstimate?

  public var note: MIDINote?

  public var answers = 0
  public var goal: Double

  /// The number of the day of the focus, from 1.
  public var dayOfFocus: Int?

  /// The number of the local day (``LocalDays``) on which a checked skill was done, or on which the
  /// skill was last trained.
  public var since: Int?
}

/// The numbers of answers on a day, to each skill and to each block of the plan of that day.
public nonisolated struct DayAnswers: Sendable {
  public let day: Int

  private var ofSkills: [Skill: Int] = [:]
  private var ofBlocks: [Int: Int] = [:]

  public init(day: Int) { self.day = day }

  /// - Parameters:
  ///   - place: the place of the answers in a plan, if any.
  ///   - count: the number of answers.
  public mutating func add(
    _ training: TrainingName, _ interval: DirectedInterval, at place: PlanPosition?, count: Int = 1
  ) {
    ofSkills[Skill(training, interval), default: 0] += count
    if let place, place.plan == Plan.nameOfDay { ofBlocks[place.block, default: 0] += count }
    invariant(
      ofBlocks.values.reduce(0, +) <= ofSkills.values.reduce(0, +),
      "answers of the plan are among those of the day")
  }

  /// True if the plan of the day has been trained to its end.
  public func hasDone(_ plan: Plan) -> Bool {
    plan.blocks.indices.last.map { hasEnded($0, of: plan) } ?? true
  }

  /// True if the plan of the day was begun, but its focus has not ended: a break in the middle can
  /// cost the day's progress (Little, Zhang and Wright 2017).
  public func isBeforeEndOfFocus(of plan: Plan) -> Bool {
    let focus = plan.blocks.firstIndex { $0.part == .focus }
    return !ofBlocks.isEmpty && focus.map { !hasEnded($0, of: plan) } ?? false
  }

  /// True if a block has all its answers, or a later one of the plan has some.
  private func hasEnded(_ index: Int, of plan: Plan) -> Bool {
    let isLeft = plan.blocks.indices.dropFirst(index + 1).contains {
      ofBlocks[plan.number(ofBlockAt: $0)] != nil
    }
    guard !isLeft, case .trials(let count) = plan.blocks[index].length else { return isLeft }
    return ofBlocks[plan.number(ofBlockAt: index), default: 0] >= count
  }

  /// True if a training of intervals has had three times the trials of the plan of the day, in the
  /// plan and beside it.
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
