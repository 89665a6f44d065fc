/// Whether Peach can keep its memory from being swapped out.
struct MemoryFacts {
  let isLocked: Bool

  /// RLIMIT_MEMLOCK in bytes, the highest that may be had; `nil` for no limit.
  let limit: Int?

  /// What it must allow for, in bytes.
  let requirement: Int
  let limits: LimitFacts

  init(isLocked: Bool, limit: Int?, requirement: Int, limits: LimitFacts) {
    self.isLocked = isLocked
    self.limit = limit
    self.requirement = requirement
    self.limits = limits
  }
}
