import CJack
import Realtime
import Sound
import SoundFonts
import Synchronization

/// A JACK client that runs Peach's process callback and measures it: the program's own client has no clock.
final class MeasuredEngine {
  let player: SoundFontNotePlayer
  private let engine: OfflineEngine
  private let client: OpaquePointer
  private let record: UnsafeMutablePointer<CallbackRecord>
  private let originalPeriod: UInt32

  /// - Parameters:
  ///   - server: `nil` is the default one.
  ///   - period: the server's period until ``close()``, in frames; `nil` keeps the present one.
  ///   - capacity: the number of periods that can be recorded.
  ///   - capturedSeconds: how much sound can be captured.
  init(server: String?, period: Int?, capacity: Int, capturedSeconds: Double = 0) throws {
    guard let client = Self.openClient(on: server) else { throw BenchFault.noServer }
    self.client = client
    originalPeriod = jack_get_buffer_size(client)
    engine = OfflineEngine(sampleRate: Double(jack_get_sample_rate(client)))
    do {
      player = try SoundFontNotePlayer(
        sink: engine, library: SoundFontLibrary(), settings: FixedSettings())
      record = .allocate(capacity: 1)
      record.initialize(
        to: CallbackRecord(
          client: client, left: try Self.port("out_1", of: client),
          right: try Self.port("out_2", of: client), renderer: engine.renderer, capacity: capacity,
          capturedFrames: Int(capturedSeconds * engine.sampleRate)))
      Self.install(record, on: client)
      guard jack_activate(client) == 0,
        period.map({ jack_set_buffer_size(client, UInt32($0)) == 0 }) ?? true
      else { throw BenchFault.noPort }
    } catch {
      jack_client_close(client)
      throw error
    }
    engine.onEvent = { [weak player] in player?.handle($0) }
  }

  /// Leaves the server, and restores its period.
  func close() {
    if jack_get_buffer_size(client) != originalPeriod {
      jack_set_buffer_size(client, originalPeriod)
    }
    jack_client_close(client)
    record.deinitialize(count: 1)
    record.deallocate()
  }

  var period: Int { Int(jack_get_buffer_size(client)) }
  var sampleRate: Double { engine.sampleRate }

  /// Passes the callback's events to the main thread.
  func deliverEvents() { engine.deliverEvents() }

  // MARK: Recording

  var recordedCount: Int { record.pointee.count.load(ordering: .acquiring) }

  func startRecording() { record.pointee.isRecording.store(true, ordering: .releasing) }

  /// The duration of each period since ``startRecording()`` minus `clockCost`, in nanoseconds.
  func distribution(clockCost: UInt64) -> Distribution {
    var result = Distribution()
    for index in 0..<recordedCount {
      let duration = record.pointee.durations[index]
      result.record(duration - min(duration, clockCost))
    }
    return result
  }

  // MARK: Capturing

  /// Captures the frames of the left output from the next period on.
  func startCapturing() {
    record.pointee.capturedCount.store(0, ordering: .relaxed)
    record.pointee.isCapturing.store(true, ordering: .releasing)
  }

  /// As many frames of the left output as can be captured; `nil` before the last of them.
  var captured: [Float]? {
    guard !record.pointee.isCapturing.load(ordering: .acquiring) else { return nil }
    let count = record.pointee.capturedCount.load(ordering: .relaxed)
    return Array(UnsafeBufferPointer(start: record.pointee.captured, count: count))
  }

  // MARK: Listening

  func startListening() { record.pointee.isListening.store(true, ordering: .releasing) }

  /// The frames from `time`, by ``WallClock``, to the first sound since ``startListening()``; `nil` before
  /// that sound.
  ///
  /// The server requests all frames of a period at one moment. On a sound card JACK's own frame clock would
  /// do as well; with the dummy driver it wanders by hundreds of frames.
  func frames(from time: UInt64) -> Int? {
    guard !record.pointee.isListening.load(ordering: .acquiring) else { return nil }
    let waited = record.pointee.soundingPeriod.load(ordering: .relaxed) - time
    return Int(Double(waited) / 1e9 * sampleRate)
      + record.pointee.soundingFrame.load(ordering: .relaxed)
  }

  /// Whether there is a server to measure on.
  static func serverAnswers(_ server: String?) -> Bool {
    guard let client = openClient(on: server) else { return false }
    jack_client_close(client)
    return true
  }

  private static func openClient(on server: String?) -> OpaquePointer? {
    jack_set_error_function { _ in }
    jack_set_info_function { _ in }
    var status = jack_status_t(rawValue: 0)
    return jack_open("peach-bench", server, false, &status)
  }

