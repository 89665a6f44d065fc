import Music

/// Under which circumstances a comparison was heard, as far as they may move the threshold.
public nonisolated struct HearingCondition: Hashable, Sendable {
  /// How long the notes were.
  public enum DurationClass: Hashable, Sendable {
    case short, medium, long, unknown

    /// - Parameter seconds: under 0.6 is short, to 1.5 medium.
    public init(seconds: Double?) {
      switch seconds {
      case .none: self = .unknown
      case .some(..<0.6): self = .short
      case .some(...1.5): self = .medium
      case .some: self = .long
      }
    }
  }

  /// Whether the two notes were about equally loud.
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

  /// What sounded; `nil` if it is unknown.
  public let soundSource: String?
  public let duration: DurationClass
  public let level: LevelClass

  /// Nothing is known, as of results of older versions.
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

/// The place of each condition in the belief, in order of appearance; from the eighth on they share
/// the last.
nonisolated struct ConditionSlots: Sendable {
  private var own: [HearingCondition] = []

  /// The slot of a condition, which is given one if it is new. O(1).
  mutating func slot(of condition: HearingCondition) -> Int {
    if let slot = own.firstIndex(of: condition) { return slot }
    let last = ThresholdBelief.conditionCount - 1
    guard own.count < last else { return last }
    own.append(condition)
    return own.count - 1
  }
}
