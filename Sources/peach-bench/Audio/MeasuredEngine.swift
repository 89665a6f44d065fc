import CJack
import Realtime
import Sound
import SoundFonts
import Synchronization

/// A JACK client that runs Peach's process callback and measures it: the program's own client carries
/// no clock.
final class MeasuredEngine {
  let player: SoundFontNotePlayer
  private let engine: OfflineEngine
  private let client: OpaquePointer
  private let record: UnsafeMutablePointer<CallbackRecord>
  private let originalPeriod: UInt32

  /// - Parameters:
  ///   - server: `nil` is the default one.
  ///   - period: frames per period that the server is set to until ``close()``; `nil` leaves it alone.
  ///   - capacity: how many periods can be recorded.
  init(server: String?, period: Int?, capacity: Int) throws {
    guard let client = Self.openClient(on: server) else { throw BenchFault.noServer }
    self.client = client
    originalPeriod = jack_get_buffer_size(client)
    engine = OfflineEngine(sampleRate: Double(jack_get_sample_rate(client)))
    do {
      player = try SoundFontNotePlayer(
        sink: engine, library: SoundFontLibrary(), settings: BenchSettings())
      record = .allocate(capacity: 1)
      record.initialize(
        to: CallbackRecord(
          client: client, left: try Self.port("out_1", of: client),
          right: try Self.port("out_2", of: client), renderer: engine.renderer, capacity: capacity))
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

  /// Leaves the server as it was.
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

  /// Lets the main thread take what the callback told.
  func deliverEvents() { engine.deliverEvents() }

  // MARK: Recording

  var recordedCount: Int { record.pointee.count.load(ordering: .acquiring) }

  func startRecording() { record.pointee.isRecording.store(true, ordering: .releasing) }

  /// What each period took since ``startRecording()``, less `clockCost`, in nanoseconds.
  func distribution(clockCost: UInt64) -> Distribution {
    var result = Distribution()
    for index in 0..<recordedCount {
      let duration = record.pointee.durations[index]
      result.record(duration - min(duration, clockCost))
    }
    return result
  }

  // MARK: Listening

  func startListening() { record.pointee.isListening.store(true, ordering: .releasing) }

  /// The frames from `time`, of ``WallClock``, to the first sound since ``startListening()``; `nil`
  /// before it.
  ///
  /// The server asks for the frames of a period at one moment. JACK's own frame clock would do as well
  /// on a sound card; that of its dummy driver wanders by hundreds of frames.
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

/// What the measured process callback sees.
///
/// Made and freed on the main thread while the callback does not run; in between the process thread
/// owns all but the atomics.
nonisolated struct CallbackRecord: ~Copyable {
  let client: OpaquePointer
  let left: OpaquePointer
  let right: OpaquePointer
  let renderer: OfflineRenderer

  /// How long each period took, in nanoseconds of thread CPU time, while ``isRecording``.
  let durations: UnsafeMutablePointer<UInt64>
  let capacity: Int
  let count = Atomic<Int>(0)
  let isRecording = Atomic<Bool>(false)

  /// Set by the main thread to hear the next sound, cleared when ``soundingPeriod`` holds the time at
  /// which its period was asked for, and ``soundingFrame`` its frame in it.
  let isListening = Atomic<Bool>(false)
  let soundingPeriod = Atomic<UInt64>(0)
  let soundingFrame = Atomic<Int>(0)

  init(
    client: OpaquePointer, left: OpaquePointer, right: OpaquePointer, renderer: OfflineRenderer,
    capacity: Int
  ) {
    self.client = client
    self.left = left
    self.right = right
    self.renderer = renderer
    self.capacity = capacity
    durations = .allocate(capacity: capacity)
    // Touched here, so that the process thread meets no page that is not there yet.
    durations.initialize(repeating: 0, count: capacity)
  }

  deinit { durations.deallocate() }

  /// The process callback: that of the program, between two readings of the clock.
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
    listen(to: samples, frames: Int(frames), calledAt: called)
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
