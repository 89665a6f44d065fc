/// The tuning and the loudness of a preset's keys, and the corrections for them.
public struct IntonationTable: Codable, Hashable, Sendable {
  /// The greatest change of a note's level, in dB: within it the timbre hardly suffers, and a
  /// greater difference is intentional.
  public static let greatestGain = 6.0

  /// Sorted by key.
  public let keys: [KeyIntonation]

  /// The level to which the sounding keys are brought, in dB: their median.
  public let medianLevel: Double?

  private let deviations: [Int: Double]
  private let gains: [Int: Double]

  /// - Parameter keys: a deviation or a level that is not finite, which the filters of a damaged
  ///   font can make, corrects nothing.
  public init(_ keys: [KeyIntonation]) {
    self.keys = keys.sorted { $0.key < $1.key }
    let levels = keys.compactMap(\.tone.level).filter(\.isFinite).sorted()
    let median = levels.isEmpty ? nil : levels[levels.count / 2]
    medianLevel = median
    deviations = Dictionary(
      keys.compactMap { entry in entry.tone.finiteDeviation.map { (entry.key, $0) } },
      uniquingKeysWith: { first, _ in first })
    gains = Dictionary(
      keys.compactMap { entry in
        guard let level = entry.tone.level, level.isFinite, let median else { return nil }
        return (entry.key, min(max(median - level, -Self.greatestGain), Self.greatestGain))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// How far a key is out of tune, in cents; 0 if it is unknown.
  public func deviation(ofKey key: Int) -> Double { deviations[key] ?? 0 }

  /// The gain that brings a key to the median level, in dB, within ±``greatestGain``.
  public func gain(ofKey key: Int) -> Double { gains[key] ?? 0 }

  /// How far one of these keys is out of tune at most, in cents, with whole octaves counted; `nil` if
  /// none of them has a pitch.
  public func largestDeviation(among keys: ClosedRange<Int>) -> Double? {
    self.keys.compactMap { entry in
      guard keys.contains(entry.key), let deviation = entry.tone.deviation else { return nil }
      return abs(deviation + 1200 * Double(entry.tone.octaves))
    }.max()
  }

  public subscript(key: Int) -> KeyIntonation? { keys.first { $0.key == key } }

  // MARK: Codable

  private enum CodingKeys: CodingKey { case keys }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let keys = try container.decode([KeyIntonation].self, forKey: .keys)
    guard keys.allSatisfy({ (0...127).contains($0.key) && $0.tone.isPlausible }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .keys, in: container, debugDescription: "values that no measurement gives")
    }
    self.init(keys)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(keys, forKey: .keys)
  }
}

extension ToneMeasurement {
  fileprivate var finiteDeviation: Double? { deviation.flatMap { $0.isFinite ? $0 : nil } }

  /// Whether a meter can give these values.
  fileprivate var isPlausible: Bool {
    let isPitched = [.steady, .vibrato, .wavering, .octaveError].contains(verdict)
    return isPitched == (deviation != nil) && abs(deviation ?? 0) <= 400
      && (level ?? 0).magnitude <= 300
  }
}

/// The measurement of one key of a preset.
public struct KeyIntonation: Codable, Hashable, Sendable {
  /// The MIDI key, 0…127.
  public let key: Int
  public let tone: ToneMeasurement

  public init(key: Int, tone: ToneMeasurement) {
    self.key = key
    self.tone = tone
  }
}