  private static func port(_ name: String, of client: OpaquePointer) throws -> OpaquePointer {
    guard
      let port = jack_port_register(
        client, name, JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsOutput.rawValue), 0)
    else { throw BenchFault.noPort }
    return port
  }

  // JACK calls on its own thread, so the callback must not be isolated to the main actor.
  private nonisolated static func install(
    _ record: UnsafeMutablePointer<CallbackRecord>, on client: OpaquePointer
  ) {
    jack_set_thread_init_callback(
      client,
      { _ in
        flush_denormals()
        block_signals()
      }, nil)
    jack_set_process_callback(
      client,
      { frames, argument in
        argument?.assumingMemoryBound(to: CallbackRecord.self).pointee.process(frames)
        return 0
      }, record)
  }
}

/// The state of the measured process callback.
///
/// The main thread creates and frees it while the callback does not run; in between the process thread owns
/// everything but the atomics.
nonisolated struct CallbackRecord: ~Copyable {
  let client: OpaquePointer
  let left: OpaquePointer
  let right: OpaquePointer
  let renderer: OfflineRenderer

  /// The duration of each period in nanoseconds of thread CPU time, while ``isRecording`` is set. Allocated
  /// in advance, because the process thread must not allocate.
  let durations: UnsafeMutablePointer<UInt64>
  let capacity: Int
  let count = Atomic<Int>(0)
  let isRecording = Atomic<Bool>(false)

  /// The frames of the left output, while ``isCapturing`` is set; the callback clears it when there is no
  /// room for more.
  let captured: UnsafeMutablePointer<Float>
  let capturedFrames: Int
  let capturedCount = Atomic<Int>(0)
  let isCapturing = Atomic<Bool>(false)

  /// The main thread sets it to find the next sound. The callback clears it when ``soundingPeriod`` holds the
  /// time at which the period was requested, and ``soundingFrame`` the frame within it.
  let isListening = Atomic<Bool>(false)
  let soundingPeriod = Atomic<UInt64>(0)
  let soundingFrame = Atomic<Int>(0)

  init(
    client: OpaquePointer, left: OpaquePointer, right: OpaquePointer, renderer: OfflineRenderer,
    capacity: Int, capturedFrames: Int
  ) {
    self.client = client
    self.left = left
    self.right = right
    self.renderer = renderer
    self.capacity = capacity
    self.capturedFrames = capturedFrames
    durations = .allocate(capacity: capacity)
    captured = .allocate(capacity: capturedFrames)
    // Touches every page, so that the process thread has no page faults.
    durations.initialize(repeating: 0, count: capacity)
    captured.initialize(repeating: 0, count: capturedFrames)
  }

  deinit {
    durations.deallocate()
    captured.deallocate()
  }

  /// The process callback of the program, between two readings of the clock.
  func process(_ frames: jack_nframes_t) {
    let called = WallClock.now()
    let begin = ThreadClock.now()
    guard let left = jack_port_get_buffer(left, frames),
      let right = jack_port_get_buffer(right, frames)
    else { return }
    let samples = left.assumingMemoryBound(to: Float.self)
    let time = FrameTime(jack_last_frame_time(client))
    renderer.render(
      left: samples, right: right.assumingMemoryBound(to: Float.self), frames: Int(frames), at: time
    )
    record(ThreadClock.now() - begin)
    capture(samples, frames: Int(frames))
    listen(to: samples, frames: Int(frames), calledAt: called)
  }

  private func capture(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    guard isCapturing.load(ordering: .acquiring) else { return }
    let done = capturedCount.load(ordering: .relaxed)
    let count = min(frames, capturedFrames - done)
    (captured + done).update(from: samples, count: count)
    capturedCount.store(done + count, ordering: .relaxed)
    if done + count == capturedFrames { isCapturing.store(false, ordering: .releasing) }
  }

  private func record(_ duration: UInt64) {
    guard isRecording.load(ordering: .relaxed) else { return }
    let index = count.load(ordering: .relaxed)
    guard index < capacity else { return }
    durations[index] = duration
    count.store(index + 1, ordering: .releasing)
  }

  private func listen(
    to samples: UnsafeMutablePointer<Float>, frames: Int, calledAt time: UInt64
  ) {
    guard isListening.load(ordering: .acquiring) else { return }
    for index in 0..<frames where samples[index] != 0 {
      soundingPeriod.store(time, ordering: .relaxed)
      soundingFrame.store(index, ordering: .relaxed)
      isListening.store(false, ordering: .releasing)
      return
    }
  }
}
