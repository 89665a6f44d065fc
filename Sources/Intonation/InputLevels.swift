import Foundation

/// The peak and the clipping of samples that come in. A value that one thread uses.
public struct InputLevels: Sendable {
  /// The level of silence, in dB of full scale: below the last bit of 16. The noise of a microphone
  /// is louder.
  public static let silence = -90.0

  /// The least sample that is at full scale, and the number of them in a row that are clipped.
  private static let fullScale: Float = 0.9995
  private static let clippedSamples = 3

  /// The highest sample that may be sound: 18 dB above full scale. Programs that mix may go beyond
  /// full scale; a higher sample is a fault, and could hide the sound after it for long.
  private static let greatest: Float = 8

  /// The highest sample since ``begin()``; 1 is full scale.
  private var highest: Float = 0
  private var inRow = 0

  /// True if samples in a row were at full scale since ``begin()``.
  public private(set) var isClipping = false

  public init() {}

  /// Replaces a sample that is not finite by 0, and limits others to 18 dB above full scale.
  static func plausible(_ sample: Float) -> Float {
    sample.isFinite ? min(max(sample, -greatest), greatest) : 0
  }

  /// The highest sample since ``begin()`` in dB of full scale, at most 18; minus infinity if all of
  /// them were 0.
  public var peak: Double { highest > 0 ? 20 * log10(Double(highest)) : -.infinity }

  /// Begins to count anew. Samples in a row may have begun before.
  public mutating func begin() {
    highest = 0
    isClipping = false
  }

  public mutating func append(_ samples: [Float]) {
    for sample in samples {
      let size = abs(sample)
      highest = max(highest, abs(Self.plausible(sample)))
      inRow = size >= Self.fullScale ? inRow + 1 : 0
      if inRow >= Self.clippedSamples { isClipping = true }
    }
  }
}
