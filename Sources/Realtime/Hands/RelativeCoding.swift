/// How an endless encoder says how far it was turned, in the value of a control change. MIDI knows no
/// standard for it; these three are what makers use.
public enum RelativeCoding: BitwiseCopyable, Hashable, Sendable {
  /// 1…63 is up; 127 is one down, 126 two, and so on to 64.
  case twosComplement
  /// 65…127 is up, 63…0 down, counted from 64.
  case binaryOffset
  /// 1…63 is up, 65…127 down: the seventh bit is the sign.
  case signedBit

  /// The steps of a message, upwards positive.
  @_noLocks @_noAllocation
  public func steps(of value: UInt8) -> Int {
    let number = Int(value & 0x7F)
    switch self {
    case .twosComplement: return number < 64 ? number : number &- 128
    case .binaryOffset: return number &- 64
    case .signedBit: return number < 64 ? number : 64 &- number
    }
  }
}
