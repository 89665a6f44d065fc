import Training

extension TrainingDataStore {
  private static let progressStride = 5000

  /// Adds every record stored so far to a model of hearing, in order of time. Throws `fetchFailed`.
  ///
  /// - Parameters:
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
    var done = 0
    func count() {
      done += 1
      if done % Self.progressStride == 0 { progress(min(Double(done) / Double(total), 1)) }
    }
    var comparisons = try comparisons(unreadable: policy)
    while let record = try comparisons.next() {
      hearing.addComparison(
        note: record.referenceNote, centOffset: record.centOffset, isCorrect: record.isCorrect,
        interval: record.interval, date: record.timestamp)
      count()
    }
    var matchings = try pitchMatchings(unreadable: policy)
    while let record = try matchings.next() {
      hearing.addMatching(
        note: record.referenceNote, centError: record.userCentError, interval: record.interval,
        date: record.timestamp)
      count()
    }
    var unreadable = comparisons.unreadable
    unreadable.add(matchings.unreadable)
    return unreadable
  }
}
