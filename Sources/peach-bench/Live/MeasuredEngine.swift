import CJack
import Realtime
import Sound
import SoundFonts

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
