import Foundation

/// The sound that measures how long a loop is, from an output through a cable or the air back into an input: a sum of
/// stationary tones, each a whole number of hertz, that repeats every second.
///
/// The phase at which each tone comes back tells its delay up to a whole turn. Two neighbours, a hertz apart, together
/// leave a second open, the whole band a fraction of a frame: that is the principle of F. Adriaensen's jack_delay
/// (jack_iodelay), with some thousand tones instead of a dozen, so that reflections in a room, which turn the phase of
/// single tones by anything, are told from the sound that comes first.
///
/// The tones begin with the phases of M. R. Schroeder (Synthesis of low-peak-factor signals and binary sequences with
/// low autocorrelation, IEEE Trans. Inf. Theory 16, 1970), which keep the highest sample low: it sounds like a sweep.
public struct LoopSignal: Sendable {
  /// The band in hertz: what microphones, pickups and small loudspeakers have in common.
  private static let band = 300...6000

  /// So many seconds it lasts: three until the longest delay has passed, two that are measured.
  static let seconds = 5

  /// The fades, in seconds. The first one leaves time to turn the volume down; the last one comes after ``seconds``.
  static let fadeIn = 0.5
  static let fadeOut = 0.03

  /// The root mean square of the sound at a gain of 1: that of a note at the output level 0 dB, in dB of a full-scale
  /// square wave.
  static let level = -21.0

  /// Frames per second, and in a repetition.
  public let sampleRate: Int

  /// In hertz, and the phase at which each begins, in radians.
  let tones: [(hertz: Int, phase: Double)]

  /// The amplitude of each tone at a gain of 1.
  let amplitude: Double

  /// - Parameter sampleRate: frames per second; a server's are at least 8000.
  public init(sampleRate: Int) {
    self.sampleRate = sampleRate
    let highest = min(Self.band.upperBound, sampleRate * 2 / 5)
    // The mains and their harmonics would be taken for tones that come back.
    let hertz = (Self.band.lowerBound...max(highest, Self.band.lowerBound + 1)).filter {
      !$0.isMultiple(of: 50) && !$0.isMultiple(of: 60)
    }
    let width = Double(highest - Self.band.lowerBound + 1)
    tones = hertz.map { hertz in
      let place = Double(hertz - Self.band.lowerBound)
      return (hertz, -Double.pi * place * place / width)
    }
    amplitude = pow(10, Self.level / 20) * (2 / Double(hertz.count)).squareRoot()
  }

  /// How many frames ``samples(gain:)`` has.
  public var count: Int { Self.seconds * sampleRate + frames(Self.fadeOut) }

  /// How many frames have to be recorded, from the first one that is played on.
  public var recordedCount: Int { Self.seconds * sampleRate }

  /// The sound, which fades in and out.
  ///
  /// - Parameter gain: a linear one, such as that of the output level.
  public func samples(gain: Double) -> [Float] {
    var bins = [Complex](repeating: .zero, count: sampleRate)
    for tone in tones where tone.hertz < sampleRate {
      bins[tone.hertz] = Complex(
        real: gain * amplitude * cos(tone.phase), imaginary: gain * amplitude * sin(tone.phase))
    }
    let turn = FourierTransform.backward(bins)
    let (fadeIn, fadeOut) = (Double(frames(Self.fadeIn)), Double(frames(Self.fadeOut)))
    return (0..<count).map { index in
      let share = min(Double(index) / fadeIn, Double(count - 1 - index) / fadeOut, 1)
      return Float((1 - cos(.pi * share)) / 2 * turn[index % sampleRate].real)
    }
  }

  private func frames(_ seconds: Double) -> Int { max(Int(seconds * Double(sampleRate)), 1) }
}

/// How long a loop is.
public struct LoopDelay: Hashable, Sendable {
  /// From a frame of the output to the same sound at the input.
  public var frames: Double

  /// How far off that may be, in frames.
  public var uncertainty: Double

  /// Whether the sound comes back with its sign inverted: a cable or a device turns the polarity.
  public var isInverted: Bool

  /// How much louder the sound comes back than it left, in dB.
  public var gain: Double

  /// How much louder the tones are than the noise at their frequencies, in dB.
  public var signalToNoise: Double

  public init(
    frames: Double, uncertainty: Double, isInverted: Bool = false, gain: Double = 0,
    signalToNoise: Double = 60
  ) {
    self.frames = frames
    self.uncertainty = uncertainty
    self.isInverted = isInverted
    self.gain = gain
    self.signalToNoise = signalToNoise
  }
}

/// Why a recording of a ``LoopSignal`` says nothing of the delay.
public enum LoopFault: Error, Hashable {
  /// Nothing came in at all.
  case silent

  /// Something came in, but not the signal, or too little of it to be told from noise.
  ///
  /// - Parameter level: what came in, in dB of full scale.
  case notHeard(level: Double)

  /// The signal came in, but not twice after the same time: something in the loop moves.
  case unsteady

  /// What came in was at full scale.
  case clipped

  /// It took longer than a second.
  case tooLong
}
