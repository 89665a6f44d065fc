import Console
import Language

/// Where Peach listens for Open Sound Control.
struct OSCFacts {
  enum State: Hashable {
    case off

    /// The settings cannot be read; that is another check's fault.
    case unknown

    /// Peach can listen there.
    ///
    /// - Parameter isOpen: whether other machines can reach it.
    case free(address: String, isOpen: Bool)

    /// Somebody listens there.
    case taken(address: String)
    case impossible(Fault)
  }

  let state: State

  init(state: State) { self.state = state }
}

extension OSCFacts {
  var checkup: Checkup {
    var facts = JSONLine()
    switch state {
    case .off:
      facts.addNull("address")
      return Checkup(.osc, .ok, findings: [localized("Off: nobody can steer Peach.")], facts: facts)
    case .unknown:
      facts.addNull("address")
      return Checkup(
        .osc, .hint,
        findings: [localized("Nobody can tell before the settings can be read.")],
        advice: [localized("Mend the settings first.")], facts: facts)
    case .free(let address, let isOpen):
      facts.add("address", address)
      let whom =
        isOpen
        ? localized("Other machines in the network can steer it, too.")
        : localized("This machine's programs can steer it.")
      return Checkup(
        .osc, .ok, findings: [localized("While Peach trains it listens at %@.", address), whom],
        facts: facts)
    case .taken(let address):
      facts.add("address", address)
      return Checkup(
        .osc, .hint,
        findings: [localized("Somebody listens at %@: a Peach that runs, or another.", address)],
        advice: [localized("Where it is another: peach settings set osc PORT")], facts: facts)
    case .impossible(let fault):
      facts.addNull("address")
      return Checkup(
        .osc, .fault, findings: [fault.message],
        advice: [localized("peach settings set osc PORT, or: peach settings unset osc")],
        facts: facts, status: fault.status)
    }
  }
}
