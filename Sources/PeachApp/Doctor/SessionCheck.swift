import Console
import Language

/// The session manager that Peach would run under.
struct SessionFacts {
  enum Manager: Hashable {
    case none

    /// New Session Manager at an address, `NSM_URL`.
    case nsm(url: String, Reach)

    /// LADISH, under the name `LADISH_APP_NAME`.
    case ladish(name: String)
  }

  /// Whether somebody is at an address.
  enum Reach: String, Hashable {
    /// Nothing speaks against it; a datagram is not acknowledged.
    case possible
    case nobody
    case noAddress
  }

  let manager: Manager

  init(manager: Manager) { self.manager = manager }
}

extension SessionFacts {
  var checkup: Checkup {
    switch manager {
    case .none:
      return Checkup(
        .session, .ok,
        findings: [
          localized("No session manager: Peach connects its outputs by itself, as connect says.")
        ], facts: facts(variable: nil, value: nil))
    case .ladish(let name):
      return Checkup(
        .session, .ok,
        findings: [
          localized(
            "LADISH calls Peach '%@': SIGUSR1 saves, and Peach connects no output by itself.", name)
        ], facts: facts(variable: "LADISH_APP_NAME", value: name))
    case .nsm(let url, let reach):
      var facts = facts(variable: "NSM_URL", value: url)
      facts.add("reach", reach.rawValue)
      return Checkup(
        .session, reach == .possible ? .ok : .hint, findings: [words(url, reach)],
        advice: reach == .possible
          ? [] : [localized("Start Peach from the session manager, or: unset NSM_URL")],
        facts: facts)
    }
  }

  private func words(_ url: String, _ reach: Reach) -> String {
    switch reach {
    case .possible:
      localized(
        """
        Peach announces itself at %@ (NSM_URL), and connects no output by itself.
        """, url)
    case .nobody:
      localized(
        "Nobody is at %@ (NSM_URL): Peach goes on alone, and connects no output by itself.", url)
    case .noAddress:
      localized(
        """
        NSM_URL is '%@', and no way leads there (allowed: osc.udp://HOST:PORT/): Peach goes on alone, \
        and connects no output by itself.
        """, url)
    }
  }

  private func facts(variable: String?, value: String?) -> JSONLine {
    var facts = JSONLine()
    facts.add("variable", variable)
    facts.add("value", value)
    return facts
  }
}
