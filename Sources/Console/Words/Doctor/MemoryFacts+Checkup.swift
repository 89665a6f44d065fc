extension MemoryFacts {
  public var checkup: Checkup {
    var facts = JSONLine()
    facts.add("isLocked", isLocked)
    facts.add("limitBytes", limit)
    facts.add("requiredBytes", requirement)
    limits.add(to: &facts)
    let limit = limit.map(DoctorText.size) ?? "none"
    if isLocked {
      return Checkup(
        .memory, .ok, findings: ["Peach's memory can be locked (memlock limit: \(limit))."],
        facts: facts)
    }
    return Checkup(
      .memory, .fault,
      findings: [
        """
        Peach's memory cannot be locked: the memlock limit is \(limit), and Peach needs \
        \(DoctorText.size(requirement)).
        """,
        "Sound may drop out when memory is short.", limits.finding,
      ], advice: limits.advice, facts: facts, status: .configuration)
  }
}
