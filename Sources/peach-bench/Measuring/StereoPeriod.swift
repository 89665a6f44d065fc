/// Where a period is rendered to.
final class StereoPeriod {
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>
  let frames: Int

  init(frames: Int) {
    self.frames = frames
    left = .allocate(capacity: frames)
    right = .allocate(capacity: frames)
    left.initialize(repeating: 0, count: frames)
    right.initialize(repeating: 0, count: frames)
  }

  isolated deinit {
    left.deallocate()
    right.deallocate()
  }
}
