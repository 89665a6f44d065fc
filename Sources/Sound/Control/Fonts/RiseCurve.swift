import Foundation

/// The memory behind a ``StartRamp``.
final class RiseCurve {
  /// How many equal steps the curve has; straight lines between them are off by −140 dB.
  private static let steps = 4096

  let rise: StartRamp
  private let gains: UnsafeMutablePointer<Float>

  init() {
    gains = .allocate(capacity: Self.steps + 1)
    for step in 0...Self.steps {
      let share = (1 - cos(.pi * Double(step) / Double(Self.steps))) / 2
      gains[step] = Float(pow(10, StartRamp.decibels / 20 * (1 - share)))
    }
    rise = StartRamp(gains: UnsafePointer(gains), steps: Self.steps)
  }

  deinit { gains.deallocate() }
}
