import OSC

extension TrainingServices {
  /// What is to be told once, when there is somebody to tell: that there is no session, and where Open
  /// Sound Control comes in.
  func takeOpeningNotices() -> [Notice] {
    guard !isOpeningTold else { return [] }
    isOpeningTold = true
    let remote = remote.map { Notice.oscListening(address: $0.address.description) }
    return [context.sessionNotice, remote].compactMap { $0 }
  }

  func tellRemote(of ending: Ending, trials: Int) {
    remote?.send(
      OSCMessage("/peach/stopped", .string(ending.code), .int(Int32(clamping: trials))))
  }
}
