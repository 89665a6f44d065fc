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
    var comparisons = try comparisons(unreadable: policy)
    while let record = try comparisons.next() {
      replay.add(ComparisonAnswer(record))
      count()
    }
    var matchings = try pitchMatchings(unreadable: policy)
    while let record = try matchings.next() {
      replay.add(MatchingAnswer(record))
      count()
    }
    hearing = replay.finish()
    var unreadable = comparisons.unreadable
    unreadable.add(matchings.unreadable)
    return unreadable
  }
}

extension ComparisonAnswer {
  fileprivate init(_ record: ComparisonRecord) {
    self.init(
      note: record.referenceNote, interval: record.interval, centOffset: record.centOffset,
      isCorrect: record.isCorrect, date: record.timestamp, context: record.context)
  }
}

extension MatchingAnswer {
  fileprivate init(_ record: PitchMatchingRecord) {
    self.init(
      note: record.referenceNote, interval: record.interval, centError: record.userCentError,
      initialCentOffset: record.initialCentOffset, date: record.timestamp,
      presentation: record.context.presentation)
  }
}
