/// Takes the hum of the mains out of an input in which any note may be played: it was there before the notes, and does
/// not change. One thread at a time.
///
/// Samples go in, and come out without the hum once it is known; frames of the coarse analysis that hears them go in, and
/// come out marked where nothing but hum is heard.
public struct HumFilter: Sendable {
  private let sampleRate: Double
  private var mains = MainsHum(target: nil)
  private var filter: PartialsFilter

  /// The hum that is taken out, in hertz.
  private var hertz: Double?

  /// The last samples, in which its partials are looked for.
  private var recent: [Float] = []

  /// The power of the hum, and that of what is taken out, over ``moment``.
  private var powerOfHum = 0.0
  private var taken = 0.0

  /// In seconds.
  private static let moment = 0.1

  /// If what is taken out has more power than the hum by this factor (6 dB), a note is in its place.
  private static let rise = 4.0

  /// - Parameter sampleRate: samples a second, after the decimation.
  public init(sampleRate: Double) {
    self.sampleRate = sampleRate
    filter = PartialsFilter(sampleRate: sampleRate)
  }

  /// A part of the input is missing: what follows is filtered anew, once the hum is heard there.
  public mutating func restart() {
    filter = PartialsFilter(sampleRate: sampleRate)
    hertz = nil
    recent = []
  }

  /// The samples without the hum; those that came in if a note is in its place.
  public mutating func append(_ samples: [Float]) -> [Float] {
    recent += samples
    let most = Int(Accompaniment.look * sampleRate)
    // Not at every period, as it moves the rest.
    if recent.count > 2 * most { recent.removeFirst(recent.count - most) }
    samples.withUnsafeBufferPointer { filter.watch($0) }
    guard !filter.isEmpty else {
      hertz = nil
      return samples
    }
    let clean = filter.clean(samples)
    let seconds = Double(samples.count) / sampleRate
    let new = max(Self.power(samples[...]) - Self.power(clean[...]), 0)
    taken += (new - taken) * min(seconds / Self.moment, 1)
    return taken > Self.rise * powerOfHum ? samples : clean
  }

  /// The mean square.
  private static func power(_ samples: ArraySlice<Float>) -> Double {
    samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
  }

  /// The frames of what came out, without the pitch of the hum.
  public mutating func receive(_ frames: [PitchFrame]) -> [PitchFrame] {
    frames.map { receive($0) }
  }

  private mutating func receive(_ frame: PitchFrame) -> PitchFrame {
    var frame = frame
    if let hum = mains.hum(in: frame) {
      frame.exclusion = .hum(hertz: hum)
      frame.frequency = nil
      if hertz == nil, mains.isUnchanged { learn(hum) }
    } else if frame.frequency == nil, frame.exclusion == nil, let hertz {
      frame.exclusion = .hum(hertz: hertz)
    }
    return frame
  }

  private mutating func learn(_ hum: Double) {
    let count = Int(Accompaniment.look * sampleRate)
    guard recent.count >= count else { return }
    filter.learn([MainsHum.mains(of: hum)], from: recent.suffix(count))
    hertz = filter.isEmpty ? nil : hum
    powerOfHum = Self.power(recent.suffix(count))
    taken = powerOfHum
  }
}
