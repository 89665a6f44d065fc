import Foundation

/// The sound that measures the delay of a loop, from an output through a cable or the air back into
/// an input: a sum of stationary tones, each a whole number of hertz, that repeats every second.
///
/// The phase at which each tone comes back gives its delay up to a whole turn. Two neighbours, a
/// hertz apart, together give it up to a second, the whole band to a fraction of a frame: that is
/// the principle of F. Adriaensen's jack_delay (jack_iodelay), with some thousand tones instead of
/// a dozen, so that the direct sound can be distinguished from reflections in a room, which turn
/// the phase of single tones by any angle.
///
/// The tones begin with the phases of M. R. Schroeder (Synthesis of low-peak-factor signals and
/// binary sequences with low autocorrelation, IEEE Trans. Inf. Theory 16, 1970), which keep the
/// highest sample low: it sounds like a sweep.
public struct LoopSignal: Sendable {
  /// The band in hertz, which microphones, pickups and small loudspeakers have in common.
  private static let band = 300...6000

  /// The length in seconds: three until the longest delay has passed, two that are measured.
  fileprivate static let seconds = 5

  /// The fades, in seconds. The first one leaves time to turn the volume down; the last one comes
  /// after ``seconds``.
  fileprivate static let fadeIn = 0.5
  private static let fadeOut = 0.03

  /// The root mean square of the sound at a gain of 1: that of a note at the output level 0 dB, in
  /// dB of a full-scale square wave.
  static let level = -21.0

  /// Frames per second, and in a repetition.
  public let sampleRate: Int

  /// The frequencies of the tones, and the phases at which they begin, in radians.
  let tones: [(hertz: Int, phase: Double)]

  /// The amplitude of each tone at a gain of 1.
  let amplitude: Double

