import Training

extension TrainingDataStore {
  private static let progressStride = 5000

  /// Adds every record stored so far to a model of hearing, in order of time. Throws `fetchFailed`.
  ///
  /// - Parameter progress: called with the share that is done, 0…1, after every few thousand records.
  public func replay(
    into hearing: inout HearingModel, progress: (Double) -> Void = { _ in }
  ) throws {
    let total = try recordCounts().total
    var done = 0
    func count() {
      done += 1
      if done % Self.progressStride == 0 { progress(min(Double(done) / Double(total), 1)) }
    }
    try forEachComparison { record in
      hearing.addComparison(
        note: record.referenceNote, centOffset: record.centOffset, isCorrect: record.isCorrect,
        interval: record.interval, date: record.timestamp)
      count()
    }
    try forEachPitchMatching { record in
      hearing.addMatching(
        note: record.referenceNote, centError: record.userCentError, interval: record.interval,
        date: record.timestamp)
      count()
    }
  }
}
