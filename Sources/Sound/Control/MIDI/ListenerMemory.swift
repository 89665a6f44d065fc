import Realtime

/// Everything that JACK's threads see of a listener, and the client by which they come.
///
/// It lives as long as libjack may call: whoever closes the client holds it until libjack has let go.
/// `@unchecked Sendable` because of the pointers, which never change; what they point at is shared as its
/// own types say.
final class ListenerMemory: @unchecked Sendable {
  let client: ListenerClient
  let ring: UnsafeMutablePointer<RawMIDIRing>
  let signals: UnsafeMutablePointer<EngineSignals>
  let context: UnsafeMutablePointer<ListenerContext>

  init(client: ListenerClient) {
    self.client = client
    ring = .allocate(capacity: 1)
    ring.initialize(to: RawMIDIRing())
    signals = .allocate(capacity: 1)
    signals.initialize(to: EngineSignals())
    context = .allocate(capacity: 1)
    context.initialize(
      to: ListenerContext(
        client: client.handle, midiIn: client.midiIn, ring: ring,
        wakeUp: signals.pointee.wakeUp))
  }

  /// All MIDI sources on the server. Asks the server.
  var sources: [ServerPort] {
    ServerPort.all(.midiSource, on: client.handle, history: signals.pointee.ports)
  }

  /// Asks for a connection of the input; false where it cannot be made now.
  func connect(_ source: String) -> Bool {
    JackConnecting.connect(source, with: client.portName, by: client.handle, signals)
  }

  /// Closes the client. Nothing may be called afterwards.
  func close() {
    if signals.pointee.isForgotten.load(ordering: .relaxed) { client.releasePort() }
    client.close()
  }

  deinit {
    context.deinitialize(count: 1)
    context.deallocate()
    signals.deinitialize(count: 1)
    signals.deallocate()
    ring.deinitialize(count: 1)
    ring.deallocate()
  }
}
