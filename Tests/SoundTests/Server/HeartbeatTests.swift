import Testing

@testable import Sound

/// A server that hangs is told from one that runs by its periods alone.
@Suite("The heartbeat of a server")
struct HeartbeatTests {
  @Test("a server hangs after three looks without a period, and runs at the first new one")
  func stall() {
    #expect(
      states(of: [1, 40, 80, 80, 80, 80, 80, 81, 81, 82])
        == [false, false, false, false, false, true, true, false, false, false])
  }

  /// Whether the server hangs, after each look.
  private func states(of counts: [Int]) -> [Bool] {
    var beat = Heartbeat()
    return counts.map { count in beat.observe(count) }
  }

  @Test("it is known within two seconds, with a period that may follow the last look at once")
  func limit() {
    #expect(Heartbeat.interval * (Heartbeat.allowedLooks + 1) <= .seconds(2))
  }

  @Test("a callback that has never run is a server that hangs")
  func neverRun() {
    #expect(states(of: [0, 0, 0, 0]) == [false, false, false, true])
  }
}
