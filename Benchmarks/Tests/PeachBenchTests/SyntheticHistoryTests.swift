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
    var hearing = HearingModel()
    try store.replay(into: &hearing)
    let discrimination = hearing.profile.discrimination
    #expect(discrimination.unison.count + discrimination.interval.count == 1200)
    #expect(hearing.timeline.days(of: .unison).count >= 3)
    store.close()
  }
}
