import History
import Training
import Testing

@testable import peach_bench

@Suite("The histories of the benchmark")
@MainActor
struct SyntheticHistoryTests {
  @Test("every record is stored and counted into the profile, in order of time")
  func replayed() throws {
    let store = try TrainingDataStore.inMemory()
    try store.save(SyntheticHistory(count: 1200))
    let profile = PerceptualProfile()
    let timeline = ThresholdTimeline()
    try store.replay(
      into: profile, trends: TrendAnalyzer(), timeline: timeline, diary: TrainingDiary())
    #expect(profile.discrimination[.unison].count + profile.discrimination[.interval].count == 1200)
    #expect(timeline.days(of: .unison).count >= 3)
    store.close()
  }
}
