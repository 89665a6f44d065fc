import CJack
import Realtime
import Sound
import Synchronization

/// A JACK client that runs Peach's process callback and records it: the program's own client has no clock.
final class MeasuredClient {
  let rendered: RenderedPlayer
  private let client: JackClient
  private let recorder: CallbackRecorder
  private let originalPeriod: jack_nframes_t

  /// - Parameters:
  ///   - server: `nil` is the default one.
  ///   - period: the server's period until ``close()``, in frames; `nil` keeps the present one.
  ///   - seconds: how much can be recorded.
  init(server: String?, period: Int? = nil, seconds: Double) throws {
    client = try JackClient("peach-bench", server: server)
    do {
      originalPeriod = jack_get_buffer_size(client.handle)
      let (rate, period) = (
        Double(jack_get_sample_rate(client.handle)), period ?? Int(originalPeriod)
      )
      rendered = try RenderedPlayer(period: period, sampleRate: rate)
      recorder = CallbackRecorder(
        ports: (try client.port("out_1"), try client.port("out_2")),
        renderer: rendered.engine.renderer, periods: Int(seconds * rate) / period + 2,
        period: period)
      let (handle, recorder) = (AudioPort(handle: client.handle), recorder)
      try client.activate { frames in
        recorder.process(frames, at: jack_last_frame_time(handle.handle))
      }
      guard jack_set_buffer_size(client.handle, jack_nframes_t(period)) == 0 else {
        throw BenchFault.noPort
      }
    } catch {
      client.close()
      throw error
    }
  }

  /// Leaves the server, and restores its period.
  func close() {
    if jack_get_buffer_size(client.handle) != originalPeriod {
      jack_set_buffer_size(client.handle, originalPeriod)
    }
    client.close()
  }

  var sampleRate: Double { rendered.engine.sampleRate }

  /// Records from the next period on, until all that can be recorded is.
  func startRecording() { recorder.start() }

  /// The thread CPU time of each recorded period in nanoseconds, less `clockCost`.
  func durations(clockCost: Double) -> Distribution {
    Distribution(
      (0..<recorder.periodCount).map { max(Double(recorder.periods[$0].duration) - clockCost, 0) })
  }

  /// The recorded frames of the left output; `nil` before the last of them.
  var samples: [Float]? {
    guard recorder.isFull else { return nil }
    return Array(
      UnsafeBufferPointer(start: recorder.samples, count: recorder.capacity * rendered.period))
  }

  /// The frames from `time`, by ``Clock/wall``, to the first recorded sound; `nil` before that sound.
  ///
  /// The server requests all frames of a period at one moment. On a sound card JACK's own frame clock would
  /// do as well; with the dummy driver it wanders by hundreds of frames.
  func frames(from time: UInt64) -> Double? {
    let period = rendered.period
    for index in 0..<recorder.periodCount * period where recorder.samples[index] != 0 {
      let waited = Double(recorder.periods[index / period].time) - Double(time)
      return waited / 1e9 * sampleRate + Double(index % period)
    }
    return nil
  }
}

/// The state of the measured process callback.
///
/// `@unchecked Sendable`: the process thread alone writes to the memory, which is allocated in advance, up to
/// ``periodCount``; the main thread reads what is below it.
private nonisolated final class CallbackRecorder: @unchecked Sendable {
  /// In periods.
  let capacity: Int

  /// Of each recorded period the nanoseconds of thread CPU time, and when it was requested.
  let periods: UnsafeMutablePointer<(duration: UInt64, time: UInt64)>

  /// The frames of the left output.
  let samples: UnsafeMutablePointer<Float>

  private let ports: (left: AudioPort, right: AudioPort)
  private let renderer: OfflineRenderer
  private let period: Int
  private let count: Atomic<Int>

  init(
    ports: (left: AudioPort, right: AudioPort), renderer: OfflineRenderer, periods: Int,
    period: Int
  ) {
    (self.ports, self.renderer, capacity, self.period) = (ports, renderer, periods, period)
    count = Atomic(periods)
    self.periods = .allocate(capacity: periods)
    samples = .allocate(capacity: periods * period)
    // Touches every page, so that the process thread has no page faults.
    self.periods.initialize(repeating: (0, 0), count: periods)
    samples.initialize(repeating: 0, count: periods * period)
  }

  deinit {
    periods.deallocate()
    samples.deallocate()
  }

  var periodCount: Int { count.load(ordering: .acquiring) }
  var isFull: Bool { periodCount == capacity }

  func start() { count.store(0, ordering: .releasing) }

  /// The process callback of the program, between two readings of the clock.
  func process(_ frames: jack_nframes_t, at time: jack_nframes_t) {
    let called = Clock.wall.now()
    let begin = Clock.thread.now()
    guard let left = ports.left.buffer(frames), let right = ports.right.buffer(frames) else {
      return
    }
    renderer.render(left: left, right: right, frames: Int(frames), at: FrameTime(time))
    let duration = Clock.thread.now() - begin
    let index = count.load(ordering: .acquiring)
    guard index < capacity, Int(frames) == period else { return }
    periods[index] = (duration, called)
    (samples + index * period).update(from: left, count: period)
    // The main thread may have started anew in between.
    _ = count.compareExchange(expected: index, desired: index + 1, ordering: .acquiringAndReleasing)
  }
}
