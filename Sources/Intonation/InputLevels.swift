import Foundation

/// How high samples go that come in, and whether they are clipped. A value that one thread uses.
public struct InputLevels: Sendable {
  /// In dB of full scale: below the last bit of 16. The noise of a microphone is above it.
  public static let silence = -90.0

  /// From here on a sample is at full scale, and so many in a row are clipped.
  private static let fullScale: Float = 0.9995
  private static let clippedSamples = 3

  /// The highest sample that may be sound: 18 dB above full scale. Programs that mix may go beyond full scale; what is
  /// higher still is a fault, and could hide for long what follows.
  private static let greatest: Float = 8

  /// The highest sample since ``begin()``; 1 is full scale.
  private var highest: Float = 0
  private var inRow = 0

  /// Whether samples in a row were at full scale since ``begin()``.
  public private(set) var isClipping = false

  public init() {}

  /// A sample as it may be sound: 0 if it is not a number or infinite, and at most 18 dB above full scale.
  static func plausible(_ sample: Float) -> Float {
    sample.isFinite ? min(max(sample, -greatest), greatest) : 0
  }

  /// The highest sample since ``begin()`` in dB of full scale, at most 18; minus infinity if all of them were 0.
  public var peak: Double { highest > 0 ? 20 * log10(Double(highest)) : -.infinity }

  /// From here on the levels count anew. Samples in a row may have begun before.
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
