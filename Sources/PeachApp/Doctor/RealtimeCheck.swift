import Console
import Foundation
import Language
import Synchronization

/// The permission of Peach to run its sound in real time.
struct RealtimeCheck: DoctorCheck {
  /// The requirement of the server.
  enum Need {
    case required, notRequired, unknown
    /// PipeWire gives its clients real time by other means.
    case byPipeWire
  }

  /// True if a thread of this process could switch to real time.
  let isAllowed: Bool

  /// The priority that the thread tried.
  let priority: Int

  /// The hard limit RLIMIT_RTPRIO.
  let limit: Int
  let need: Need
  let limits: LimitFacts

  nonisolated static var subject: Checkup.Subject {
    .init(code: "realtime", name: localized(context: "doctor", "real time"))
  }

  static func scan(_ examination: Examination) -> Self {
    // 5 is the default priority of jackd's clients.
    let priority = examination.report?.clientPriority ?? 5
    let need: Need =
      if examination.library.kind == .pipewire {
        .byPipeWire
      } else if let report = examination.report {
        report.isRealtime ? .required : .notRequired
      } else {
        .unknown
      }
    return Self(
      isAllowed: isAllowed(priority: priority), priority: priority,
      limit: LimitedResource.realtimePriority.highest ?? .max, need: need,
      limits: LimitFacts(of: .realtimePriority))
  }

  /// Tries to run a thread in real time, because limits, capabilities and control groups all
  /// matter.
  nonisolated private static func isAllowed(priority: Int) -> Bool {
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

  nonisolated private final class Outcome: Sendable {
    let isAllowed = Atomic(false)
  }

  var checkup: Checkup {
    var facts = JSONLine()
    facts.add("isAllowed", isAllowed)
    facts.add("limit", limit)
    facts.add("priority", priority)
    limits.add(to: &facts)
    if isAllowed {
      return Checkup(
        .ok,
        findings: [
          localized(
            "Peach may run its sound in real time at priority %d (rtprio limit %d).", priority,
            limit)
        ],
        facts: facts)
    }
    let denied =
      localized(
        "Peach may not run its sound in real time at priority %d (rtprio limit %d).", priority,
        limit)
    switch need {
    case .byPipeWire:
      return Checkup(
        .ok, findings: [denied, localized("PipeWire asks rtkit for it instead.")],
        facts: facts)
    case .notRequired:
      return Checkup(
        .hint, findings: [denied, localized("This server does not need it."), limits.finding],
        advice: limits.advice, facts: facts)
    case .required, .unknown:
      return Checkup(
        .fault,
        findings: [
          denied, localized("Notes drop out whenever other programs are busy."), limits.finding,
        ],
        advice: limits.advice, facts: facts, status: .configuration)
    }
  }
}
