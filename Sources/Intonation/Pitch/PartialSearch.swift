import Foundation

/// A partial that stands out from the noise.
struct Partial {
  /// The number; 1 is the fundamental.
  let number: Int
  let hertz: Double
  let amplitude: Double
}

/// Finds the partials of one note in its spectrum.
struct PartialSearch {
  /// The highest partial to look at. Listeners derive a pitch from the lowest six or so (Moore,
  /// Glasberg and Peters, J. Acoust. Soc. Am. 77, 1985); the others improve the fit.
  static let highest = 16

  /// The distance from its key within which a note is looked for, in cents.
  static let reach = 150.0

  /// The least amplitude of an audible partial, as a share of the highest peak (−50 dB).
  private static let weakest = 0.003_16

  /// The least ratio of a partial to the level between the partials (20 dB).
  static let prominence = 10.0

  let spectrum: ToneSpectrum
  let sampleRate: Double
  /// Ranges of hertz whose partials belong to other sounds.
  var taken: [ClosedRange<Double>] = []

  var highestHertz: Double { 0.46 * sampleRate }

  /// The fundamental, to a few cents, that explains most of the spectrum: the strongest comb of
  /// partials. The fundamental itself may be missing.
  ///
  /// - Parameter reach: the distance on either side, in cents.
  func comb(around nominal: Double, reach: Double = PartialSearch.reach) -> Double {
    let step = 2.0
    var best = (score: -1.0, hertz: nominal)
    for cents in stride(from: -reach, through: reach, by: step) {
      let hertz = nominal * exp2(cents / 1200)
      var score = 0.0
      for number in 1...8 {
        let place = Double(number) * hertz
        guard place < highestHertz else { break }
        if isTaken(place) { continue }
        let near = max(place * step / 2 * log(2) / 1200, spectrum.resolution / 16)
        let amplitude = spectrum.peak(nearHertz: place, reach: near)?.amplitude ?? 0
        score += amplitude / Double(number).squareRoot()
      }
      if score > best.score { best = (score, hertz) }
    }
    return best.hertz
  }

  /// The partials of a fundamental. The search for each starts from the one below it, because the
  /// partials of strings lie ever further apart.
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
      guard peak.amplitude >= Self.prominence * floor, peak.amplitude >= weakest,
        !isTaken(peak.hertz)
      else { continue }
      ratio = peak.hertz / Double(number)
      found.append(Partial(number: number, hertz: peak.hertz, amplitude: peak.amplitude))
    }
    return found
  }

  func isTaken(_ hertz: Double) -> Bool { taken.contains { $0.contains(hertz) } }
}

/// Finds notes that sound whole octaves away from their key.
///
/// A note an octave too high lacks the odd partials of the key's own frequency; a note that is too
/// low has partials half-way between those of the key. Normal timbres stay below the limits: a
/// clarinet's even partials are weak, not its odd ones, and an organ's sub-octave counts only if it
/// is heard as the pitch.
struct OctaveSearch {
  /// The share of the partials' power below which the odd ones do not count (−35 dB).
  private static let noOddPower = 3.2e-4

  /// The least share of the power half-way between the partials with which the note is an octave
  /// lower (−10 dB).
  private static let lowerPower = 0.1

  let search: PartialSearch

  /// Octaves from the key; 0 if the note sounds as it should. `fundamental` is that of the comb at
  /// the key.
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
    // A lone peak belongs to another sound; a pitch has two, or its own fundamental.
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

/// The octave of a note from a microphone.
///
/// ``OctaveSearch`` follows partials from one to the next, as the stretched partials of a piano
/// alone in a recording require. In a room a partial of the mains or of another string may lie near
/// a missing one; so here each partial has its place, which only stiffness may move a little.
extension PartialSearch {
  /// The largest distance of a partial from its place, in cents.
  private static var tolerance: Double { 20 }
  /// The least share of the partials' power half-way between them with which the note is an octave
  /// lower (−10 dB).
  private static var lowerPower: Double { 0.1 }
  /// The share of the even partials' power below which the odd ones mean an octave higher (−26 dB):
  /// singers and flutists may let the first one become so weak that a string which rings along is
  /// as loud.
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
    // Another sound may hide all the others.
    return isSeries && (all > 0 || !taken.isEmpty) && halves.reduce(0, +) >= Self.lowerPower * all
  }

  private func soundsAbove(_ fundamental: Double) -> Bool {
    let odd = powers([1, 3, 5, 7], of: fundamental).reduce(0, +)
    let even = powers([2, 4, 6, 8], of: fundamental)
    return (even[0] > 0 || even[1] > 0) && odd < Self.higherPower * even.reduce(0, +)
  }

  /// The power of the partials at these multiples, 0 without a partial.
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
