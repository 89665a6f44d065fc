import CJack
import Foundation
import Synchronization
import TestSupport
import Testing

/// An independent JACK client that records one port, from its connection on.
@MainActor
final class Recorder {
  struct State: ~Copyable {
    let client: OpaquePointer
    let port: OpaquePointer
    let samples: UnsafeMutablePointer<Float>
    let capacity: Int
    let count = Atomic<Int>(0)
    let firstFrame = Atomic<UInt32>(0)
    let nextFrame = Atomic<UInt32>(0)
    let lostBeats = Atomic<Int>(0)
    let isFull = DispatchSemaphore(value: 0)

    init(client: OpaquePointer, port: OpaquePointer, capacity: Int) {
      self.client = client
      self.port = port
      self.capacity = capacity
      samples = .allocate(capacity: capacity)
    }

    deinit { samples.deallocate() }
  }

  private let client: OpaquePointer
  private let state: UnsafeMutablePointer<State>

  /// - Parameter frames: how much is recorded.
  init?(server: String, source: String, frames: Int) {
    guard let client = openJackClient("recorder", server: server, isExact: false),
      let port = jack_port_register(
        client, "in", JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsInput.rawValue), 0)
    else { return nil }
    self.client = client
    state = .allocate(capacity: 1)
    state.initialize(to: State(client: client, port: port, capacity: frames))
    Self.install(on: client, state: state)
    guard jack_activate(client) == 0, jack_connect(client, source, jack_port_name(port)) == 0 else {
      return nil
    }
  }

  isolated deinit {
    jack_client_close(client)
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// The first recorded frame on the server's clock; known once something is recorded.
  var firstFrame: UInt32 { state.pointee.firstFrame.load(ordering: .relaxed) }

  /// Whether the server has kept the beat: no period was left out, and nobody was late.
  var isWhole: Bool { state.pointee.lostBeats.load(ordering: .relaxed) == 0 }

  /// Waits until the recording is full. If that takes too long, the test fails.
  func finish() async -> [Float] {
    nonisolated(unsafe) let state = state
    let isFull = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: state.pointee.isFull.wait(within: waitingLimit))
      }
    }
    if !isFull {
      let count = state.pointee.count.load(ordering: .relaxed)
      Issue.record("\(count) of \(state.pointee.capacity) frames recorded in \(waitingLimit)")
    }
    return Array(UnsafeBufferPointer(start: state.pointee.samples, count: state.pointee.capacity))
  }

  // JACK calls on its own thread, so the callback must not be isolated to the main actor.
  private nonisolated static func install(
    on client: OpaquePointer, state: UnsafeMutablePointer<State>
  ) {
    jack_set_xrun_callback(
      client,
      { argument in
        argument?.assumingMemoryBound(to: State.self).pointee.lostBeats.add(1, ordering: .relaxed)
        return 0
      }, state)
    jack_set_process_callback(
      client,
      { frames, argument in
        guard let state = argument?.assumingMemoryBound(to: State.self),
          let buffer = jack_port_get_buffer(state.pointee.port, frames)
        else { return 0 }
        let count = state.pointee.count.load(ordering: .relaxed)
        let frame = jack_last_frame_time(state.pointee.client)
        if count == 0 {
          state.pointee.firstFrame.store(frame, ordering: .relaxed)
        } else if frame != state.pointee.nextFrame.load(ordering: .relaxed) {
          state.pointee.lostBeats.add(1, ordering: .relaxed)
        }
        state.pointee.nextFrame.store(frame &+ frames, ordering: .relaxed)
        let length = min(Int(frames), state.pointee.capacity - count)
        (state.pointee.samples + count).update(
          from: buffer.assumingMemoryBound(to: Float.self), count: length)
        state.pointee.count.store(count + length, ordering: .releasing)
        if length > 0, count + length == state.pointee.capacity { state.pointee.isFull.signal() }
        return 0
      }, state)
  }
}
