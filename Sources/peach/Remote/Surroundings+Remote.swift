import Console
import OSC
import Settings

extension Surroundings {
  /// Listens where the setting says; `nil` where that is nowhere. Throws ``Fault``.
  func remoteControl(_ listening: OSCListening) throws(Fault) -> RemoteControl? {
    guard case .at(let host, let port) = listening,
      let address = OSCPeer(host: host, port: UInt16(port))
    else { return nil }
    do {
      let remote = try RemoteControl(at: address)
      remote.send(OSCMessage("/peach/state", .string("none"), .string("idle")))
      return remote
    } catch {
      throw Fault(error)
    }
  }
}
