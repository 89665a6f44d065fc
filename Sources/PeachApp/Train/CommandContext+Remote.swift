import OSC
import Settings

extension RemoteControl {
  /// That nothing is trained, and no trial holds.
  func tellOfRest() {
    forget("/peach/trial")
    send(OSCMessage("/peach/state", .string("none"), .string("idle")))
  }
}

extension CommandContext {
  /// Listens where the setting says; `nil` where that is nowhere. Throws ``Fault``.
  func remoteControl(_ listening: OSCListening) throws(Fault) -> RemoteControl? {
    guard case .at(let host, let port) = listening,
      let address = OSCPeer(host: host, port: UInt16(port))
    else { return nil }
    do {
      let remote = try RemoteControl(at: address)
      remote.tellOfRest()
      return remote
    } catch {
      throw Fault(error)
    }
  }
}
