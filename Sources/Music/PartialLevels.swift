/// How strong the partials of a sound's notes are, as far as it was measured.
public struct PartialLevels: Hashable, Sendable {
  /// A partial that is so much weaker than the strongest one of its note makes no beats that are heard, in dB.
  private static let reach = 40.0

  /// The levels of the partials 1, 2 and so on of some MIDI keys, in dB.
  private let levels: [Int: [Double]]

  /// - Parameter levels: by MIDI key, for the partials 1, 2 and so on; in dB, of anything that they have in common.
  public init(_ levels: [Int: [Double]]) { self.levels = levels }

  /// Whether a note has a partial that is strong enough for beats. The nearest key that was measured decides.
  public func hasPartial(_ number: Int, of frequency: Frequency) -> Bool {
    let key = 69 + Cents(from: Frequency(hertz: 440), to: frequency).rawValue / 100
    let nearest = levels.min { one, other in
      (abs(Double(one.key) - key), one.key) < (abs(Double(other.key) - key), other.key)
    }
    guard let partials = nearest?.value, partials.indices.contains(number - 1),
      let strongest = partials.max()
    else { return false }
    return partials[number - 1] >= strongest - Self.reach
  }
}
