import Testing

@testable import PeachApp

@MainActor
@Suite("How far a run has come")
struct RunProgressTests {
  @Test("a run of so many trials ends with them; an answer that is taken back keeps its number")
  func trials() {
    var progress = RunProgress(trialLimit: 2)
    progress.addResult()
    progress.withdrawResult()
    #expect(progress.results == 0 && progress.nextIndex == 2)
    progress.addResult()
    #expect(progress.ending(ofSession: 1) == nil)
    progress.addResult()
    #expect(progress.ending(ofSession: nil) == .trials)
    #expect(progress.limit(ofSession: 40) == 2)
  }

  @Test("without a number the session decides, or nobody")
  func session() {
    var progress = RunProgress(trialLimit: nil)
    progress.addResult()
    #expect(progress.ending(ofSession: nil) == nil)
    #expect(progress.ending(ofSession: 2) == nil)
    #expect(progress.ending(ofSession: 1) == .sessionEnd)
    #expect(progress.limit(ofSession: 40) == 40)
  }

  @Test("chance with a seed goes on where it was")
  func chance() {
    let (one, other) = (SharedRandom(seed: 7), SharedRandom(seed: 7))
    let numbers = (0..<3).map { _ in one.next() }
    #expect(Set(numbers).count == 3)
    #expect(numbers == (0..<3).map { _ in other.next() })
  }
}
