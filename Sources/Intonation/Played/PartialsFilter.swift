import Foundation

/// Removes the partials of sounds that are not the player's from the input, each by a narrow notch
/// at the frequency where it was found, until they end; see ``AudiblePartials``.
struct PartialsFilter: Sendable {
  /// The width of a notch in hertz.
  private static let width = 4.0

  /// Seconds until a notch has reduced its partial by 30 dB.
  static let settling = 3.45 / (.pi * width)

  private static let mostPartials = 32

  /// The highest partial that is looked for, in hertz.
  static let highest = 10_000.0

  private let sampleRate: Double
  private var partials: AudiblePartials
  private var notches: [Notch] = []

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    partials = AudiblePartials(sampleRate: sampleRate)
  }

  /// The partials that are removed, in hertz.
  var audible: [Double] { partials.hertz }

  var isEmpty: Bool { partials.isEmpty }

  /// Looks for the partials of sounds with these fundamentals, in hertz.
  mutating func learn(_ fundamentals: [Double], from samples: [Float]) {
    let spectrum = ToneSpectrum(samples.map(Double.init)[...], sampleRate: sampleRate)
    for fundamental in fundamentals {
      for number in 1...Self.mostPartials {
        let place = Double(number) * fundamental
        guard place < min(Self.highest, 0.45 * sampleRate) else { break }
        partials.add(near: place, spacing: fundamental, in: spectrum)
      }
    }
    notches = audible.map { Notch(hertz: $0, width: Self.width, sampleRate: sampleRate) }
  }

  /// Forgets the partials if further samples show that they have ended.
  mutating func watch(_ samples: UnsafeBufferPointer<Float>) {
    guard !isEmpty else { return }
    partials.append(samples)
    if partials.haveEnded { self = PartialsFilter(sampleRate: sampleRate) }
  }

  /// The samples without the partials.
  mutating func clean(_ samples: [Float]) -> [Float] {
    guard !notches.isEmpty else { return samples }
    var values = samples.map(Double.init)
    for index in notches.indices { notches[index].filter(&values) }
    return values.map { Float($0) }
  }
}

/// The partials of an accompaniment that the input hears, until they end.
///
/// A player who plays while they are learned is mistaken for the accompaniment. That is recognized
/// when the player pauses, as the partials of the accompaniment do not end as long as it sounds.
private struct AudiblePartials: Sendable {
  private struct Partial: Sendable {
    let hertz: Double
    /// The distance from partial to partial, in hertz.
    let spacing: Double
  }

  /// The distance from its harmonic place within which a partial is looked for, in cents.
  private static let stretch = 30.0

  /// The least amplitude of a partial that is heard: −70 dB of full scale.
  private static let leastAmplitude = 3e-4

  /// Seconds from look to look.
  private static let pause = 0.2

  /// The ratio by which the amplitudes of unseen partials have fallen within a number of looks if
  /// they have ended: a note that dies away takes longer to fall by these 20 dB.
  private static let end = (fall: 10.0, looks: 3)

  /// The number of looks without a partial after which they have ended, which is longer than a note
  /// may die away.
  private static let unseenLooks = 25

  private let sampleRate: Double
  private var partials: [Partial] = []

  /// The last samples, in which they are looked for.
  private var recent: [Float] = []
  private var unlooked = 0

  /// The last looks, the latest one last, with the highest amplitude of the partials.
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

  /// Looks for the partials regularly.
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

  var haveEnded: Bool {
    guard let last = looks.last, !last.isSeen else { return false }
    if looks.count == Self.unseenLooks, !looks.contains(where: \.isSeen) { return true }
    let former = looks.dropLast().suffix(Self.end.looks).map(\.amplitude).max() ?? 0
    return former >= Self.end.fall * last.amplitude
  }

  /// The frequency of the partial near a place, in hertz; `nil` if there is none.
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

/// A notch of the second order: poles just inside zeros on the unit circle.
struct Notch: Sendable {
  private let b: (Double, Double)
  private let a: (Double, Double)
  private var x = (0.0, 0.0)
  private var y = (0.0, 0.0)

  /// - Parameter width: the distance between the points of −3 dB, in hertz.
  init(hertz: Double, width: Double, sampleRate: Double) {
    let turn = 2 * Double.pi * hertz / sampleRate
    let half = tan(Double.pi * width / sampleRate)
    // The gain is 1 at 0 Hz and at half the rate.
    let gain = 1 / (1 + half)
    b = (gain, -2 * cos(turn) * gain)
    a = (-2 * cos(turn) * gain, (1 - half) * gain)
  }

  mutating func filter(_ values: inout [Double]) {
    var (x, y) = (x, y)
    values.withUnsafeMutableBufferPointer { values in
      for index in values.indices {
        let value = values[index]
        let sum = b.0 * (value + x.1) + b.1 * x.0 - a.0 * y.0 - a.1 * y.1
        // Numbers that are nearly 0 are slow.
        let result = abs(sum) < 1e-30 ? 0 : sum
        x = (value, x.0)
        y = (result, y.0)
        values[index] = result
      }
    }
    (self.x, self.y) = (x, y)
  }
}
