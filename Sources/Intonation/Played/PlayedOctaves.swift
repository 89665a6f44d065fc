import Foundation

/// In which octave a note from a microphone sounds.
///
/// ``OctaveSearch`` follows partials from one to the next, as the stretched ones of a piano alone in a
/// recording need it. In a room a partial of the mains or of another string may lie near one that is
/// not there; so here each partial has its place, which only stiffness may move a little.
extension PartialSearch {
  /// How far a partial may be from its place, in cents.
  private static var tolerance: Double { 20 }
  /// If half-way between the partials there is at least this share of their power, the note is an
  /// octave lower (−10 dB).
  private static var lowerPower: Double { 0.1 }
  /// If the odd partials have less than this share of the power of the even ones, it is an octave
  /// higher (−26 dB): singers and flutists may let the first one become so weak that a string which
  /// rings along is as loud.
  private static var higherPower: Double { 2.5e-3 }

  /// Octaves from `fundamental`, −2…2.
  func playedOctaves(of fundamental: Double) -> Int {
    var octaves = 0
    while octaves > -2, soundsBelow(fundamental * exp2(Double(octaves))) { octaves -= 1 }
    guard octaves == 0 else { return octaves }
    while octaves < 2, soundsAbove(fundamental * exp2(Double(octaves))) { octaves += 1 }
    return octaves
  }

  private func soundsBelow(_ fundamental: Double) -> Bool {
    let halves = powers([0.5, 1.5, 2.5, 3.5], of: fundamental)
    let all = powers([1, 2, 3, 4], of: fundamental).reduce(0, +)
    // A lone peak belongs to another sound; a pitch has two, or its own fundamental.
    let isSeries = halves[0] > 0 || halves.filter { $0 > 0 }.count >= 2
    // Beside another sound that has the others, all of them may be lost.
    return isSeries && (all > 0 || !taken.isEmpty) && halves.reduce(0, +) >= Self.lowerPower * all
  }

  private func soundsAbove(_ fundamental: Double) -> Bool {
    let odd = powers([1, 3, 5, 7], of: fundamental).reduce(0, +)
    let even = powers([2, 4, 6, 8], of: fundamental)
    return (even[0] > 0 || even[1] > 0) && odd < Self.higherPower * even.reduce(0, +)
  }

  /// The power of the partials at these multiples, 0 where there is none.
  private func powers(_ multiples: [Double], of fundamental: Double) -> [Double] {
    multiples.map { multiple in
      let place = multiple * fundamental
      guard place > 20, place < highestHertz else { return 0 }
      let reach = max(place * (exp2(Self.tolerance / 1200) - 1), 0.3 * spectrum.resolution)
      guard let peak = spectrum.peak(nearHertz: place, reach: reach), !isTaken(peak.hertz),
        peak.amplitude
          >= Self.prominence * spectrum.floor(aroundHertz: peak.hertz, spacing: fundamental / 2)
      else { return 0 }
      return peak.amplitude * peak.amplitude
    }
  }
}
