/// What became of the rows of one training that were to be taken in.
public struct TrainingCounts: Hashable, Sendable {
  /// Results that the history did not have.
  public var new = 0

  /// Results that the history has already.
  public var present = 0

  /// Results that the history had without an id of their own, and which have one now. They count
  /// neither as new nor as present.
  public var identified = 0

  /// Rows whose id the history has with another content.
  public var conflicts = 0

  public init(new: Int = 0, present: Int = 0, identified: Int = 0, conflicts: Int = 0) {
    self.new = new
    self.present = present
    self.identified = identified
    self.conflicts = conflicts
  }
}
