import Foundation

/// The partials of an accompaniment that the input hears, and whether they are still there.
///
/// A player who plays as they are looked for is taken for the accompaniment. That shows when the player pauses: what
/// is audible of the accompaniment does not end while that goes on.
struct AudiblePartials: Sendable {
  private struct Partial: Sendable {
    /// In hertz.
    let hertz: Double
    /// From partial to partial, in hertz.
    let spacing: Double
  }

  /// A partial is looked for so far from its harmonic place, in cents.
  private static let stretch = 30.0

  /// −70 dB of full scale; a softer partial is not heard.
  private static let leastAmplitude = 3e-4

  /// Seconds from look to look.
  private static let pause = 0.2

  /// They have ended if none is to be seen and they have fallen by a ratio of amplitudes within so many looks: a note
  /// that dies away takes longer to fall by these 20 dB. And also if none has been seen for so many looks, which is
  /// longer than a note that dies away is left to itself.
  private static let end = (fall: 10.0, looks: 3)
  private static let unseenLooks = 25

  private let sampleRate: Double
  private var partials: [Partial] = []

  /// The last samples, in which they are looked for.
  private var recent: [Float] = []
  private var unlooked = 0

  /// The last looks, the latest one last: whether any of them was to be seen, and the highest amplitude among them.
  private var looks: [(isSeen: Bool, amplitude: Double)] = []

  init(sampleRate: Double) { self.sampleRate = sampleRate }

  var hertz: [Double] { partials.map(\.hertz) }

  var isEmpty: Bool { partials.isEmpty }

  /// Adds the partial near a frequency if it is to be seen.
  mutating func add(near place: Double, spacing: Double, in spectrum: ToneSpectrum) {
    guard let hertz = Self.hertz(near: place, spacing: spacing, in: spectrum),
      !partials.contains(where: { abs($0.hertz - hertz) < 1 })
    else { return }
    partials.append(Partial(hertz: hertz, spacing: spacing))
  }

  /// Looks now and then if they are still there.
  mutating func append(_ samples: UnsafeBufferPointer<Float>) {
    recent.append(contentsOf: samples)
    unlooked += samples.count
    guard Double(unlooked) >= Self.pause * sampleRate else { return }
    unlooked = 0
    recent.removeFirst(max(recent.count - Int(Accompaniment.look * sampleRate), 0))
    let spectrum = ToneSpectrum(recent.map(Double.init)[...], sampleRate: sampleRate)
    let isSeen = partials.contains {
      Self.hertz(near: $0.hertz, spacing: $0.spacing, in: spectrum) != nil
    }
    let amplitude = partials.map { spectrum.amplitude(atHertz: $0.hertz) }.max() ?? 0
    looks = looks.suffix(Self.unseenLooks - 1) + [(isSeen, amplitude)]
  }

  /// Whether they have ended.
  var haveEnded: Bool {
    guard let last = looks.last, !last.isSeen else { return false }
    if looks.count == Self.unseenLooks, !looks.contains(where: \.isSeen) { return true }
    let former = looks.dropLast().suffix(Self.end.looks).map(\.amplitude).max() ?? 0
    return former >= Self.end.fall * last.amplitude
  }

  /// Where the partial near a frequency is, in hertz; `nil` if it is not to be seen.
  private static func hertz(
    near place: Double, spacing: Double, in spectrum: ToneSpectrum
  ) -> Double? {
    let reach = max(place * (exp2(stretch / 1200) - 1), spectrum.resolution / 2)
    guard let peak = spectrum.peak(nearHertz: place, reach: reach),
      peak.amplitude > leastAmplitude,
      // 20 dB above what is between the partials.
      peak.amplitude >= PartialSearch.prominence
        * spectrum.floor(aroundHertz: peak.hertz, spacing: spacing)
    else { return nil }
    return peak.hertz
  }
}
