/// ``KWeighting`` hertz by hertz, made once.
struct KWeightingTable: Sendable {
  private let powers = (0...24_000).map { KWeighting.power(atHertz: Double($0)) }

  func power(atHertz hertz: Double) -> Double { powers[min(Int(hertz.rounded()), 24_000)] }
}
