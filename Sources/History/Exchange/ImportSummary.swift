/// What an import or a merge did, or would do.
public struct ImportSummary: Hashable, Sendable {
  public var comparison = TrainingCounts()
  public var matching = TrainingCounts()

  /// Rows of trainings that Peach does not have, by the file's name for each.
  public var otherTrainings: [String: Int] = [:]

  /// The first rows that are no records, with the line on which each begins; and how many there are
  /// in all.
  public var faults: [(line: Int, fault: RowFault)] = []
  public var faultCount = 0

  /// So many are kept in ``faults``.
  public static let keptFaults = 20

  public static func == (one: Self, other: Self) -> Bool {
    one.comparison == other.comparison && one.matching == other.matching
      && one.otherTrainings == other.otherTrainings && one.faultCount == other.faultCount
      && one.faults.elementsEqual(other.faults) { $0.line == $1.line && $0.fault == $1.fault }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(comparison)
    hasher.combine(matching)
    hasher.combine(faultCount)
  }

  mutating func note(_ fault: RowFault, line: Int) {
    faultCount += 1
    if faults.count < Self.keptFaults { faults.append((line, fault)) }
  }
}
