import Testing
import Training

@testable import PeachApp

@MainActor
@Suite("The end of a run")
struct RunEndingTests {
  private let ending = RunEnding()

  @Test("without a session a run ends at once, and only for the first reason")
  func first() {
    var count = 0
    ending.onEnd = { count += 1 }
    ending.end(.quit)
    ending.end(.trials)
    #expect(count == 1 && ending.reason == .quit)
  }

  @Test("a reason that is only noted ends nothing, and no other reason follows it")
  func noted() {
    var count = 0
    ending.onEnd = { count += 1 }
    ending.note(.interrupted)
    ending.note(.quit)
    ending.end(.quit)
    #expect(count == 0 && ending.reason == .interrupted)
  }
}
