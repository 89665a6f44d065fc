/// The last seconds of the input.
struct InputRecording: Sendable {
  private let capacity: Int
  private var samples: [Float] = []
  /// The number of the first sample that is kept.
  private var first = 0

  init(capacity: Int) {
    self.capacity = capacity
    samples.reserveCapacity(2 * capacity)
  }

  mutating func append(_ new: UnsafeBufferPointer<Float>) {
    if samples.count + new.count > 2 * capacity {
      let needless = samples.count - capacity
      samples.removeFirst(needless)
      first += needless
    }
    samples.append(contentsOf: new)
  }

  /// Those of these samples that are there, and the number of the first one.
  func samples(from start: Int, to end: Int) -> (samples: [Float], start: Int) {
    let low = min(max(start - first, 0), samples.count)
    let high = min(max(end - first, low), samples.count)
    return (Array(samples[low..<high]), first + low)
  }
}
