import Glibc
import Language
import OSC

extension Fault {
  init(_ error: OSCError) {
    switch error {
    case .taken(let address):
      self = .configuration(
        localized(
          "osc: another program listens at %@; choose another port, or osc = off",
          address.description))
    case .refused(let address, EADDRNOTAVAIL):
      self = .configuration(
        localized(
          """
          osc: this machine has no address %@; allowed: one that it has, 0.0.0.0 for all, or a port \
          alone
          """, address.host))
    case .refused(let address, let number):
      self = .configuration(
        localized(
          "osc: Peach cannot listen at %@: %@", address.description,
          String(cString: strerror(number))))
    }
  }
}
