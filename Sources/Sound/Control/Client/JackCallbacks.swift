import CJack

#if DEBUG
  import CRealtimeSanitizer
#endif

/// The functions that JACK calls, on threads of its own; so none of them may be isolated to the
/// main actor.
enum JackCallbacks {
  /// Installs the process callback, and what its thread does first.
  static func install(
    on client: OpaquePointer, context: UnsafeMutablePointer<ProcessContext>
  ) {
    prepareThread(of: client)
    jack_set_process_callback(client, { process($0, $1) }, context)
  }

  /// Installs the process callback of a listener, and what its thread does first.
  static func install(
    on client: OpaquePointer, listener context: UnsafeMutablePointer<ListenerContext>
  ) {
    prepareThread(of: client)
    jack_set_process_callback(client, { listen($0, $1) }, context)
  }

  private static func prepareThread(of client: OpaquePointer) {
    #if DEBUG
      prepare_realtime_sanitizer()
    #endif
    jack_set_thread_init_callback(
      client,
      { _ in
        flush_denormals()
        block_signals()
      }, nil)
  }

  /// Installs the notifications: each is recorded in ``JackSignals`` and followed by a wake-up.
  static func install(on client: OpaquePointer, signals: UnsafeMutablePointer<JackSignals>) {
    signals.pointee.client.store(UInt(bitPattern: client), ordering: .relaxed)
    // Both: a server that knows the second calls only that one, but PipeWire's library up to at
    // least 0.3.65 accepts it and never calls it.
    jack_on_shutdown(client, { JackCallbacks.recordShutdown($0) }, signals)
    jack_on_info_shutdown(
      client, { _, _, argument in JackCallbacks.recordShutdown(argument) }, signals)
    jack_set_xrun_callback(
      client,
      { argument in
        guard let signals = JackCallbacks.signals(argument) else { return 0 }
        signals.pointee.xruns.add(1, ordering: .relaxed)
        wake_up(signals.pointee.wakeUp)
        return 0
      }, signals)
    jack_set_buffer_size_callback(
      client,
      { frames, argument in
        guard let signals = JackCallbacks.signals(argument) else { return 0 }
        signals.pointee.bufferSize.store(frames, ordering: .relaxed)
        wake_up(signals.pointee.wakeUp)
        return 0
      }, signals)
    jack_set_sample_rate_callback(
      client,
      { rate, argument in
        guard let signals = JackCallbacks.signals(argument) else { return 0 }
        signals.pointee.sampleRate.store(rate, ordering: .relaxed)
        wake_up(signals.pointee.wakeUp)
        return 0
      }, signals)
    jack_set_freewheel_callback(
      client,
      { isStarting, argument in
        JackCallbacks.recordFreewheel(isStarting != 0, argument)
      }, signals)
    jack_set_port_connect_callback(
      client, { _, _, _, argument in JackCallbacks.recordGraphChange(argument) }, signals)
    jack_set_port_registration_callback(
      client,
      { port, isNew, argument in
        JackCallbacks.recordPort(port, isNew: isNew != 0, argument)
      }, signals)
    // Comes when a change can be read, which the two above may precede.
    jack_set_graph_order_callback(
      client,
      { argument in
        JackCallbacks.recordGraphChange(argument)
        return 0
      }, signals)
  }

  private static func recordShutdown(_ argument: UnsafeMutableRawPointer?) {
    guard let signals = signals(argument) else { return }
    signals.pointee.hasShutDown.store(true, ordering: .releasing)
    wake_up(signals.pointee.wakeUp)
  }

  private static func recordFreewheel(_ isOn: Bool, _ argument: UnsafeMutableRawPointer?) {
    guard let signals = signals(argument) else { return }
    let wasOn = signals.pointee.isFreewheeling.exchange(isOn, ordering: .relaxed)
    if isOn { signals.pointee.freewheels.add(1, ordering: .relaxed) }
    if JackLibrary.forgetsAfterFreewheel, let client = client(signals) {
      if isOn {
        signals.pointee.ports.recordFreewheelBeginning(on: client)
      } else {
        if !wasOn { signals.pointee.isForgotten.store(true, ordering: .relaxed) }
        signals.pointee.ports.recordFreewheelEnd(on: client)
      }
    }
    // The graph is not scanned while the server freewheels.
    recordGraphChange(argument)
  }

  private static func recordPort(
    _ id: jack_port_id_t, isNew: Bool, _ argument: UnsafeMutableRawPointer?
  ) {
    guard let signals = signals(argument) else { return }
    // On jackd 1 a port that goes can no longer be found; both jackds make its uuid from its
    // number.
    let uuid =
      client(signals).flatMap { jack_port_by_id($0, id) }.map(jack_port_uuid)
      ?? jack_port_uuid_generate(id)
    if isNew {
      signals.pointee.ports.recordArrival(of: uuid)
    } else {
      signals.pointee.ports.recordDeparture(of: uuid)
    }
    recordGraphChange(argument)
  }

  private static func client(_ signals: UnsafeMutablePointer<JackSignals>) -> OpaquePointer? {
    OpaquePointer(bitPattern: signals.pointee.client.load(ordering: .relaxed))
  }

  private static func recordGraphChange(_ argument: UnsafeMutableRawPointer?) {
    guard let signals = signals(argument) else { return }
    signals.pointee.graphChanges.add(1, ordering: .relaxed)
    wake_up(signals.pointee.wakeUp)
  }

  private static func signals(
    _ argument: UnsafeMutableRawPointer?
  ) -> UnsafeMutablePointer<JackSignals>? {
    argument?.assumingMemoryBound(to: JackSignals.self)
  }
}
