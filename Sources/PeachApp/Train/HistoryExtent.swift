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

/// Those who wait until that much of a history is there.
struct ExtentWaits {
  private var waits: [(extent: TrainingHistory.Extent, wait: CheckedContinuation<Void, Never>)] = []

  mutating func add(
    _ wait: CheckedContinuation<Void, Never>, for extent: TrainingHistory.Extent
  ) { waits.append((extent, wait)) }

  /// Ends the waits for this extent and for less.
  mutating func end(at extent: TrainingHistory.Extent) {
    let ended = waits.filter { $0.extent <= extent }
    waits.removeAll { $0.extent <= extent }
    for wait in ended { wait.wait.resume() }
  }
}
