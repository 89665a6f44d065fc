import CJack
import Realtime

#if DEBUG
  import CRealtimeSanitizer
#endif

/// The functions that JACK calls on its own threads, so that none of them may be isolated to the
/// main actor.
enum JackCallbacks {
  /// Installs the process callback, the first call on its thread, and the latency callback.
  static func install(
    on client: OpaquePointer, context: UnsafeMutablePointer<ProcessContext>
  ) {
    prepareThread(of: client)
    jack_set_process_callback(client, { process($0, $1) }, context)
    jack_set_latency_callback(client, { updateLatency($0, $1) }, context)
  }

  /// Installs the process callback of a listener, and the first call on its thread.
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
        touch_stack()
      }, nil)
  }

  /// Installs the notifications: each is recorded in ``JackSignals`` and followed by a wake-up.
  /// jackd 1 calls them on its process thread, so they neither lock nor allocate.
  static func install(on client: OpaquePointer, signals: UnsafeMutablePointer<JackSignals>) {
    signals.pointee.client.store(UInt(bitPattern: client), ordering: .relaxed)
    // A server that knows the second one calls only that, but PipeWire's library up to at least
    // 0.3.65 accepts it and never calls it.
    jack_on_shutdown(client, { JackCallbacks.recordShutdown($0) }, signals)
    jack_on_info_shutdown(
      client, { _, _, argument in JackCallbacks.recordShutdown(argument) }, signals)
    jack_set_xrun_callback(client, { JackCallbacks.recordXrun($0) }, signals)
    jack_set_buffer_size_callback(client, { JackCallbacks.recordBufferSize($0, $1) }, signals)
    jack_set_sample_rate_callback(client, { JackCallbacks.recordSampleRate($0, $1) }, signals)
    if signals.pointee.isServerForgetful {
      // A jackd 1.9, which calls on a thread that may wait.
      jack_set_freewheel_callback(
        client, { JackCallbacks.recordForgetfulFreewheel($0 != 0, $1) }, signals)
    } else {
      jack_set_freewheel_callback(client, { JackCallbacks.recordFreewheel($0 != 0, $1) }, signals)
    }
    jack_set_port_connect_callback(
      client,
      { first, second, isConnected, argument in
        JackCallbacks.record(
          isConnected != 0 ? .connected(first, second) : .disconnected(first, second), argument)
      }, signals)
    jack_set_port_registration_callback(
      client,
      { port, isNew, argument in
        JackCallbacks.record(isNew != 0 ? .appeared(port) : .gone(port), argument)
      }, signals)
    jack_set_port_rename_callback(
      client, { port, _, _, argument in JackCallbacks.record(.renamed(port), argument) }, signals)
    // Comes when a change can be read, which the ones above may precede.
    jack_set_graph_order_callback(client, { JackCallbacks.recordGraphOrder($0) }, signals)
  }

  @_noLocks @_noAllocation
  private static func recordShutdown(_ argument: UnsafeMutableRawPointer?) {
    guard let signals = signals(argument) else { return }
    signals.pointee.notifyingThread.record()
    signals.pointee.hasShutDown.store(true, ordering: .releasing)
    wake_up(signals.pointee.wakeUp)
  }

  @_noLocks @_noAllocation
  private static func recordXrun(_ argument: UnsafeMutableRawPointer?) -> CInt {
    guard let signals = signals(argument) else { return 0 }
    signals.pointee.xruns.add(1, ordering: .relaxed)
    wake_up(signals.pointee.wakeUp)
    return 0
  }

  @_noLocks @_noAllocation
  private static func recordBufferSize(
    _ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?
  ) -> CInt {
    guard let signals = signals(argument) else { return 0 }
    signals.pointee.bufferSize.store(frames, ordering: .relaxed)
    // The latencies of the connected ports may have changed.
    signals.pointee.recordGraphChange()
    return 0
  }

  @_noLocks @_noAllocation
  private static func recordSampleRate(
    _ rate: jack_nframes_t, _ argument: UnsafeMutableRawPointer?
  ) -> CInt {
    guard let signals = signals(argument) else { return 0 }
    signals.pointee.sampleRate.store(rate, ordering: .relaxed)
    wake_up(signals.pointee.wakeUp)
    return 0
  }

  @_noLocks @_noAllocation
  private static func recordGraphOrder(_ argument: UnsafeMutableRawPointer?) -> CInt {
    signals(argument)?.pointee.recordGraphChange()
    return 0
  }

  @_noLocks @_noAllocation
  private static func recordFreewheel(_ isOn: Bool, _ argument: UnsafeMutableRawPointer?) {
    guard let signals = signals(argument) else { return }
    signals.pointee.isFreewheeling.store(isOn, ordering: .relaxed)
    if isOn { signals.pointee.freewheels.add(1, ordering: .relaxed) }
    // The graph is not scanned while the server freewheels.
    signals.pointee.recordGraphChange()
  }

  /// Records freewheeling and the ports that the server forgets.
  private static func recordForgetfulFreewheel(
    _ isOn: Bool, _ argument: UnsafeMutableRawPointer?
  ) {
    guard let signals = signals(argument) else { return }
    let wasOn = signals.pointee.isFreewheeling.exchange(isOn, ordering: .relaxed)
    recordForgetting(isOn, wasOn: wasOn, signals)
    recordFreewheel(isOn, argument)
  }

  /// Records the ports that a jackd 1.9 forgets, on its notification thread, which may wait.
  private static func recordForgetting(
    _ isOn: Bool, wasOn: Bool, _ signals: UnsafeMutablePointer<JackSignals>
  ) {
    guard
      let client = OpaquePointer(
        bitPattern: signals.pointee.client.load(ordering: .relaxed))
    else { return }
    signals.pointee.recordNotifications()
    if isOn {
      signals.pointee.ports.recordFreewheelBeginning(on: client)
    } else {
      if !wasOn { signals.pointee.isForgotten.store(true, ordering: .relaxed) }
      signals.pointee.ports.recordFreewheelEnd(on: client)
    }
  }

  @_noLocks @_noAllocation
  private static func record(
    _ notification: PortNotification, _ argument: UnsafeMutableRawPointer?
  ) {
    #if DEBUG
      enter_realtime()
      defer { exit_realtime() }
    #endif
    signals(argument)?.pointee.record(notification)
  }

  @_noLocks @_noAllocation
  private static func signals(
    _ argument: UnsafeMutableRawPointer?
  ) -> UnsafeMutablePointer<JackSignals>? {
    argument?.assumingMemoryBound(to: JackSignals.self)
  }
}
