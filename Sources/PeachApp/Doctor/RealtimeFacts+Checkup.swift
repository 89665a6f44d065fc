import Console
import Language

extension RealtimeFacts {
  var checkup: Checkup {
    var facts = JSONLine()
    facts.add("isAllowed", isAllowed)
    facts.add("limit", limit)
    facts.add("priority", priority)
    limits.add(to: &facts)
    if isAllowed {
      return Checkup(
        .realtime, .ok,
        findings: [
          localized("Sound may run in real time at priority %d (rtprio limit %d).", priority, limit)
        ],
        facts: facts)
    }
    let denied =
      localized("Sound may not run in real time at priority %d (rtprio limit %d).", priority, limit)
    switch need {
    case .byPipeWire:
      return Checkup(
        .realtime, .ok, findings: [denied, localized("PipeWire asks rtkit for it instead.")],
        facts: facts)
    case .notRequired:
      return Checkup(
        .realtime, .hint,
        findings: [denied, localized("This server does not need it."), limits.finding],
        advice: limits.advice, facts: facts)
    case .required, .unknown:
      return Checkup(
        .realtime, .fault,
        findings: [
          denied, localized("Notes drop out whenever something else is busy."), limits.finding,
        ],
        advice: limits.advice, facts: facts, status: .configuration)
    }
  }
}
