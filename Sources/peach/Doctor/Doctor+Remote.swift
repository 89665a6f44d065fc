import Console
import OSC
import Settings

/// Who steers Peach from outside.
extension Doctor {
  func session() async -> SessionFacts {
    guard let manager = SessionManager(environment: surroundings.environment),
      let value = surroundings.environment[manager.variable]
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

  /// Settings that cannot be read are another check's.
  var remote: OSCFacts {
    let settings = try? FileUserSettings(file: surroundings.settingsFile)
    guard case .at(let host, let port)? = settings?.osc,
      let address = OSCPeer(host: host, port: UInt16(port))
    else { return OSCFacts(state: .off) }
    do throws(OSCError) {
      // Port 0 is any: what is granted now is another next time.
      _ = try OSCSocket(at: address) { _, _ in }
      return OSCFacts(state: .free(address: address.description, isOpen: !address.isLoopback))
    } catch .taken {
      return OSCFacts(state: .taken(address: address.description))
    } catch {
      return OSCFacts(state: .impossible(Fault(error)))
    }
  }
}
