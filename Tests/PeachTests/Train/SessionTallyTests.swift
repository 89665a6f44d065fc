import Charts
import Music
import Testing
import Training

@testable import PeachApp

@Suite("What a session has come to")
@MainActor
struct SessionTallyTests {
  private let start = ContinuousClock.now
  private let point = SessionCourse.Point(cents: 20, isFull: true)
  private let run = TrialRun(intervals: [.prime], tuningSystem: .equalTemperament)
  private let other = TrialRun(intervals: [.prime], tuningSystem: .justIntonation)

  @Test("a session has the answers and the time of all its clients, not the waits between them")
  func clients() {
    var tally = SessionTally(.comparison)
    tally.begin(at: start)
    for _ in 0..<3 { tally.add(point, of: run) }
    tally.end(at: start + .seconds(60))
    #expect(tally.seconds(at: start + .seconds(1000)) == 60)
    tally.begin(at: start + .seconds(1000))
    #expect(tally.course.points.count == 3 && tally.lastRun == run)
    tally.add(point, of: other)
    #expect(tally.seconds(at: start + .seconds(1030)) == 90)
    tally.end(at: start + .seconds(1040))
    #expect(tally.course.points.count == 4 && tally.lastRun == other)
    #expect(tally.seconds(at: start + .seconds(9999)) == 100)
  }

  @Test("an answer that was taken back is not in it")
  func withdrawn() {
    var tally = SessionTally(.matching)
    tally.add(point, of: run)
    #expect(tally.place == 2)
    tally.withdraw()
    #expect(tally.course == SessionCourse(.matching))
    #expect(tally.place == 1)
    tally.withdraw()
    #expect(tally.course.points.isEmpty && tally.place == 1)
  }
}
