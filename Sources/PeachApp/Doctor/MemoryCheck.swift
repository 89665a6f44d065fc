import Console
import Language
import Sound

/// The lock that keeps Peach's memory from being swapped out.
struct MemoryCheck: DoctorCheck {
  let isLocked: Bool

  /// The hard limit RLIMIT_MEMLOCK in bytes; `nil` for no limit.
  let limit: Int?

  /// The need of Peach in bytes.
  let requirement: Int
  let limits: LimitFacts

  nonisolated static var subject: Checkup.Subject {
    .init(code: "memory", name: localized(context: "doctor", "memory"))
  }

  static func scan(_ examination: Examination) -> Self {
    Self(
      isLocked: MemoryLock.lockAll() == .locked, limit: LimitedResource.lockedMemory.highest,
      requirement: MemoryLock.requirement, limits: LimitFacts(of: .lockedMemory))
  }

  var checkup: Checkup {
    var facts = JSONLine()
    facts.add("isLocked", isLocked)
    facts.add("limitBytes", limit)
    facts.add("requiredBytes", requirement)
    limits.add(to: &facts)
    let limit = limit.map(Self.size) ?? localized(context: "limit", "none")
    if isLocked {
      return Checkup(
        .ok, findings: [localized("Peach's memory can be locked (memlock limit: %@).", limit)],
        facts: facts)
    }
    return Checkup(
      .fault,
      findings: [
        localized(
          "Peach's memory cannot be locked: the memlock limit is %@, but Peach needs %@.", limit,
          Self.size(requirement)),
        localized("The sound may drop out when memory runs low."), limits.finding,
      ], advice: limits.advice, facts: facts, status: .configuration)
  }

  private static func size(_ bytes: Int) -> String {
    bytes < 1 << 20 ? localized("%d KiB", bytes >> 10) : localized("%d MiB", bytes >> 20)
  }
}
