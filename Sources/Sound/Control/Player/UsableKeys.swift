import Intonation

/// The keys of a sound that a training can ask for: those that sound and, unless the settings leave
/// the sound uncorrected, whose pitch is right or can be corrected.
public struct UsableKeys: Hashable, Sendable {
  /// Every key, as in the built-in sounds.
  static let all = UsableKeys(sampled: nil, table: nil, isCorrected: true)

  /// For each of the 128 keys.
  private let isUsable: [Bool]

  /// - Parameters:
  ///   - sampled: for each of the 128 keys, whether the font has samples for it; `nil` if that is
  ///     not known.
  ///   - table: what was measured; `nil` if the sound was not measured yet. Of a key that was not
  ///     measured only its samples are known.
  ///   - isCorrected: whether the pitch is corrected. If it is not, only silent keys are left out.
  public init(sampled: [Bool]?, table: IntonationTable?, isCorrected: Bool) {
    var isUsable = sampled ?? [Bool](repeating: true, count: 128)
    for entry in table?.keys ?? [] {
      let tone = entry.tone
      isUsable[entry.key] =
        isUsable[entry.key] && (isCorrected ? tone.isMendable : tone.verdict != .silent)
    }
    self.isUsable = isUsable
  }

  private init(_ isUsable: [Bool]) { self.isUsable = isUsable }

  /// - Parameter key: 0…127; no other key is usable.
  public func contains(_ key: Int) -> Bool { isUsable.indices.contains(key) && isUsable[key] }

  func isSuperset(of other: UsableKeys) -> Bool {
    zip(isUsable, other.isUsable).allSatisfy { $0 || !$1 }
  }

  func intersection(_ other: UsableKeys) -> UsableKeys {
    UsableKeys(zip(isUsable, other.isUsable).map { $0 && $1 })
  }
}
