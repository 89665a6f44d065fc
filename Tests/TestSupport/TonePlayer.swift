import CJack
import Foundation
import Synchronization

/// Another JACK client, which plays a steady sine at its output `out`: an instrument before a microphone.
@MainActor
public final class TonePlayer {
  /// What the process callback reads. Its phase is the callback's alone.
  private nonisolated final class Tone: @unchecked Sendable {
    let port: OpaquePointer
    let sampleRate: Double
    let frequency = Atomic<UInt64>(0)
    let amplitude = Atomic<UInt64>(0)
    var phase = 0.0

    init(port: OpaquePointer, sampleRate: Double) {
      self.port = port
      self.sampleRate = sampleRate
    }
  }

  private let client: OpaquePointer
  private let tone: Tone

  /// Only tests with the trait ``LibjackTurn`` may call this. It is silent until ``play(_:amplitude:)``.
  public init?(_ name: String, server: String) {
    precondition(LibjackTurn.isMine, "a test that plays an instrument has the trait .libjack")
    guard let client = openJackClient(name, server: server),
      let port = jack_port_register(
        client, "out", JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsOutput.rawValue), 0)
    else { return nil }
    self.client = client
    tone = Tone(port: port, sampleRate: Double(jack_get_sample_rate(client)))
    Self.install(on: client, tone)
    guard jack_activate(client) == 0 else { return nil }
  }

  isolated deinit { jack_client_close(client) }

  /// Plays from now on; what exceeds full scale is clipped.
  ///
  /// - Parameter frequency: in hertz.
  public func play(_ frequency: Double, amplitude: Double = 0.25) {
    tone.frequency.store(frequency.bitPattern, ordering: .relaxed)
    tone.amplitude.store(amplitude.bitPattern, ordering: .relaxed)
  }

  public func stop() { tone.amplitude.store((0.0).bitPattern, ordering: .relaxed) }

  /// Connects the output with a port of that full name.
  public func connect(to destination: String) -> Bool {
    [0, EEXIST].contains(jack_connect(client, jack_port_name(tone.port), destination))
  }

  /// Connects two ports of any clients, by their full names.
  public func connect(_ source: String, to destination: String) -> Bool {
    [0, EEXIST].contains(jack_connect(client, source, destination))
  }

  public func disconnect(from destination: String) -> Bool {
    jack_disconnect(client, jack_port_name(tone.port), destination) == 0
  }

  /// Whether there is a port of that full name.
  public func knows(_ port: String) -> Bool { jack_port_by_name(client, port) != nil }

  /// Whether the output is connected with a port of that full name.
  public func isConnected(to destination: String) -> Bool {
    jack_port_connected_to(tone.port, destination) != 0
  }

  public func setBufferSize(_ frames: Int) -> Bool {
    jack_set_buffer_size(client, UInt32(frames)) == 0
  }

  // JACK calls on its own thread, so the callback must not be isolated to the main actor.
  private nonisolated static func install(on client: OpaquePointer, _ tone: Tone) {
    jack_set_process_callback(
      client,
      { frames, argument in
        guard let argument else { return 0 }
        let tone = Unmanaged<Tone>.fromOpaque(argument).takeUnretainedValue()
        guard let buffer = jack_port_get_buffer(tone.port, frames) else { return 0 }
        let samples = buffer.assumingMemoryBound(to: Float.self)
        let frequency = Double(bitPattern: tone.frequency.load(ordering: .relaxed))
        let amplitude = Double(bitPattern: tone.amplitude.load(ordering: .relaxed))
        for index in 0..<Int(frames) {
          samples[index] = Float(min(max(amplitude * sin(2 * .pi * tone.phase), -1), 1))
          tone.phase += frequency / tone.sampleRate
          if tone.phase >= 1 { tone.phase -= 1 }
        }
        return 0
      }, Unmanaged.passUnretained(tone).toOpaque())
  }
}
