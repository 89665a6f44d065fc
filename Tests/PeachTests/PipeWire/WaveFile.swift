import Foundation

/// A mono recording as `jack_rec -b 32` writes it: a header of 44 bytes, then integers of 32 bits.
struct WaveFile {
  let samples: [Double]

  init(contentsOf file: URL) throws {
    let data = try Data(contentsOf: file).dropFirst(44)
    samples = data.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map {
        Double(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self)))
          / Double(Int32.max)
      }
    }
  }

  /// How far the sound is from a sine of that frequency, at the worst of its samples and relative to its
  /// highest: each sample of a sine follows from the two before it, s(n+1) = 2 cos ω · s(n) − s(n−1), at
  /// whatever phase. A single frame that is missing shows as some hundredths.
  ///
  /// - Parameters:
  ///   - frequency: in hertz; frames per second are 48 000.
  ///   - start: what comes before this frame does not count.
  func largestDeparture(fromSineOf frequency: Double, from start: Int) -> Double {
    let samples = samples.dropFirst(start)
    let factor = 2 * cos(2 * .pi * frequency / 48_000)
    let highest = samples.map(abs).max() ?? 0
    let worst = zip(samples.dropFirst(2), zip(samples.dropFirst(), samples))
      .map { next, before in abs(next - factor * before.0 + before.1) }
      .max()
    return (worst ?? 1) / max(highest, 1e-9)
  }
}
