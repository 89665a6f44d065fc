import Console
import Language
import OSC
import Settings

/// The session manager that Peach would run under.
struct SessionCheck: DoctorCheck {
  enum Manager {
    case none

    /// New Session Manager at an address, `NSM_URL`.
    case nsm(url: String, NSMProbe.Reach)

    /// LADISH, under the name `LADISH_APP_NAME`.
    case ladish(name: String)
  }

  let manager: Manager

  nonisolated static var subject: Checkup.Subject {
    .init(code: "session", name: localized(context: "doctor", "session"))
  }

  static func scan(_ examination: Examination) async -> Self {
    let environment = examination.context.environment
    guard let manager = SessionManager(environment: environment),
      let value = environment[manager.variable]
    else { return Self(manager: .none) }
    return switch manager {
    case .ladish: Self(manager: .ladish(name: value))
    case .nsm: Self(manager: .nsm(url: value, await NSMProbe.reach(url: value)))
    }
  }

  var checkup: Checkup {
    switch manager {
    case .none:
      return Checkup(
        .ok,
        findings: [
          localized(
            """
            There is no session manager. Peach connects its outputs itself, as the setting \
            connect says.
            """)
        ], facts: facts(variable: nil, value: nil))
    case .ladish(let name):
      return Checkup(
        .ok,
        findings: [
          localized(
            "LADISH runs Peach as '%@': SIGUSR1 saves, and Peach does not connect its outputs.",
            name)
        ], facts: facts(variable: "LADISH_APP_NAME", value: name))
    case .nsm(let url, let reach):
      var facts = facts(variable: "NSM_URL", value: url)
      facts.add("reach", Self.code(reach))
      return Checkup(
        reach == .possible ? .ok : .hint, findings: [words(url, reach)],
        advice: reach == .possible
          ? [] : [localized("Start Peach from the session manager, or: unset NSM_URL")],
        facts: facts)
    }
  }

  private func words(_ url: String, _ reach: NSMProbe.Reach) -> String {
    switch reach {
    case .possible:
      localized(
        "Peach joins the session manager at %@ (NSM_URL) and does not connect its outputs.", url)
    case .nobody:
      localized(
        """
        No session manager answers at %@ (NSM_URL). Peach runs without one, and does not \
        connect its outputs.
        """, url)
    case .noAddress:
      localized(
        """
        NSM_URL is '%@', which cannot be reached (allowed: osc.udp://HOST:PORT/). Peach runs \
        without a session manager, and does not connect its outputs.
        """, url)
    }
  }

  /// The word in JSON, never translated.
  private static func code(_ reach: NSMProbe.Reach) -> String {
    switch reach {
    case .possible: "possible"
    case .nobody: "nobody"
    case .noAddress: "noAddress"
    }
  }

  private func facts(variable: String?, value: String?) -> JSONLine {
    var facts = JSONLine()
    facts.add("variable", variable)
    facts.add("value", value)
    return facts
  }
}
