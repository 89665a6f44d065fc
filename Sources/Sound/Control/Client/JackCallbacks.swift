import CJack

#if RTSAN
  import CRealtimeSanitizer
#endif

/// What JACK calls, on threads of its own; so none of it may be isolated to the main actor.
enum JackCallbacks {
  /// The process callback, and what its thread does first.
  static func install(
    on client: OpaquePointer, context: UnsafeMutablePointer<ProcessContext>
  ) {
    prepareThread(of: client)
    jack_set_process_callback(client, { process($0, $1) }, context)
  }

  /// The process callback of a listener, and what its thread does first.
  static func install(
    on client: OpaquePointer, listener context: UnsafeMutablePointer<ListenerContext>
  ) {
    prepareThread(of: client)
    jack_set_process_callback(client, { listen($0, $1) }, context)
  }

  private static func prepareThread(of client: OpaquePointer) {
    #if RTSAN
      __rtsan_ensure_initialized()
    #endif
    jack_set_thread_init_callback(
      client,
      { _ in
        flush_denormals()
        block_signals()
      }, nil)
  }

  /// The notifications: each is put down in ``EngineSignals`` and followed by a wake-up.
  static func install(on client: OpaquePointer, signals: UnsafeMutablePointer<EngineSignals>) {
    signals.pointee.client.store(UInt(bitPattern: client), ordering: .relaxed)
    // Both: where a server knows the second, it calls that alone, but PipeWire's library up to at least
    // 0.3.65 takes it and never calls it.
    jack_on_shutdown(client, { JackCallbacks.noteShutdown($0) }, signals)
    jack_on_info_shutdown(
      client, { _, _, argument in JackCallbacks.noteShutdown(argument) }, signals)
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
        JackCallbacks.noteFreewheel(isStarting != 0, argument)
      }, signals)
    jack_set_port_connect_callback(
      client, { _, _, _, argument in JackCallbacks.noteGraphChange(argument) }, signals)
    jack_set_port_registration_callback(
      client,
      { port, isNew, argument in
        JackCallbacks.notePort(port, isNew: isNew != 0, argument)
      }, signals)
    // Comes when a change has reached what can be read, which the two above may precede.
    jack_set_graph_order_callback(
      client,
      { argument in
        JackCallbacks.noteGraphChange(argument)
        return 0
      }, signals)
  }

  private static func noteShutdown(_ argument: UnsafeMutableRawPointer?) {
    guard let signals = signals(argument) else { return }
    signals.pointee.hasShutDown.store(true, ordering: .releasing)
    wake_up(signals.pointee.wakeUp)
  }

  private static func noteFreewheel(_ isOn: Bool, _ argument: UnsafeMutableRawPointer?) {
    guard let signals = signals(argument) else { return }
    let wasOn = signals.pointee.isFreewheeling.exchange(isOn, ordering: .relaxed)
    if isOn { signals.pointee.freewheels.add(1, ordering: .relaxed) }
    if JackLibrary.forgetsAfterFreewheel, let client = client(signals) {
      if isOn {
        signals.pointee.ports.noteFreewheelBeginning(on: client)
      } else {
        if !wasOn { signals.pointee.isForgotten.store(true, ordering: .relaxed) }
        signals.pointee.ports.noteFreewheelEnd(on: client)
      }
    }
    // Nobody looks at the graph meanwhile.
    noteGraphChange(argument)
  }

  private static func notePort(
    _ id: jack_port_id_t, isNew: Bool, _ argument: UnsafeMutableRawPointer?
  ) {
    guard let signals = signals(argument) else { return }
    // On jackd 1 a port that goes is no longer to be had; its uuid is made from its number on both jackds.
    let uuid =
      client(signals).flatMap { jack_port_by_id($0, id) }.map(jack_port_uuid)
      ?? jack_port_uuid_generate(id)
    if isNew {
      signals.pointee.ports.noteArrival(of: uuid)
    } else {
      signals.pointee.ports.noteDeparture(of: uuid)
    }
    noteGraphChange(argument)
  }

  private static func client(_ signals: UnsafeMutablePointer<EngineSignals>) -> OpaquePointer? {
    OpaquePointer(bitPattern: signals.pointee.client.load(ordering: .relaxed))
  }

  private static func noteGraphChange(_ argument: UnsafeMutableRawPointer?) {
    guard let signals = signals(argument) else { return }
    signals.pointee.graphChanges.add(1, ordering: .relaxed)
    wake_up(signals.pointee.wakeUp)
  }

  private static func signals(
    _ argument: UnsafeMutableRawPointer?
  ) -> UnsafeMutablePointer<EngineSignals>? {
    argument?.assumingMemoryBound(to: EngineSignals.self)
  }
}
