import Foundation
import Realtime

/// A cycle of 1 kHz on the trigger output, from the frame in which a note begins. A new one
/// replaces the one before.
///
/// The process thread alone uses it once it is made.
struct TriggerPulse: ~Copyable {
  /// The level of the cycle's peaks, as a linear gain.
  private static let gain: Float = 0.5

  /// The samples of the cycle, each at its middle, so that the first one is not 0.
  private let cycle: UnsafeMutableBufferPointer<Float>

  /// The next sample of the cycle; the number of samples if there is no cycle.
  private var position: Int

  /// The period that is being rendered; `nil` without a port.
  private var buffer: UnsafeMutablePointer<Float>?
  private var frames = 0
  private var start = FrameTime(0)

  /// - Parameter sampleRate: frames per second.
  init(sampleRate: Double) {
    let count = max(Int((sampleRate / 1000).rounded()), 2)
    cycle = .allocate(capacity: count)
    for index in 0..<count {
      let phase = 2 * Double.pi * (Double(index) + 0.5) / Double(count)
      cycle.initializeElement(at: index, to: Self.gain * Float(sin(phase)))
    }
    position = count
  }

  deinit { cycle.deallocate() }

  /// Writes the rest of a cycle at the beginning of a period, and silence after it.
  ///
  /// - Parameter buffer: the output in this period; `nil` without a port.
  @_noLocks @_noAllocation
  mutating func beginPeriod(_ buffer: UnsafeMutablePointer<Float>?, frames: Int, at time: FrameTime)
  {
    (self.buffer, self.frames, start) = (buffer, frames, time)
    if buffer == nil { position = cycle.count }
    write(from: 0)
  }

  /// Writes a cycle for a note that begins in that frame of the period.
  @_noLocks @_noAllocation
  mutating func begin(at time: FrameTime) {
    guard buffer != nil else { return }
    position = 0
    write(from: time.distance(since: start))
  }

  /// Writes the rest of the cycle from a frame of the period on, and silence after it.
  @_noLocks @_noAllocation
  private mutating func write(from first: Int) {
    guard let buffer else { return }
    var frame = first
    while frame < frames {
      let isSounding = position < cycle.count
      buffer[frame] = isSounding ? cycle[position] : 0
      if isSounding { position &+= 1 }
      frame &+= 1
    }
  }
}
