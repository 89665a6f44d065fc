import Console
import Foundation
import Language
import Synchronization

/// Whether Peach's sound can run in real time.
struct RealtimeFacts {
  /// What the server asks for.
  enum Need: Hashable {
    case required, notRequired, unknown
    /// PipeWire gets its clients real time by other ways.
    case byPipeWire
  }

  /// Whether a thread of this process was let run in real time when it tried.
  let isAllowed: Bool

  /// The priority that was tried.
  let priority: Int

  /// RLIMIT_RTPRIO, the highest that may be had.
  let limit: Int
  let need: Need
  let limits: LimitFacts

  init(isAllowed: Bool, priority: Int, limit: Int, need: Need, limits: LimitFacts) {
    self.isAllowed = isAllowed
    self.priority = priority
    self.limit = limit
    self.need = need
    self.limits = limits
  }
}

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

/// Tries whether a thread may run in real time: limits, capabilities and control groups all have a say.
enum RealtimeTrial {
  nonisolated static func isAllowed(priority: Int) -> Bool {
    let done = DispatchSemaphore(value: 0)
    let outcome = Outcome()
    let thread = Thread {
      var parameters = sched_param()
      parameters.sched_priority = Int32(priority)
      let result = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
      outcome.isAllowed.store(result == 0, ordering: .releasing)
      done.signal()
    }
    thread.start()
    done.wait()
    return outcome.isAllowed.load(ordering: .acquiring)
  }

  private nonisolated final class Outcome: Sendable {
    let isAllowed = Atomic(false)
  }
}
