import CJack
import TestSupport

/// A device on the server: a MIDI output and an audio input that say how far they are from the outside.
@MainActor
final class LatentDevice {
  /// What the latency callback uses.
  private struct Ports {
    let midi: OpaquePointer
    let audio: OpaquePointer
    var capture: jack_latency_range_t
    var playback: jack_latency_range_t
  }

  private let client: OpaquePointer
  private let ports: UnsafeMutablePointer<Ports>

  /// - Parameters:
  ///   - name: the client's name; its ports are `midi` and `in`.
  ///   - capture: how old MIDI is when it comes, in frames.
  ///   - playback: how long sound takes from there, in frames.
  init?(
    _ name: String, server: String, capture: ClosedRange<UInt32>, playback: ClosedRange<UInt32>
  ) {
    guard let client = openJackClient(name, server: server),
      let midi = jack_port_register(
        client, "midi", JACK_DEFAULT_MIDI_TYPE, UInt(JackPortIsOutput.rawValue), 0),
      let audio = jack_port_register(
        client, "in", JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsInput.rawValue), 0)
    else { return nil }
    self.client = client
    ports = .allocate(capacity: 1)
    ports.initialize(
      to: Ports(
        midi: midi, audio: audio,
        capture: jack_latency_range_t(min: capture.lowerBound, max: capture.upperBound),
        playback: jack_latency_range_t(min: playback.lowerBound, max: playback.upperBound)))
    Self.install(on: client, ports)
    guard jack_activate(client) == 0 else { return nil }
  }

  isolated deinit {
    jack_client_close(client)
    ports.deinitialize(count: 1)
    ports.deallocate()
  }

  // JACK calls on its own threads, so the callbacks must not be isolated to the main actor.
  private nonisolated static func install(
    on client: OpaquePointer, _ ports: UnsafeMutablePointer<Ports>
  ) {
    jack_set_process_callback(client, { _, _ in 0 }, nil)
    jack_set_latency_callback(
      client,
      { mode, argument in
        guard let ports = argument?.assumingMemoryBound(to: Ports.self) else { return }
        if mode.rawValue == JackCaptureLatency.rawValue {
          jack_port_set_latency_range(ports.pointee.midi, mode, &ports.pointee.capture)
        } else {
          jack_port_set_latency_range(ports.pointee.audio, mode, &ports.pointee.playback)
        }
      }, ports)
  }

  /// From now on sound takes so long from there, in frames; the server learns of it.
  func change(playback: ClosedRange<UInt32>) {
    ports.pointee.playback = jack_latency_range_t(
      min: playback.lowerBound, max: playback.upperBound)
    jack_recompute_total_latencies(client)
  }

  func connect(_ source: String, _ destination: String) -> Bool {
    jack_connect(client, source, destination) == 0
  }

  func disconnect(_ source: String, _ destination: String) -> Bool {
    jack_disconnect(client, source, destination) == 0
  }

  /// The latency of any port on the server, in frames.
  func latency(_ mode: jack_latency_callback_mode_t, of port: String) -> ClosedRange<UInt32>? {
    var range = jack_latency_range_t()
    guard let port = jack_port_by_name(client, port) else { return nil }
    jack_port_get_latency_range(port, mode, &range)
    return range.min <= range.max ? range.min...range.max : nil
  }

  /// The flags of any port on the server.
  func flags(of port: String) -> Int32 {
    jack_port_by_name(client, port).map { jack_port_flags($0) } ?? 0
  }
}
