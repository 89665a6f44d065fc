import Foundation

/// The tuning and the loudness of a preset's keys, and the corrections for them.
public struct IntonationTable: Codable, Hashable, Sendable {
  /// The loudness of every corrected note, in dB as in ``ToneMeasurement/level``: that of the
  /// built-in sounds.
  public static let commonLevel = BuiltInLevels.loudness

  /// The greatest gain of a note, in dB: beyond it the noise of a recording would be heard.
  public static let greatestGain = 18.0

  /// The highest peak of a note after its gain, in dB of full scale.
  public static let highestPeak = -3.0

  /// The keys in ascending order.
  public let keys: [KeyIntonation]

  /// The measurements of the keys whose pitch can be corrected.
  private let tones: [Int: ToneMeasurement]

  /// - Parameter keys: in any order. A deviation or a level that is not finite, which the filters
  ///   of a damaged font can cause, is ignored.
  public init(_ keys: [KeyIntonation]) {
    self.keys = keys.sorted { $0.key < $1.key }
    tones = Dictionary(
      keys.filter { $0.tone.deviation?.isFinite == true }.map { ($0.key, $0.tone) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The deviation of a key in cents; 0 if it is unknown.
  public func deviation(ofKey key: Int) -> Double { tones[key]?.deviation ?? 0 }

  /// The other pitch of a key that is held; `nil` if it keeps its pitch, or is unknown.
  public func change(ofKey key: Int) -> ToneMeasurement.Change? { tones[key]?.change }

  /// The gain in dB that brings a key to ``commonLevel``, limited by ``greatestGain`` and so that
  /// no peak is above ``highestPeak``. A key that was not measured gets a gain between those of the
  /// measured keys beside it, or that of the nearest one; 0 if there are none. 0 for a silent key.
  ///
  /// - Parameter headroom: by how much the note may be raised further, in dB.
  public func gain(ofKey key: Int, headroom: Double = 0) -> Double {
    if let entry = self[key] { return gain(of: entry, headroom: headroom) ?? 0 }
    func nearest(_ entries: some Sequence<KeyIntonation>) -> (key: Int, gain: Double)? {
      for entry in entries {
        if let gain = gain(of: entry, headroom: headroom) { return (entry.key, gain) }
      }
      return nil
    }
    let below = nearest(keys.reversed().drop { $0.key > key })
    let above = nearest(keys.drop { $0.key < key })
    guard let below, let above else { return (below ?? above)?.gain ?? 0 }
    let share = Double(key - below.key) / Double(above.key - below.key)
    return below.gain + share * (above.gain - below.gain)
  }

  private func gain(of entry: KeyIntonation, headroom: Double) -> Double? {
    guard let level = entry.tone.level, level.isFinite, let peak = entry.tone.peak, peak.isFinite
    else { return nil }
    return min(
      Self.commonLevel - level, Self.greatestGain, Self.highestPeak - headroom - peak)
  }

  /// The highest sample of all measured keys, uncorrected, in dB of full scale; `nil` if nothing
  /// sounds.
  public var measuredPeak: Double? {
    keys.compactMap { entry in entry.tone.peak.flatMap { $0.isFinite ? $0 : nil } }.max()
  }

  /// The largest deviation of these keys in cents, with whole octaves counted; `nil` if none of
  /// them has a pitch.
  public func largestDeviation(among keys: ClosedRange<Int>) -> Double? {
    self.keys.compactMap { entry in
      let tone = entry.tone
      guard keys.contains(entry.key) else { return nil }
      return [tone.deviation, tone.change?.deviation].compactMap { $0 }
        .map { abs($0 + 1200 * Double(tone.octaves)) }.max()
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
  /// True if a meter can give these values.
  fileprivate var isPlausible: Bool {
    let isPitched = [.steady, .vibrato, .wavering, .octaveError].contains(verdict)
    return isPitched == (deviation != nil) && abs(deviation ?? 0) <= 400
      && (level ?? 0).magnitude <= 300 && (peak ?? 0).magnitude <= 300
      && (0...400).contains(channelDifference) && (change.map { $0.isPlausible } ?? true)
  }
}

extension ToneMeasurement.Change {
  fileprivate var isPlausible: Bool { (0...3600).contains(seconds) && abs(deviation) <= 400 }
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

/// The levels of the sounds that come with Peach at the velocity of a training, as the font is made
/// and as its keys were measured, in dB of full scale.
public enum BuiltInLevels {
  /// The loudness of the sine at A4, as ``ToneMeasurement/level``, and of the other sounds.
  public static let loudness = -18.2

  /// The highest sample of the sine, the triangle and the reed, of which the reed has it.
  public static let simpleWavePeak = -19.0

  /// A bound of the samples of all keys of all sounds, after the correction of the simple waves'
  /// loudness: those reach −9.9 dB, and the vibraphone's key 23 has −8.8 dB.
  public static let highestPeak = -8.4

  /// A0, the lowest key of a piano.
  fileprivate static let lowestSimpleKey = 21
}

extension IntonationTable {
  /// The calculated loudness of the built-in sine on every key: it has one amplitude, which sounds
  /// softer in the bass and louder in the high treble. The triangle and the reed, whose first
  /// partial is by far the strongest, are within a decibel of it. The other built-in sounds need no
  /// correction.
  ///
  /// A key below the lowest one counts as that one: a few keys further down the wave would have to
  /// be twice as high, and chords would have to be that much softer.
  public static let simpleWaves = IntonationTable(
    (0...127).map { key in
      var tone = ToneMeasurement(.steady)
      tone.deviation = 0
      tone.uncertainty = 0
      let hertz = 440 * exp2(Double(max(key, BuiltInLevels.lowestSimpleKey) - 69) / 12)
      let weight = KWeighting.power(atHertz: hertz) / KWeighting.power(atHertz: 440)
      tone.level = commonLevel + 10 * log10(weight)
      tone.peak = BuiltInLevels.simpleWavePeak
      return KeyIntonation(key: key, tone: tone)
    })
}
