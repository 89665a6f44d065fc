import Foundation

/// The memory behind a ``FadeTable``: the rise of a raised cosine (Hann window, Harris 1978).
final class FadeCurve {
  /// How long a start, a stop and a change of level take, in seconds: long enough that not even the
  /// lowest note clicks, short enough to be heard as at once.
  static let seconds = 0.02

  let table: FadeTable
  private let gains: UnsafeMutablePointer<Float>

  init(sampleRate: Double) {
    let frames = Int((Self.seconds * sampleRate).rounded(.up))
    gains = .allocate(capacity: frames)
    for frame in 0..<frames {
      gains[frame] = Float((1 - cos(.pi * (Double(frame) + 0.5) / Double(frames))) / 2)
    }
    table = FadeTable(gains: UnsafePointer(gains), frames: frames)
  }

  deinit { gains.deallocate() }
}
