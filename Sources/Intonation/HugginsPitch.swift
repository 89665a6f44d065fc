import Foundation

/// Three noises, one of which has a faint tone in it for a listener who hears the left and the
/// right channel apart, as with headphones: in a narrow band the right channel is inverted. Mixed
/// in the air, the noises are alike.
///
/// Milne et al., An online headphone screening test based on dichotic pitch, Behavior Research
/// Methods 53 (2021).
public struct HugginsPitch: Sendable {
  /// The number of noises.
  public static let count = 3

  /// The band in which the right channel is inverted, in hertz: 600 Hz and 6 % to either side.
  private static let band = 564...636

  /// The length of a noise, the pause after it, and its rise and fall, in seconds.
  private static let length = 1
  private static let pause = 0.5
  private static let ramp = 0.03

  /// The RMS level of a noise at a gain of 1, as a linear gain.
  private static let level: Float = 0.1

  private let sampleRate: Int

  /// - Parameter sampleRate: frames per second.
  public init(sampleRate: Int) { self.sampleRate = sampleRate }

  /// The samples of all noises.
  ///
  /// - Parameters:
  ///   - target: the number of the noise with the tone, from 0.
  ///   - gain: the linear gain of the output level.
  public func samples(
    target: Int, gain: Double, using random: inout some RandomNumberGenerator
  ) -> (left: [Float], right: [Float]) {
    var (left, right): ([Float], [Float]) = ([], [])
    let silence = [Float](repeating: 0, count: Int(Self.pause * Double(sampleRate)))
    for index in 0..<Self.count {
      // Uniform noise has an RMS of 1/√3 of its peak.
      let peak = Self.level * Float(gain) * Float(3).squareRoot()
      let noise = (0..<Self.length * sampleRate).map { _ in
        Float.random(in: -peak...peak, using: &random)
      }
      left += faded(noise) + silence
      right += faded(index == target ? inverted(noise) : noise) + silence
    }
    return (left, right)
  }

  /// Inverts a noise within the band. It lasts a second, so the bins of its transform are 1 Hz
  /// apart.
  private func inverted(_ noise: [Float]) -> [Float] {
    let bins = FourierTransform.forward(noise.map(Double.init))
    var band = [Complex](repeating: .zero, count: noise.count)
    for frequency in Self.band { band[frequency] = bins[frequency] }
    // The band is twice the real part, as the negative frequencies are missing. Twice the band is
    // subtracted.
    let scale = 4 / Double(noise.count)
    return zip(noise, FourierTransform.backward(band)).map { $0 - Float(scale * $1.real) }
  }

  /// Lets a noise rise and fall.
  private func faded(_ noise: [Float]) -> [Float] {
    let frames = Int(Self.ramp * Double(sampleRate))
    return noise.enumerated().map { index, sample in
      let edge = min(index, noise.count - 1 - index)
      guard edge < frames else { return sample }
      return sample * Float(0.5 - 0.5 * cos(Double.pi * (Double(edge) + 0.5) / Double(frames)))
    }
  }
}
