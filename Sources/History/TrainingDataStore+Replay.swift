import Training

extension TrainingDataStore {
  private static let progressStride = 5000

  /// Hands every record stored so far to what is rebuilt from them, in order of time. Throws
  /// `fetchFailed`.
  ///
  /// - Parameter progress: told after many records each which share is done, 0…1.
  public func replay(
    into profile: PerceptualProfile, trends: TrendAnalyzer, timeline: ThresholdTimeline,
    diary: TrainingDiary, progress: (Double) -> Void = { _ in }
  ) throws {
    let total = try recordCounts().total
    var done = 0
    func count() {
      done += 1
      if done % Self.progressStride == 0 { progress(min(Double(done) / Double(total), 1)) }
    }
    try forEachComparison { record in
      profile.update(
        note: record.referenceNote, centOffset: record.centOffset, isCorrect: record.isCorrect,
        interval: record.interval)
      trends.update(
        note: record.referenceNote, centOffset: record.centOffset, isCorrect: record.isCorrect,
        interval: record.interval)
      timeline.update(
        centOffset: record.centOffset, isCorrect: record.isCorrect, interval: record.interval,
        date: record.timestamp)
      diary.update(
        centOffset: record.centOffset, isCorrect: record.isCorrect, interval: record.interval,
        date: record.timestamp)
      count()
    }
    try forEachPitchMatching { record in
      profile.updateMatching(
        note: record.referenceNote, centError: record.userCentError, interval: record.interval)
      trends.updateMatching(centError: record.userCentError, interval: record.interval)
      diary.updateMatching(
        centError: record.userCentError, interval: record.interval, date: record.timestamp)
      count()
    }
  }
}
