/// What JACK's threads have put down, told on the main thread.
extension JackEngine {
  /// Takes what there is, after a wake-up.
  func takeNews() {
    guard isRunning else { return }
    drainEvents()
    reportXruns()
    reportBufferSize()
    reportFreewheel()
    if let fault {
      let report = onFault
      end()
      report?(fault)
    } else {
      followConnections()
    }
  }

  private var signals: UnsafeMutablePointer<EngineSignals> { memory.signals }

  private func reportXruns() {
    let xruns = signals.pointee.xruns.load(ordering: .relaxed)
    guard xruns > reportedXruns else { return }
    let news = xruns - reportedXruns
    reportedXruns = xruns
    onXruns?(news)
  }

  private func reportBufferSize() {
    let frames = Int(signals.pointee.bufferSize.load(ordering: .relaxed))
    guard frames != 0, frames != description.bufferSize else { return }
    description.bufferSize = frames
    onBufferSizeChange?(frames)
  }

  /// Tells of beginnings and ends in turn, also of one that was over before anybody looked.
  private func reportFreewheel() {
    let count = signals.pointee.freewheels.load(ordering: .relaxed)
    let isOn = signals.pointee.isFreewheeling.load(ordering: .relaxed)
    if count != reportedFreewheels, !isFreewheeling {
      isFreewheeling = true
      onFreewheel?(true)
    }
    reportedFreewheels = count
    if isFreewheeling, !isOn {
      isFreewheeling = false
      onFreewheel?(false)
    }
  }

  private var fault: EngineFault? {
    if signals.pointee.hasShutDown.load(ordering: .acquiring) { return .serverGone }
    let rate = Int(signals.pointee.sampleRate.load(ordering: .relaxed))
    if rate != 0, rate != Int(sampleRate) { return .sampleRateChanged(hertz: rate) }
    return nil
  }

  /// Looks at the connections, away from the main thread: while a change is under way libjack lets
  /// whoever looks wait for a period.
  private func followConnections() {
    let changes = signals.pointee.graphChanges.load(ordering: .relaxed)
    guard isRunning, changes != seenGraphChanges || shouldResolveDoubts, !isLooking else { return }
    seenGraphChanges = changes
    isLooking = true
    let client = memory.client
    let peers = Set(connections.all.map(\.peer))
    let wantsSources = !sourceWatch.patterns.isEmpty
    let wantsOutputs = outputWatch.target != .nothing
    let isLater = shouldResolveDoubts
    shouldResolveDoubts = false
    JackRequests.begin { [weak self] in
      let present = client.connections
      let sight = Sight(
        present: present, registered: peers.filter(client.isRegistered),
        sources: wantsSources ? MIDISource.all(on: client.handle) : nil,
        destinations: wantsOutputs ? AudioDestination.all(on: client.handle) : nil,
        isLater: isLater)
      Task { @MainActor in await self?.take(sight) }
    }
  }

  /// What a look has found.
  private struct Sight: Sendable {
    let present: Set<JackConnections.Connection>
    let registered: Set<String>
    let sources: [MIDISource]?
    let destinations: [AudioDestination]?
    let isLater: Bool
  }

  private func take(_ sight: Sight) async {
    isLooking = false
    guard isRunning else { return }
    connections.observe(sight.present, isRegistered: sight.registered.contains)
    if !connections.missing.isEmpty { await connectMissing() }
    if let sources = sight.sources { await follow(sources) }
    if let destinations = sight.destinations {
      await follow(destinations, present: sight.present, isLater: sight.isLater)
    }
    followConnections()
  }

  /// Lets a moment pass before the outputs' connections are looked at once more.
  func resolveDoubtsLater() {
    guard outputWatch.isInDoubt, !isWaitingForDoubts else { return }
    isWaitingForDoubts = true
    Task { [weak self] in
      try? await Task.sleep(for: Self.departure)
      guard let self else { return }
      isWaitingForDoubts = false
      shouldResolveDoubts = true
      if isRunning { followConnections() }
    }
  }

  /// How long a port may take to go once its connections have gone: a server does both in one breath.
  private static let departure = Duration.milliseconds(200)
}
