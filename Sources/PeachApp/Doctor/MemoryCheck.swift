import Console
import Language

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

extension MemoryFacts {
  var checkup: Checkup {
    var facts = JSONLine()
    facts.add("isLocked", isLocked)
    facts.add("limitBytes", limit)
    facts.add("requiredBytes", requirement)
    limits.add(to: &facts)
    let limit = limit.map(DoctorText.size) ?? localized(context: "limit", "none")
    if isLocked {
      return Checkup(
        .memory, .ok,
        findings: [localized("Peach's memory can be locked (memlock limit: %@).", limit)],
        facts: facts)
    }
    return Checkup(
      .memory, .fault,
      findings: [
        localized(
          """
          Peach's memory cannot be locked: the memlock limit is %@, and Peach needs %@.
          """, limit, DoctorText.size(requirement)),
        localized("Sound may drop out when memory is short."), limits.finding,
      ], advice: limits.advice, facts: facts, status: .configuration)
  }
}
