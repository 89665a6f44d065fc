import Training

extension TrainingDataStore {
  private static let progressStride = 5000

  /// Rebuilds a model of hearing from every record stored so far, in order of time; if that fails, it
  /// stays as it is. Throws `fetchFailed`.
  ///
  /// - Parameters:
  ///   - hearing: replaced by what the records lead to.
  ///   - isSkippingUnreadable: whether rows that are no records are passed over. If not, the first
  ///     throws.
  ///   - progress: called with the share that is done, 0…1, after every few thousand records.
  /// - Returns: the rows that were passed over.
  @discardableResult
  public func replay(
    into hearing: inout HearingModel, isSkippingUnreadable: Bool = false,
    progress: (Double) -> Void = { _ in }
  ) throws(DataStoreError) -> UnreadableRows {
    let policy: UnreadablePolicy = isSkippingUnreadable ? .skip : .refuse
    let total = try recordCounts().total
    var replay = HearingReplay()
    var done = 0
    func count() {
      done += 1
      if done % Self.progressStride == 0 { progress(min(Double(done) / Double(total), 1)) }
    }
    var unreadable = UnreadableRows()
    for type in RecordedResult.types {
      unreadable.add(try type.replay(self, into: &replay, policy, count: count))
    }
    hearing = replay.finish()
    return unreadable
  }
}

extension TrainingRecord {
  @MainActor static func replay(
    _ store: TrainingDataStore, into replay: inout HearingReplay, _ policy: UnreadablePolicy,
    count: () -> Void
  ) throws(DataStoreError) -> UnreadableRows {
    var records = try store.records(of: Self.self, unreadable: policy)
    while let record = try records.next() {
      record.add(to: &replay)
      count()
    }
    return records.unreadable
  }
}
