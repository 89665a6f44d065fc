import Foundation
import Testing
import Training

@testable import PeachApp

@Suite("How long a session takes")
@MainActor
struct TrainingPaceTests {
  private func times(_ gaps: [Double]) -> [Date] {
    var time = 1_800_000_000.0
    return [Date(timeIntervalSince1970: time)]
      + gaps.map { gap in
        time -= gap
        return Date(timeIntervalSince1970: time)
      }
  }

  @Test("the usual gap between answers is the pace; rests do not count")
  func pace() throws {
    let gaps = [4.0, 5, 4, 300, 6, 4, 5, 4, 86_400, 5, 4, 4, 5]
    #expect(try #require(TrainingPace.seconds(between: times(gaps))) == 4)
  }

  @Test("few answers say nothing")
  func few() {
    #expect(TrainingPace.seconds(between: []) == nil)
    #expect(TrainingPace.seconds(between: times(Array(repeating: 4, count: 9))) == nil)
    #expect(TrainingPace.seconds(between: times(Array(repeating: 400, count: 40))) == nil)
  }

  @Test("before that the notes say how long it takes: 40 comparisons of a second, three minutes")
  func assumed() {
    let seconds = TrainingName.comparison.assumedSeconds(noteDuration: 1, feedbackTime: 0.4)
    #expect(TrainingPace(trials: 40, seconds: seconds).minutes == 3)
    let matching = TrainingName.matching.assumedSeconds(noteDuration: 1, feedbackTime: 0.4)
    #expect(TrainingPace(trials: 20, seconds: matching).minutes == 3)
    // Whoever wants to read each verdict for three seconds is told so.
    let slow = TrainingName.comparison.assumedSeconds(noteDuration: 1, feedbackTime: 3.4)
    #expect(abs(slow - seconds - 3) < 1e-9)
    #expect(TrainingPace(trials: 40, seconds: slow).minutes == 5)
  }
}
