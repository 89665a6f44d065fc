import Language
import OSC
import Settings

/// Who steers Peach from outside.
extension Doctor {
  func session() async -> SessionFacts {
    guard let manager = SessionManager(environment: context.environment),
      let value = context.environment[manager.variable]
    else { return SessionFacts(manager: .none) }
    switch manager {
    case .ladish: return SessionFacts(manager: .ladish(name: value))
    case .nsm:
      let reach: SessionFacts.Reach =
        switch await ManagerProbe.reach(url: value) {
        case .possible: .possible
        case .nobody: .nobody
        case .noAddress: .noAddress
        }
      return SessionFacts(manager: .nsm(url: value, reach))
    }
  }

  var remote: OSCFacts {
    guard let settings = try? FileUserSettings(file: context.settingsFile) else {
      return OSCFacts(state: .unknown)
    }
    guard case .at(let host, let port) = settings.osc,
      let address = OSCPeer(host: host, port: UInt16(port))
    else { return OSCFacts(state: .off) }
    do throws(OSCError) {
      _ = try OSCSocket(at: address) { _, _ in }
      // Which one a port that may be any will be, nobody knows yet.
      let place = port == 0 ? localized("a free port of %@", host) : address.description
      return OSCFacts(state: .free(address: place, isOpen: !address.isLoopback))
    } catch .taken {
      return OSCFacts(state: .taken(address: address.description))
    } catch {
      return OSCFacts(state: .impossible(Fault(error)))
    }
  }
}