  /// - Parameter sampleRate: frames per second; a server's are at least 8000.
  public init(sampleRate: Int) {
    self.sampleRate = sampleRate
    let highest = min(Self.band.upperBound, sampleRate * 2 / 5)
    // Without the mains and their harmonics, which would be mistaken for tones that come back.
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

  /// The frames of ``samples(gain:)``.
  public var count: Int { Self.seconds * sampleRate + frames(Self.fadeOut) }

  /// The number of frames to record, from the first one that is played.
  public var recordedCount: Int { Self.seconds * sampleRate }

  /// The sound, which fades in and out.
  ///
  /// - Parameter gain: a linear gain, such as that of the output level.
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

/// The delay of a loop.
public struct LoopDelay: Hashable, Sendable {
  /// The frames from the output to the same sound at the input.
  public var frames: Double

  /// The uncertainty of the delay, in frames.
  public var uncertainty: Double

  /// True if the sound comes back with its sign inverted: a cable or a device turns the polarity.
  public var isInverted: Bool

  /// The level of the sound that comes back above the sound that was played, in dB.
  public var gain: Double

  /// The level of the tones above the noise at their frequencies, in dB.
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

/// The reason why a recording of a ``LoopSignal`` does not give the delay.
public enum LoopFault: Error, Hashable {
  /// Nothing came in at all.
  case silent

  /// Something came in, but not the signal, or too little of it to be distinguished from noise.
  ///
  /// - Parameter level: of the input, in dB of full scale.
  case notHeard(level: Double)

  /// The delay changed between the two seconds: something in the loop moves.
  case unsteady

  /// The input was at full scale.
  case clipped

  /// The delay is longer than a second.
  case tooLong
}

/// Measures the delay of a loop from the input while a ``LoopSignal`` was played. Any thread.
///
/// From coarse to fine: the tones' phases, put together by a Fourier transform, give the response
/// of the loop to a pulse; its first strong arrival is the delay to a frame. Around it the moment
/// at which the phases of all tones agree best is found to a small part of a frame, which for noise
/// alone is the best estimate there is (C. Knapp and G. C. Carter, The generalized correlation
/// method for estimation of time delay, IEEE Trans. ASSP 24, 1976).
public struct LoopMeter: Sendable {
  /// The least ratio of the first arrival to the mean response. The highest of 48 000 random values
  /// is 3.3 times their mean.
  private static let leastPeak = 5.0

  /// The least share of the strongest arrival that the first one has, and the longest time in
  /// seconds by which it comes before it: in a room a reflection may be louder than the direct
  /// sound.
  private static let firstShare = 0.5
  private static let firstLead = 0.03

  /// The largest difference between the delays of two seconds, in seconds.
  private static let mostWander = 0.0005

  /// The largest uncertainty of a delay, in seconds.
  private static let mostUncertainty = 0.0005

  /// The highest signal-to-noise ratio that is reported, in dB.
  private static let mostSignal = 120.0

  private let signal: LoopSignal
  private let gain: Double

  /// - Parameter gain: the gain with which the signal was played.
  public init(_ signal: LoopSignal, gain: Double) {
    self.signal = signal
    self.gain = gain
  }

  /// Judges a recording.
  ///
  /// - Parameter recording: the input from the frame in which the first sample was played;
  ///   ``LoopSignal/recordedCount`` samples or more.
  public func judge(_ recording: [Float]) throws(LoopFault) -> LoopDelay {
    let rate = signal.sampleRate
    guard recording.count >= signal.recordedCount, gain > 0 else { throw .silent }
    let samples = recording.map(InputLevels.plausible)
    var levels = InputLevels()
    levels.append(samples)
    if levels.isClipping { throw .clipped }
    let level = level(of: samples)
    guard level >= InputLevels.silence else { throw .silent }
    // By then everything that takes less than three seconds comes in steadily.
    let first = response(samples, from: (LoopSignal.seconds - 2) * rate)
    let second = response(samples, from: (LoopSignal.seconds - 1) * rate)
    let mean = zip(first, second).map { ($0 + $1) * 0.5 }
    guard let delay = arrival(mean) else {
      // Each second by itself may have one.
      let isHeard = arrival(first) != nil && arrival(second) != nil
      throw isHeard ? .unsteady : .notHeard(level: level)
    }
    let arrivals = [first, second].compactMap { arrival($0)?.frames }
    var wander = 0.0
    if arrivals.count == 2 {
      wander = Self.distance(arrivals[0], arrivals[1], around: Double(rate))
      guard wander <= Self.mostWander * Double(rate) else { throw .unsteady }
    }
    let (power, noise) = powers(first, second)
    let uncertainty = max(wander / 2, self.uncertainty(ratio: power / max(noise, 1e-30)))
    guard uncertainty <= Self.mostUncertainty * Double(rate) else { throw .notHeard(level: level) }
    guard isWithinRange(delay.frames, samples, mean, power) else { throw .tooLong }
    return LoopDelay(
      frames: delay.frames, uncertainty: uncertainty, isInverted: delay.isInverted,
      gain: 10 * log10(max(power, 1e-30)),
      signalToNoise: min(10 * log10(max(power, 1e-30) / max(noise, 1e-30)), Self.mostSignal))
  }

  // MARK: The input

  private func level(of samples: [Float]) -> Double {
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    return power > 0 ? 10 * log10(power) : -.infinity
  }

  /// The level and the phase with which each tone comes back in the second that begins at that
  /// sample; 1 would be a loop without a delay.
  private func response(_ samples: [Float], from start: Int) -> [Complex] {
    let rate = signal.sampleRate
    let bins = FourierTransform.forward(samples[start..<(start + rate)].map { Double($0) })
    let height = gain * signal.amplitude * Double(rate) / 2
    return signal.tones.map { tone in
      let turn = 2 * Double.pi * Double(tone.hertz) * Double(start % rate) / Double(rate)
      let played = Complex(real: cos(tone.phase + turn), imaginary: sin(tone.phase + turn))
      return bins[tone.hertz].turned(from: played) * (1 / height)
    }
  }

  /// The mean power of the tones, and of the noise in their mean over two seconds.
  private func powers(_ first: [Complex], _ second: [Complex]) -> (signal: Double, noise: Double) {
    var (sum, difference) = (0.0, 0.0)
    for (one, two) in zip(first, second) {
      sum += (one + two).power / 4
      difference += (one + two * -1).power / 4
    }
    let count = Double(max(first.count, 1))
    return (max(sum - difference, 0) / count, difference / count)
  }

  /// The uncertainty in frames, by the number and the band of the tones.
  ///
  /// - Parameter ratio: the ratio of a tone's power to that of the noise.
  private func uncertainty(ratio: Double) -> Double {
    let mean = signal.tones.reduce(0.0) { $0 + Double($1.hertz) } / Double(signal.tones.count)
    let spread = signal.tones.reduce(0.0) { $0 + pow(Double($1.hertz) - mean, 2) }
    return Double(signal.sampleRate) / (2 * .pi * (2 * max(ratio, 1e-30) * spread).squareRoot())
  }

  // MARK: The arrival

  private struct Arrival {
    let frames: Double
    let isInverted: Bool
  }

  /// The first strong arrival, from 0 to a second; `nil` if none stands out.
  private func arrival(_ response: [Complex]) -> Arrival? {
    let rate = signal.sampleRate
    let tones = weighted(response)
    var bins = [Complex](repeating: .zero, count: rate)
    for (tone, value) in zip(signal.tones, tones) { bins[tone.hertz] = value }
    let pulse = FourierTransform.backward(bins).map { $0.power.squareRoot() }
    guard let highest = pulse.indices.max(by: { pulse[$0] < pulse[$1] }), pulse[highest] > 0 else {
      return nil
    }
    let mean = (pulse.reduce(0) { $0 + $1 * $1 } / Double(rate)).squareRoot()
    guard pulse[highest] >= Self.leastPeak * mean else { return nil }
    let least = max(Self.firstShare * pulse[highest], Self.leastPeak * mean)
    let lead = Int(Self.firstLead * Double(rate))
    func value(_ place: Int) -> Double { pulse[((place % rate) + rate) % rate] }
    let first =
      ((highest - lead)...highest).first {
        value($0) >= least && value($0) >= value($0 - 1) && value($0) >= value($0 + 1)
      } ?? highest
    let (frames, sum) = bestMoment(tones, near: Double(first))
    // Delays are on a circle: a little before 0 is 0, if the loop is a wire within the program.
    let turned = frames < -0.5 ? frames + Double(rate) : frames
    return Arrival(frames: turned, isInverted: sum.real < -0.7 * sum.power.squareRoot())
  }

  /// Gives all tones about the same weight, so that resonances do not spread the pulse, but those
  /// at the ends of the band less, so that the pulse has no ripples.
  private func weighted(_ response: [Complex]) -> [Complex] {
    let count = Double(response.count)
    let floor = 0.3 * (response.reduce(0) { $0 + $1.power } / count).squareRoot() + 1e-30
    return response.enumerated().map { index, value in
      let window = (1 - cos(2 * .pi * (Double(index) + 0.5) / count)) / 2
      return value * (window / (value.power.squareRoot() + floor))
    }
  }

  /// The moment within a frame of `place` at which the tones agree best, and their sum there.
  private func bestMoment(_ tones: [Complex], near place: Double) -> (Double, Complex) {
    var (low, high) = (place - 1, place + 1)
    let section = (5.0.squareRoot() - 1) / 2
    var (left, right) = (high - section * (high - low), low + section * (high - low))
    var (atLeft, atRight) = (sum(tones, at: left).power, sum(tones, at: right).power)
    while high - low > 1e-4 {
      if atLeft > atRight {
        (high, right, atRight) = (right, left, atLeft)
        left = high - section * (high - low)
        atLeft = sum(tones, at: left).power
      } else {
        (low, left, atLeft) = (left, right, atRight)
        right = low + section * (high - low)
        atRight = sum(tones, at: right).power
      }
    }
    let best = (low + high) / 2
    return (best, sum(tones, at: best))
  }

  private func sum(_ tones: [Complex], at frames: Double) -> Complex {
    var sum = Complex.zero
    let turn = 2 * Double.pi * frames / Double(signal.sampleRate)
    for (tone, value) in zip(signal.tones, tones) {
      let angle = turn * Double(tone.hertz)
      sum =
        sum
        + value.turned(from: Complex(real: cos(angle), imaginary: -sin(angle)))
    }
    return sum
  }

  /// True if the signal came in after that time already, and not a second later, where its
  /// repetition looks the same.
  ///
  /// - Parameter power: the power of a tone that came back, without the noise.
  private func isWithinRange(
    _ frames: Double, _ samples: [Float], _ mean: [Complex], _ power: Double
  ) -> Bool {
    let rate = signal.sampleRate
    // The ringing of the room has come, too.
    let start = Int(max(frames, 0)) + Int((LoopSignal.fadeIn + 0.1) * Double(rate))
    let early = response(samples, from: start)
    let common = zip(early, mean).reduce(0.0) { $0 + $1.0.turned(from: $1.1).real }
    return common >= 0.7 * power * Double(mean.count)
  }

  /// The distance of two places on a circle.
  private static func distance(_ one: Double, _ other: Double, around circle: Double) -> Double {
    let distance = abs(one - other).truncatingRemainder(dividingBy: circle)
    return min(distance, circle - distance)
  }
}

extension Complex {
  fileprivate static func + (one: Complex, other: Complex) -> Complex {
    Complex(real: one.real + other.real, imaginary: one.imaginary + other.imaginary)
  }
}
