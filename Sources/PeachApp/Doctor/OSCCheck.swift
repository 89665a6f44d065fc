import Console
import Language
import OSC
import Program
import Settings

/// The address at which Peach listens for Open Sound Control.
struct OSCCheck: DoctorCheck {
  enum State {
    case off

    /// The settings cannot be read; another check reports that.
    case unknown

    /// Peach can listen at the address.
    ///
    /// - Parameter isOpen: true if other machines can reach it.
    case free(address: String, isOpen: Bool)

    /// Another program listens at the address.
    case taken(address: String)
    case impossible(Fault)
  }

  let state: State

  nonisolated static var subject: Checkup.Subject { .init(code: "osc", name: "OSC") }

  static func scan(_ examination: Examination) -> Self {
    guard let settings = try? FileUserSettings(file: examination.context.settingsFile) else {
      return Self(state: .unknown)
    }
    guard case .at(let host, let port) = settings.osc,
      let address = OSCPeer(host: host, port: UInt16(port))
    else { return Self(state: .off) }
    do throws(OSCError) {
      _ = try OSCSocket(at: address) { _, _ in }
      // Port 0 means any free port, which is not known before the socket is open.
      let place = port == 0 ? localized("a free port of %@", host) : address.description
      return Self(state: .free(address: place, isOpen: !address.isLoopback))
    } catch .taken {
      return Self(state: .taken(address: address.description))
    } catch {
      return Self(state: .impossible(Fault(error)))
    }
  }

  var checkup: Checkup {
    var facts = JSONLine()
    switch state {
    case .off:
      facts.addNull("address")
      return Checkup(
        .ok, findings: [localized("Off: other programs cannot control Peach.")], facts: facts)
    case .unknown:
      facts.addNull("address")
      return Checkup(
        .hint,
        findings: [localized("This cannot be checked because the settings are not readable.")],
        advice: [localized("Correct the settings first.")], facts: facts)
    case .free(let address, let isOpen):
      facts.add("address", address)
      let whom =
        isOpen
        ? localized("Other computers in the network can control it, too.")
        : localized("Programs on this computer can control it.")
      return Checkup(
        .ok, findings: [localized("During training, Peach receives OSC at %@.", address), whom],
        facts: facts)
    case .taken(let address):
      facts.add("address", address)
      return Checkup(
        .hint,
        findings: [
          localized("Another program already uses %@; it may be a running Peach.", address)
        ],
        advice: [localized("If it is not Peach: peach settings set osc PORT")], facts: facts)
    case .impossible(let fault):
      facts.addNull("address")
      return Checkup(
        .fault, findings: [fault.message],
        advice: [localized("peach settings set osc PORT, or: peach settings unset osc")],
        facts: facts, status: fault.status)
    }
  }
}
