import Music

/// A lesson: a list of blocks, of which each is a training with settings of its own.
///
/// A teacher writes one as a file, and ``Coach`` makes one for each day. Nothing else knows the difference.
public nonisolated struct Plan: Hashable, Sendable {
  /// The name in the records: that of the file with a hash of its text, so that a changed file is another plan.
  public let name: String

  public let title: PlanText

  /// What the plan is about; `nil` if it does not say.
  public let say: PlanText?

  public let blocks: [Block]

  /// How much of the name is the hash, with the hyphen before it.
  public static let hashLength = 9

  /// The folder of a BIDS tree that the results are written to, too; `nil` for none.
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

  /// How long the blocks take, in seconds, as far as that is known.
  public var seconds: Double { blocks.reduce(0) { $0 + ($1.expectedSeconds ?? 0) } }
}

/// A text of a plan, in one language or in several.
public nonisolated struct PlanText: Hashable, Sendable {
  /// By the codes of languages, such as `de`; under the empty code for any language.
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
  /// What is done in a block, as plans spell it.
  public enum Activity: String, CaseIterable, Sendable {
    case comparison, matching, purity, playing, oddOne

    /// Notes and intervals sound in tune, and nothing is answered.
    case listening
    case rest

    public var training: TrainingName? { TrainingName(rawValue: rawValue) }
  }

  public enum Length: Hashable, Sendable {
    case trials(Int)
    case seconds(Int)
  }

  /// A trial of a list. What it does not give comes from the block.
  public struct Trial: Hashable, Sendable {
    public var referenceNote: MIDINote?
    public var interval: DirectedInterval?

    /// Empty if the block decides.
    public var accompaniment: [DirectedInterval] = []
    public var centOffset: Cents?
    public var initialCentOffset: Cents?

    /// The level of the second note.
    public var amplitude: AmplitudeDB?

    /// What an experiment compares, as the records name it.
    public var condition: String?

    /// What is set for this trial alone, by the names of the settings.
    public var settings: [String: String] = [:]

    public init() {}
  }

  /// The order in which the rows of a list are asked, as plans spell it.
  public enum Order: String, CaseIterable, Sendable {
    case given, random

    /// By the number of the participant.
    case latin
  }

  /// What chooses the differences of a block in the place of a strategy of the settings.
  public enum Method: Hashable, Sendable {
    /// Always the same |offset|, in cents; `nil` if the list gives those of all trials.
    case constant(Double?)
    case staircase(Staircase)

    /// As plans and records spell it.
    public var name: String {
      switch self {
      case .constant: "constant"
      case .staircase: "staircase"
      }
    }
  }

  /// When a block ends before it has all its trials.
  public enum End: Hashable, Sendable {
    /// Each staircase has turned so often.
    case reversals(Int)

    /// No standard error of ln threshold is greater, as the answers of the block show it.
    case standardError(Double)

    /// As plans spell it.
    public var text: String {
      switch self {
      case .reversals(let count): "reversals \(count)"
      case .standardError(let error): "s.e. \(error)"
      }
    }
  }

  /// What has to be passed before a block begins, as plans spell it.
  public enum HeadphoneCheck: String, CaseIterable, Sendable {
    /// Six questions which of three noises has a tone that only headphones let hear.
    case huggins
  }

  /// The parts of the plan of a day, as JSON spells them and in the order of their numbers in the records.
  public enum Part: String, CaseIterable, Sendable {
    case listen, focus, hand, older, check

    /// The number in the records, from 1.
    public var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
  }

  public var activity: Activity
  public var length: Length

  /// What is shown before the block; `nil` for nothing but what the block is.
  public var say: PlanText?

  /// Whether each answer gets its verdict.
  public var hasFeedback = true

  /// The rows of the list, as they stand in the file; empty if Peach chooses the trials.
  public var list: [Trial] = []
  public var order = Order.given

  /// How often each row of the list is asked.
  public var repeats = 1

  /// Whether the results are practice, which an analysis leaves out.
  public var isPractice = false

  /// The condition of all trials whose row has none.
  public var condition: String?

  /// What chooses the differences; `nil` for the strategy of the settings.
  public var method: Method?
  public var end: End?
  public var headphones: HeadphoneCheck?

  /// What is set for this block, by the names of the settings, as on the command line.
  public var settings: [String: String] = [:]

  // MARK: In the plan of a day

  public var part: Part?
  public var reason: Reason?

  /// How long the block takes, in seconds; `nil` if nobody knows.
  public var expectedSeconds: Double?

  public init(_ activity: Activity, _ length: Length) {
    (self.activity, self.length) = (activity, length)
  }

  /// How many results the block should have at most; `nil` if it has a time instead.
  public var trials: Int? {
    if case .trials(let count) = length { count } else { nil }
  }

  /// The intervals that are set for it; empty if the settings below it decide.
  public var intervals: [DirectedInterval] {
    (settings["intervals"] ?? "").split(separator: ",").compactMap { DirectedInterval(String($0)) }
  }
}

/// Why a block is in the plan of a day.
public nonisolated struct Reason: Hashable, Sendable {
  /// As JSON spells it.
  public enum Kind: String, Sendable {
    /// There are no records.
    case firstDay

    /// The first skill that is not done, or another one for two days after five days of that.
    case focus, turn
    case listen, hand, older, check

    /// A note that stands out of the player's instrument.
    case note
  }

  public var kind: Kind

  /// What the block trains most.
  public var skill: Skill

  /// The figure of the skill, or how far ``note`` is from the rest; `nil` if there is none yet.
  public var figure: CentsEstimate?

  /// The note that stands out.
  public var note: MIDINote?

  /// How many answers there are to the skill.
  public var answers = 0
  public var goal: Double

  /// Which day of the focus this is, from 1.
  public var dayOfFocus: Int?

  /// The number of the local day (``LocalDays``) on which the skill was done, of a check, or trained last.
  public var since: Int?
}
