/// Names one note from its start to its end. Numbers wrap around; there are never enough notes at
/// once for two to share one.
public struct NoteID: Hashable, BitwiseCopyable, Sendable {
  public var rawValue: UInt32

  @_noLocks @_noAllocation
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}
