extension TrainingHistory {
  /// How much of a history is there.
  enum Extent: Comparable {
    case nothing

    /// The records can be counted and looked up.
    case records

    /// The model of hearing is what the first trial needs, and results can be recorded.
    case training

    /// The model of hearing is what follows from all records.
    case hearing
  }
}
