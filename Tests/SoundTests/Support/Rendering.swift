@testable import Sound

/// What both outputs gave.
struct Rendering {
  var left: [Float] = []
  var right: [Float] = []

  /// The first and the last frame that are not silent.
  var extent: ClosedRange<Int>? {
    guard let first = left.firstIndex(where: { $0 != 0 }),
      let last = left.lastIndex(where: { $0 != 0 })
    else { return nil }
    return first...last
  }

  var peak: Float { left.reduce(0) { max($0, abs($1)) } }
}

extension OfflineEngine {
  var hasCommands: Bool { commandCount > 0 }

  /// Renders `frames` frames in periods of `period`; events are delivered after each.
  @discardableResult
  func render(_ frames: Int, period: Int = 64) -> Rendering {
    var rendering = Rendering()
    var left = [Float](repeating: .nan, count: period)
    var right = left
    var done = 0
    while done < frames {
      let length = min(period, frames - done)
      renderPeriod(left: &left, right: &right, frames: length)
      rendering.left += left[..<length]
      rendering.right += right[..<length]
      done += length
      deliverEvents()
    }
    return rendering
  }
}
