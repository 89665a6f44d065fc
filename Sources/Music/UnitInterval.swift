/// A share: 0…1.
public struct UnitInterval: Hashable, Sendable {
  public static let range: ClosedRange<Double> = 0...1

  public let rawValue: Double

  /// - Precondition: `rawValue` is within 0…1.
  public init(_ rawValue: Double) {
    precondition(Self.range.contains(rawValue), "a share is within 0…1")
    self.rawValue = rawValue
  }
}
