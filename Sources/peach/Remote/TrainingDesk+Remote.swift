import Console
import OSC

extension TrainingDesk {
  /// Where Open Sound Control comes in, to be told once.
  func takeRemoteNotice() -> Notice? {
    guard !isRemoteTold, let remote else { return nil }
    isRemoteTold = true
    return .oscListening(address: remote.address.description)
  }

  func tellRemote(of ending: Ending, trials: Int) {
    remote?.send(
      OSCMessage("/peach/stopped", .string(ending.code), .int(Int32(clamping: trials))))
  }
}
