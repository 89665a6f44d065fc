import CJack

/// The audio input `in_1`: it comes when somebody wants to hear what is played, and goes again while the client
/// runs. An ``InputAnalyst`` reads what comes in.
extension JackEngine {
  /// The full name of the audio input; `nil` while there is none.
  public var inputPort: String? {
    keeper.isInputOpen ? client.fullName(ofPort: JackConnections.audioInput) : nil
  }

  /// The full names of the ports that were connected to the audio input when the server was last asked.
  public var inputPeers: [String] { keeper.peers(.input) }

  /// What the audio input is to be connected with as ports come.
  public var inputRule: PortRule { inputMoves.rule }

  /// Registers the audio input, unless it is there. Connections that it had before are made again.
  ///
  /// - Throws: ``JackError/noPort(_:)``, also if the engine has ended.
  public func openInput() async throws {
    let outcome = await inputWork.perform { [self] in
      let memory = memory
      let outcome = await openClient.live.ask { _ in
        Result { () throws(JackError) in try memory.openInput() }
      }
      if case .success = outcome { await handleOpenedInput() }
      return outcome
    }
    guard let outcome else { throw JackError.noPort(JackConnections.audioInput) }
    try outcome.get()
  }

  /// Whether the server answers. One that has gone refuses requests a moment before its end is reported.
  public func hasServer() async -> Bool { await openClient.live.ask { $0.isAnswered } ?? false }

  private func handleOpenedInput() async {
    describeInput()
    await keeper.openInput()
  }

  /// Connects the audio input as `rule` decides, now and as ports come, which
  /// ``onNews`` reports. To be called after ``openInput()``: the connections that the port had before win.
  ///
  /// - Returns: the connections that were made.
  public func connectInput(_ rule: PortRule) async -> [JackConnections.Connection] {
    await inputWork.perform { [self] in await keeper.connectInput(rule) }
  }

  /// Unregisters the audio input, if it is there. Its connections are kept for the next time.
  public func closeInput() async {
    await inputWork.perform { [self] in
      let slot = memory.input
      guard let port = slot.pointee.port.port else { return }
      keeper.closeInput()
      slot.pointee.port.empty()
      // The period that runs may still use the port. If the server hangs, it has ended long before this does.
      await openClient.live.pass(periods: 2)
      let isDescribed = titles != nil
      // libjack accepts the handle on any thread.
      nonisolated(unsafe) let handle = port
      await openClient.live.ask { $0.unregister(handle, isDescribed: isDescribed) }
    }
  }

  /// Gives the audio input its title, if it is there and the other ports have theirs.
  func describeInput() {
    guard isRunning, let titles, let port = memory.input.pointee.port.port else { return }
    openClient.describe([.init(port: port, title: titles.input, order: 5, signal: .audio)])
  }
}
