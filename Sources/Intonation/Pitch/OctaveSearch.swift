/// Whether a note sounds whole octaves away from its key.
///
/// A note an octave too high has no odd partials of the key's own frequency; one that is too low has
/// partials half-way between those of the key. What is a part of the timbre stays below the limits: a
/// clarinet's even partials are weak, not its odd ones, and an organ's sub-octave counts when it is
/// heard as the pitch.
struct OctaveSearch {
  /// The share of the power of the partials in the odd ones below which they are none (−35 dB).
  private static let noOddPower = 3.2e-4

  /// The share of the power half-way between the partials from which the note is an octave lower
  /// (−10 dB).
  private static let lowerPower = 0.1

  let search: PartialSearch

  /// Octaves from the key: 0 where it sounds as it should. `fundamental` is that of the comb at the key.
  func octaves(of fundamental: Double) -> Int {
    for octaves in [-2, -1] where soundsBelow(fundamental * (octaves == -2 ? 0.5 : 1)) {
      if octaves == -1 || soundsBelow(fundamental) { return octaves }
    }
    var octaves = 0
    while octaves < 2, soundsAbove(fundamental * (octaves == 0 ? 1 : 2)) { octaves += 1 }
    return octaves
  }

  private func soundsBelow(_ fundamental: Double) -> Bool {
    let halves = search.partials(of: fundamental / 2)
    let odd = power(halves) { $0 % 2 == 1 }
    let all = power(halves) { _ in true }
    // A lone peak is another sound's; a pitch has two or its own fundamental.
    let isSeries =
      halves.contains { $0.number == 1 } || halves.filter { $0.number % 2 == 1 }.count >= 2
    return isSeries && all > 0 && odd >= Self.lowerPower * all
  }

  private func soundsAbove(_ fundamental: Double) -> Bool {
    let partials = search.partials(of: fundamental)
    let doubled = search.partials(of: 2 * fundamental)
    let odd = power(partials) { $0 % 2 == 1 }
    let even = power(doubled) { _ in true }
    return even > 0 && doubled.contains { $0.number <= 2 } && odd < Self.noOddPower * even
  }

  private func power(_ partials: [Partial], where isCounted: (Int) -> Bool) -> Double {
    partials.reduce(0) { sum, partial in
      isCounted(partial.number) ? sum + partial.amplitude * partial.amplitude : sum
    }
  }
}
