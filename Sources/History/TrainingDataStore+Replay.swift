import Training

extension TrainingDataStore {
  /// Hands every record stored so far to what is rebuilt from them, in order of time. Throws
  /// `fetchFailed`.
  public func replay(
    into profile: PerceptualProfile, trends: TrendAnalyzer, timeline: ThresholdTimeline,
    diary: TrainingDiary
  ) throws {
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
    }
    try forEachPitchMatching { record in
      profile.updateMatching(
        note: record.referenceNote, centError: record.userCentError, interval: record.interval)
      trends.updateMatching(centError: record.userCentError, interval: record.interval)
      diary.updateMatching(
        centError: record.userCentError, interval: record.interval, date: record.timestamp)
    }
  }
}
