/// What JACK's threads have put down, told on the main thread.
extension JackEngine {
  /// Takes what there is, after a wake-up.
  func takeNews() {
    guard isRunning else { return }
    drainEvents()
    reportXruns()
    reportBufferSize()
    reportFreewheel()
    if let fault = presentFault {
      self.fault = fault
      if fault == .openedInFreewheel {
        connections = broughtConnections
        outputWatch = broughtOutputs
      }
      let report = onFault
      end()
      report?(fault)
    } else {
      followConnections()
    }
  }

  var signals: UnsafeMutablePointer<EngineSignals> { memory.signals }

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

  private var presentFault: EngineFault? {
    if signals.pointee.hasShutDown.load(ordering: .acquiring) { return .serverGone }
    if signals.pointee.isForgotten.load(ordering: .relaxed) { return .openedInFreewheel }
    let rate = Int(signals.pointee.sampleRate.load(ordering: .relaxed))
    if rate != 0, rate != Int(sampleRate) { return .sampleRateChanged(hertz: rate) }
    return nil
  }
}
