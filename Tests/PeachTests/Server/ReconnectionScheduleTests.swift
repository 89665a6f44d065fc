import Testing

@testable import Client
@testable import PeachApp

@Suite("Reconnection schedule")
struct ReconnectionScheduleTests {
  @Test("the tries come at once at first, then less and less often, and never stop")
  func intervals() {
    var schedule = ReconnectionSchedule()
    let intervals = (0..<8).map { _ in schedule.next() }
    #expect(
      intervals == [
        .milliseconds(100), .milliseconds(200), .milliseconds(500), .seconds(1), .seconds(2),
        .seconds(5), .seconds(5), .seconds(5),
      ])
    #expect(schedule.tries == 8)
  }

  @Test("no wait is over 5 seconds, however long the server stays away")
  func limit() {
    var schedule = ReconnectionSchedule()
    #expect((0..<100_000).allSatisfy { _ in schedule.next() <= .seconds(5) })
  }
}
