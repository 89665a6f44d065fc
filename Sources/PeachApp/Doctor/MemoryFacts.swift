/// Whether Peach can keep its memory from being swapped out.
public struct MemoryFacts {
  public let isLocked: Bool

  /// RLIMIT_MEMLOCK in bytes, the highest that may be had; `nil` for no limit.
  public let limit: Int?

  /// What it must allow for, in bytes.
  public let requirement: Int
  public let limits: LimitFacts

  public init(isLocked: Bool, limit: Int?, requirement: Int, limits: LimitFacts) {
    self.isLocked = isLocked
    self.limit = limit
    self.requirement = requirement
    self.limits = limits
  }
}
