import Music

/// How far off a committed pitch was, roughly.
public nonisolated enum PitchMatchingBand: CaseIterable, Hashable, Sendable {
  /// Not a hundredth of a cent, the resolution of what sounds.
  case exact
  /// Under 10 cents.
  case close
  /// 10 to 30 cents.
  case moderate
  /// Over 30 cents.
  case far

  public init(_ centError: Cents) {
    switch centError.magnitude {
    case ..<0.005: self = .exact
    case ..<10: self = .close
    case ...30: self = .moderate
    default: self = .far
    }
  }
}

extension CompletedPitchMatching {
  public nonisolated var band: PitchMatchingBand { PitchMatchingBand(userCentError) }
}
