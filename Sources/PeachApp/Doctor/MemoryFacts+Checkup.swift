import Console
import Language

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
