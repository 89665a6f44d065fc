import CJack

/// JACK's notifications, each put down in ``EngineSignals`` and followed by a wake-up. They run on
/// JACK's threads, so they do no more than that.
enum JackNotifications {
  static func install(on client: OpaquePointer, signals: UnsafeMutablePointer<EngineSignals>) {
    jack_on_info_shutdown(
      client,
      { _, _, argument in
        guard let signals = JackNotifications.signals(argument) else { return }
        signals.pointee.hasShutDown.store(true, ordering: .releasing)
        wake_up(signals.pointee.wakeUp)
      }, signals)
    jack_set_xrun_callback(
      client,
      { argument in
        guard let signals = JackNotifications.signals(argument) else { return 0 }
        signals.pointee.xruns.add(1, ordering: .relaxed)
        wake_up(signals.pointee.wakeUp)
        return 0
      }, signals)
    jack_set_buffer_size_callback(
      client,
      { frames, argument in
        guard let signals = JackNotifications.signals(argument) else { return 0 }
        signals.pointee.bufferSize.store(frames, ordering: .relaxed)
        wake_up(signals.pointee.wakeUp)
        return 0
      }, signals)
    jack_set_sample_rate_callback(
      client,
      { rate, argument in
        guard let signals = JackNotifications.signals(argument) else { return 0 }
        signals.pointee.sampleRate.store(rate, ordering: .relaxed)
        wake_up(signals.pointee.wakeUp)
        return 0
      }, signals)
    jack_set_freewheel_callback(
      client,
      { isStarting, argument in
        guard let signals = JackNotifications.signals(argument) else { return }
        signals.pointee.isFreewheeling.store(isStarting != 0, ordering: .relaxed)
        wake_up(signals.pointee.wakeUp)
      }, signals)
  }

  private static func signals(
    _ argument: UnsafeMutableRawPointer?
  ) -> UnsafeMutablePointer<EngineSignals>? {
    argument?.assumingMemoryBound(to: EngineSignals.self)
  }
}
