import Realtime

/// The rendering of an ``OfflineEngine`` for a process thread that a benchmark brings along.
///
/// `@unchecked Sendable`: one thread at a time renders, and the engine outlives it.
package struct OfflineRenderer: @unchecked Sendable {
  let state: UnsafeMutablePointer<ProcessState>

  /// Renders one period, whose first frame lies at `time`.
  @_noLocks @_noAllocation
  package func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int,
    at time: FrameTime
  ) {
    state.pointee.render(
      left: left, right: right, frames: frames, at: time,
      midi: UnsafeBufferPointer(start: nil, count: 0))
  }
}
