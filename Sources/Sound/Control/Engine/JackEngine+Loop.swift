import CJack
import Intonation
import MainThread
import Realtime

/// The time from the outputs back into the audio input, and sounds that are played as they are.
extension JackEngine {
  /// Plays samples once on the outputs, beside everything else, and returns when they have ended. If the task is
  /// cancelled, they fade out.
  ///
  /// - Returns: whether they sounded to their end.
  public func play(left: [Float], right: [Float]) async -> Bool {
    guard isRunning, memory.loop.pointee.play(left: left, right: right) else { return false }
    let longest = Double(left.count) / sampleRate + Self.longestLoopSilence
    let deadline = ProgramClock.now + .seconds(longest)
    while isRunning, memory.loop.pointee.isPlaying, !Task.isCancelled, ProgramClock.now < deadline {
      await openClient.live.pass(periods: 1)
    }
    let hasEnded = !memory.loop.pointee.isPlaying && isRunning
    await endLoop()
    return hasEnded
  }

  /// What has become of a measurement of the loop.
  public enum LoopOutcome: Hashable, Sendable {
    case measured(LoopDelay)
    case failed(LoopFault)

    /// A part of the sound was lost on its way out or in; another try may go better.
    case broken

    /// The server did not run the client any more.
    case stalled

    /// The task was cancelled.
    case cancelled
  }

  /// The interval at which the input is read, in milliseconds.
  private static let loopPause = 50

  /// The longest time without input, in seconds.
  private static let longestLoopSilence = 3.0

  /// Plays a ``LoopSignal`` on both outputs, and measures when it comes in at the audio input, which is open. That
  /// takes some five seconds. No ``InputAnalyst`` may read the input meanwhile.
  ///
  /// - Parameter gain: a linear one, that of the output level.
  public func measureLoop(gain: Double) async -> LoopOutcome {
    let signal = LoopSignal(sampleRate: Int(sampleRate))
    let input = memory.input
    guard isRunning, let ring = input.pointee.ring else { return .stalled }
    let samples = await Task.detached { signal.samples(gain: gain) }.value
    guard !Task.isCancelled else { return .cancelled }
    input.pointee.setRead(true)
    defer { input.pointee.setRead(false) }
    ring.pointee.drop()
    let xruns = client.signals.pointee.xruns.load(ordering: .relaxed)
    guard memory.loop.pointee.play(left: samples, right: samples) else { return .stalled }
    var recording = LoopRecording(count: signal.recordedCount)
    let outcome = await record(&recording, from: ring)
    await endLoop()
    if let outcome { return outcome }
    guard client.signals.pointee.xruns.load(ordering: .relaxed) == xruns else { return .broken }
    let recorded = recording.samples
    return await Task.detached {
      do throws(LoopFault) {
        return .measured(try LoopMeter(signal, gain: gain).judge(recorded))
      } catch {
        return .failed(error)
      }
    }.value
  }

  /// Reads what comes in until there is enough of it; returns why not.
  private func record(
    _ recording: inout LoopRecording, from ring: UnsafeMutablePointer<SampleRing>
  ) async -> LoopOutcome? {
    var deadline = ProgramClock.now + .seconds(Self.longestLoopSilence)
    while true {
      let former = recording.samples.count
      // The input waits until it is known in which frame the sound began.
      while let start = memory.loop.pointee.start, ring.pointee.next != nil {
        guard recording.append(ring, from: start) else { return .broken }
        if recording.isComplete { return nil }
      }
      if recording.samples.count > former {
        deadline = ProgramClock.now + .seconds(Self.longestLoopSilence)
      }
      guard isRunning, ProgramClock.now < deadline else { return .stalled }
      guard (try? await ProgramClock.sleep(for: .milliseconds(Self.loopPause))) != nil else {
        return .cancelled
      }
    }
  }

  /// Lets the sound fade out, if it has not ended, and returns when it has.
  private func endLoop() async {
    memory.loop.pointee.stop()
    let deadline = ProgramClock.now + .seconds(1)
    while isRunning, memory.loop.pointee.isPlaying, ProgramClock.now < deadline {
      // Also in a task that was cancelled.
      await openClient.live.pass(periods: 1)
    }
  }

  /// The frames from the outputs back into the audio input as JACK knows them: the latencies of the
  /// ports that both are connected with. `nil` if the server does not answer.
  public func knownLoopLatency() async -> Int? {
    guard await openClient.live.readOutputs(after: []) != nil else { return nil }
    let peers = inputPeers
    let capture = await openClient.live.ask { $0.captureLatency(from: peers) }
    return capture.map { $0 + latencyFrames }
  }
}

/// The input from a frame on, without a gap.
private struct LoopRecording {
  private(set) var samples: [Float] = []
  private let count: Int
  private var next: FrameTime?

  private var chunk: [Float] = []

  /// - Parameter count: how many samples are wanted.
  init(count: Int) {
    self.count = count
    samples.reserveCapacity(count + 8192)
  }

  var isComplete: Bool { samples.count >= count }

  /// Appends the oldest period in the ring, or removes it, if it came before `start`.
  ///
  /// - Parameter start: the frame from which on it counts.
  /// - Returns: `false` if a part is missing.
  mutating func append(
    _ ring: UnsafeMutablePointer<SampleRing>, from start: FrameTime
  ) -> Bool {
    chunk.removeAll(keepingCapacity: true)
    guard let time = ring.pointee.pop(into: &chunk) else { return true }
    if let next, next != time { return false }
    next = time.advanced(by: chunk.count)
    let early = max(start.distance(since: time), 0)
    if early < chunk.count { samples += chunk[early...] }
    return true
  }
}
