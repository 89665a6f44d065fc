import Foundation

/// Takes the partials of sounds that are not the player's out of the input, each by a narrow notch at the frequency
/// where it was found, as long as they are there; see ``AudiblePartials``.
struct PartialsFilter: Sendable {
  /// The width of a notch in hertz.
  private static let width = 4.0

  /// Seconds until a notch has taken its partial out of a note by 30 dB.
  static let settling = 3.45 / (.pi * width)

  private static let mostPartials = 32

  /// Nobody looks for partials above this, in hertz.
  static let highest = 10_000.0

  private let sampleRate: Double
  private var partials: AudiblePartials
  private var notches: [Notch] = []

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    partials = AudiblePartials(sampleRate: sampleRate)
  }

  /// The partials that are taken out, in hertz.
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

  /// Forgets the partials if they have ended, and looks for that at further samples.
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
