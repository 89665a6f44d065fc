/// How far an export, an import or a merge has come.
public struct TransferProgress: Hashable, Sendable {
  public enum Step: Hashable, Sendable { case reading, comparing, storing, writing }

  public let step: Step

  /// 0…1; `nil` where it cannot be told.
  public let fraction: Double?

  public init(_ step: Step, fraction: Double? = nil) {
    self.step = step
    self.fraction = fraction
  }
}
