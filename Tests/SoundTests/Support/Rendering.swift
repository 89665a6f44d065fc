import Realtime

@testable import Sound

/// What the outputs gave.
struct Rendering {
  var left: [Float] = []
  var right: [Float] = []
  var trigger: [Float] = []

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
  ///
  /// - Parameters:
  ///   - midi: what comes in, by its frame counted from the first that is rendered, in order.
  ///   - isMainThreadBusy: whether the events wait for a later delivery.
  @discardableResult
  func render(
    _ frames: Int, period: Int = 64, midi: [(frame: Int, message: MIDIMessage)] = [],
    isMainThreadBusy: Bool = false
  ) -> Rendering {
    var rendering = Rendering()
    var left = [Float](repeating: .nan, count: period)
    var right = left
    var trigger = left
    var done = 0
    var waiting = midi[...]
    while done < frames {
      let length = min(period, frames - done)
      let due = waiting.prefix { $0.frame < done + length }
      waiting = waiting.dropFirst(due.count)
      let messages = due.map { TimedMIDIMessage(offset: $0.frame - done, message: $0.message) }
      messages.withUnsafeBufferPointer {
        renderPeriod(
          left: &left, right: &right, frames: length, midi: $0, trigger: &trigger)
      }
      rendering.left += left[..<length]
      rendering.right += right[..<length]
      rendering.trigger += trigger[..<length]
      done += length
      if !isMainThreadBusy { deliverEvents() }
    }
    return rendering
  }
}
