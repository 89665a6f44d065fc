import MainThread
import Music

/// The circumstances of a comparison that may affect the threshold.
public nonisolated struct HearingCondition: Hashable, Sendable {
  public enum DurationClass: Hashable, Sendable {
    case short, medium, long, unknown

    /// The limits of short and long notes, in seconds.
    public static let shortLimit = 0.6
    public static let longLimit = 1.5

    /// - Parameter seconds: `nil` if unknown.
    public init(seconds: Double?) {
      switch seconds {
      case .none: self = .unknown
      case .some(..<Self.shortLimit): self = .short
      case .some(...Self.longLimit): self = .medium
      case .some: self = .long
      }
    }
  }

  /// The relation of the levels of the two notes.
  public enum LevelClass: Hashable, Sendable {
    case equal, different, unknown

    /// - Parameter decibels: the level of the second note; within 1 dB either way is equal.
    public init(decibels: Double?) {
      switch decibels {
      case .none: self = .unknown
      case .some(-1...1): self = .equal
      case .some: self = .different
      }
    }
  }

  public let soundSource: String?
  public let duration: DurationClass
  public let level: LevelClass

  /// The condition of which nothing is known, as of results of older versions.
  public static let unknown = HearingCondition(TrialContext())

  public init(_ context: TrialContext) {
    soundSource = context.soundSource
    duration = DurationClass(seconds: context.noteDuration)
    level = LevelClass(decibels: context.amplitude)
  }

  public init(soundSource: String?, duration: DurationClass, level: LevelClass) {
    self.soundSource = soundSource
    self.duration = duration
    self.level = level
  }
}

/// The places of conditions in the belief, in order of appearance; from the eighth on they share
/// the last.
nonisolated struct ConditionSlots: Sendable {
  private var own: [HearingCondition] = []

  /// The number of answers under each condition, including those that share a place.
  private var counts: [HearingCondition: Int] = [:]

  /// The local day of the last answer under each condition (``LocalDays``).
  private(set) var days: [HearingCondition: Int] = [:]

  /// The conditions with a place of their own, the one of the latest answer last.
  private var inUse: [HearingCondition] = []

  /// The condition of the latest answer; `nil` before the first.
  private(set) var latest: HearingCondition?

  /// The number of answers under the condition of the latest one.
  var countOfLatest: Int { latest.flatMap { counts[$0] } ?? 0 }

  /// The other conditions with a place of their own, the one with the latest answer first.
  var others: [(condition: HearingCondition, slot: Int)] {
    inUse.reversed().compactMap { condition -> (condition: HearingCondition, slot: Int)? in
      guard condition != latest, let slot = own.firstIndex(of: condition) else { return nil }
      return (condition, slot)
    }
  }

  /// The slot of the condition of the next answer, assigned if it is new. O(1).
  mutating func slot(of condition: HearingCondition, day: Int) -> Int {
    days[condition] = day
    let slot = place(of: condition)
    invariant(
      slot < ThresholdBelief.conditionCount && own.count < ThresholdBelief.conditionCount,
      "a belief has room for each condition")
    counts[condition, default: 0] += 1
    if condition != latest {
      latest = condition
      inUse.removeAll { $0 == condition }
      if own.contains(condition) { inUse.append(condition) }
    }
    return slot
  }

  private mutating func place(of condition: HearingCondition) -> Int {
    if let slot = own.firstIndex(of: condition) { return slot }
    let last = ThresholdBelief.conditionCount - 1
    guard own.count < last else { return last }
    own.append(condition)
    return own.count - 1
  }
}
