import CJack
import Foundation
import Synchronization
import Training

/// Another JACK client: an instrument before Peach's microphone, a controller that sends whatever it likes, and an ear
/// at Peach's output.
@MainActor
final class Band {
  /// What the process callback uses; its own but for the atomics.
  private nonisolated final class Desk: @unchecked Sendable {
    let tone, midi, ear: OpaquePointer
    let sampleRate: Atomic<UInt64>
    let frequency = Atomic<UInt64>(0)
    let floodEvents = Atomic<Int>(0)

    /// What a hand sends in the next period.
    let strokes = Mutex<[[UInt8]]>([])
    let heard = Ear()
    var phase = 0.0
    var random: SeededGenerator

    init(
      _ tone: OpaquePointer, _ midi: OpaquePointer, _ ear: OpaquePointer, rate: Double, seed: UInt64
    ) {
      (self.tone, self.midi, self.ear) = (tone, midi, ear)
      sampleRate = Atomic(rate.bitPattern)
      random = SeededGenerator(seed: seed)
    }

    func process(_ frames: UInt32) {
      if let buffer = jack_port_get_buffer(tone, frames) {
        play(buffer.assumingMemoryBound(to: Float.self), Int(frames))
      }
      if let buffer = jack_port_get_buffer(ear, frames) {
        heard.add(
          UnsafeBufferPointer(
            start: buffer.assumingMemoryBound(to: Float.self), count: Int(frames)))
      }
      if let buffer = jack_port_get_buffer(midi, frames) { send(buffer, frames) }
    }

    private func play(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
      let frequency = Double(bitPattern: frequency.load(ordering: .relaxed))
      let sampleRate = Double(bitPattern: sampleRate.load(ordering: .relaxed))
      guard frequency != 0 else { return samples.update(repeating: 0, count: count) }
      for index in 0..<count {
        samples[index] = Float(0.25 * sin(2 * .pi * phase))
        phase += frequency / sampleRate
        phase -= phase.rounded(.down)
      }
    }

    private func send(_ buffer: UnsafeMutableRawPointer, _ frames: UInt32) {
      jack_midi_clear_buffer(buffer)
      let strokes = strokes.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      for bytes in strokes { jack_midi_event_write(buffer, 0, bytes, bytes.count) }
      for index in 0..<min(floodEvents.load(ordering: .relaxed), Int(frames)) {
        // Whatever a cable may carry, messages of the wrong length among it.
        let length = Int.random(in: 1...3, using: &random)
        let bytes = (0..<length).map { place in
          UInt8.random(in: place == 0 ? 0x80...0xFF : 0...0x7F, using: &random)
        }
        if jack_midi_event_write(buffer, UInt32(index), bytes, length) != 0 { return }
      }
    }
  }

  private let client: OpaquePointer
  private let desk: Desk

  /// `nil` if the server does not take it.
  init?(server: String, seed: UInt64) {
    var status = jack_status_t(rawValue: 0)
    guard let client = jack_open("band", server, false, &status) else { return nil }
    func port(_ name: String, _ type: String, _ flag: JackPortFlags) -> OpaquePointer? {
      jack_port_register(client, name, type, UInt(flag.rawValue), 0)
    }
    guard let tone = port("tone", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput),
      let midi = port("midi", JACK_DEFAULT_MIDI_TYPE, JackPortIsOutput),
      let ear = port("ear", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput)
    else { return nil }
    self.client = client
    desk = Desk(tone, midi, ear, rate: Double(jack_get_sample_rate(client)), seed: seed)
    Self.install(on: client, desk)
    guard jack_activate(client) == 0 else { return nil }
  }

  isolated deinit { jack_client_close(client) }

  /// Plays a note; 0 is silence.
  func play(_ frequency: Double) {
    desk.frequency.store(frequency.bitPattern, ordering: .relaxed)
  }

  /// Sends a message.
  func send(_ bytes: [UInt8]) { desk.strokes.withLock { $0.append(bytes) } }

  /// Presses a key and releases it.
  func press(_ key: UInt8) {
    send([0x90, key, 100])
    send([0x80, key, 0])
  }

  /// Sends so many messages in each period.
  func flood(_ events: Int) { desk.floodEvents.store(events, ordering: .relaxed) }

  /// The server has another rate.
  func setRate(_ rate: Int) {
    desk.sampleRate.store(Double(rate).bitPattern, ordering: .relaxed)
  }

  /// What it hears of Peach.
  var ear: Ear { desk.heard }

  /// Patches itself to all of Peach's ports that are there.
  func patch(to name: String) {
    jack_connect(client, "\(name):out_1", jack_port_name(desk.ear))
    jack_connect(client, jack_port_name(desk.tone), "\(name):in_1")
    jack_connect(client, jack_port_name(desk.midi), "\(name):midi_in")
  }

  // JACK calls on its own thread, so the callback must not be isolated to the main actor.
  private nonisolated static func install(on client: OpaquePointer, _ desk: Desk) {
    jack_set_process_callback(
      client,
      { frames, argument in
        guard let argument else { return 0 }
        Unmanaged<Desk>.fromOpaque(argument).takeUnretainedValue().process(frames)
        return 0
      }, Unmanaged.passUnretained(desk).toOpaque())
  }
}
