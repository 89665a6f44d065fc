import Foundation

/// Looks for the partials of one note in its spectrum.
struct PartialSearch {
  /// The highest partial that is looked at. What a listener takes a pitch from lies among the lowest six
  /// or so (Moore, Glasberg and Peters, J. Acoust. Soc. Am. 77, 1985); the others help the fit.
  static let highest = 16

  /// How far from its key a note is looked for, in cents.
  static let reach = 150.0

  /// Partials weaker than the highest peak by this factor are nothing that is heard (−50 dB).
  private static let weakest = 0.003_16

  /// How far a partial stands above what lies between the partials (20 dB).
  private static let prominence = 10.0

  let spectrum: ToneSpectrum
  let sampleRate: Double

  private var highestHertz: Double { 0.46 * sampleRate }

  /// The fundamental, to a few cents, that explains most of the spectrum: the strongest comb of
  /// partials. It need not be there itself.
  func comb(around nominal: Double) -> Double {
    let step = 2.0
    var best = (score: -1.0, hertz: nominal)
    for cents in stride(from: -Self.reach, through: Self.reach, by: step) {
      let hertz = nominal * exp2(cents / 1200)
      var score = 0.0
      for number in 1...8 {
        let place = Double(number) * hertz
        guard place < highestHertz else { break }
        let near = max(place * step / 2 * log(2) / 1200, spectrum.resolution / 16)
        let amplitude = spectrum.peak(nearHertz: place, reach: near)?.amplitude ?? 0
        score += amplitude / Double(number).squareRoot()
      }
      if score > best.score { best = (score, hertz) }
    }
    return best.hertz
  }

  /// The partials of a fundamental, each looked for where the one below it leads: those of strings lie
  /// ever further apart.
  func partials(of fundamental: Double) -> [Partial] {
    var found: [Partial] = []
    var ratio = fundamental
    let weakest = Self.weakest * spectrum.highest
    for number in 1...Self.highest {
      let place = Double(number) * ratio
      guard place < highestHertz else { break }
      let cents = number == 1 ? 60.0 : 25
      let reach = min(
        max(place * (exp2(cents / 1200) - 1), 0.75 * spectrum.resolution), 0.4 * fundamental)
      guard let peak = spectrum.peak(nearHertz: place, reach: reach) else { continue }
      let floor = spectrum.floor(aroundHertz: peak.hertz, spacing: fundamental)
      guard peak.amplitude >= Self.prominence * floor, peak.amplitude >= weakest else { continue }
      ratio = peak.hertz / Double(number)
      found.append(Partial(number: number, hertz: peak.hertz, amplitude: peak.amplitude))
    }
    return found
  }
}
