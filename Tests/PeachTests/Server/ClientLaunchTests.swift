import TestSupport
import Testing

@testable import Client
@testable import PeachApp
@testable import Program

@Suite("A client that is opened in the background")
@MainActor
struct ClientLaunchTests {
  private let link: MockLink
  private let clock = ManualClock()
  private let launch: ClientLaunch

  init() throws {
    link = try MockLink(MockUserSettings())
    launch = ClientLaunch(link, clock: clock)
  }

  @Test("a server that is missing is looked for again, at ever longer intervals, until it is there")
  func missingServer() async throws {
    link.fault = .noServer(name: nil)
    var changes = 0
    launch.onChange = { changes += 1 }
    launch.begin()
    try await wait(for: "the wait after the first attempt") { clock.sleeperCount == 1 }
    #expect(link.launchCount == 1 && launch.isServerMissing && changes == 1)
    // It goes on with what it has begun.
    launch.begin()
    clock.advance(by: .milliseconds(99))
    await settle()
    #expect(link.launchCount == 1)
    clock.advance(by: .milliseconds(1))
    try await wait(for: "the wait after the second attempt") {
      link.launchCount == 2 && clock.sleeperCount == 1
    }
    link.fault = nil
    clock.advance(by: .milliseconds(200))
    try await wait(for: "the client") { !link.isClosed && !launch.isServerMissing }
    await settle()
    launch.begin()
    await settle()
    #expect(link.launchCount == 3 && clock.sleeperCount == 0)
  }

  @Test(
    "a launch that fails for another reason says so and is not repeated, unless it is asked for")
  func otherFault() async throws {
    link.fault = .sound(reason: "none")
    var faults: [Fault] = []
    launch.onFault = { faults.append($0) }
    launch.begin()
    try await wait(for: "the reason") { faults == [.sound(reason: "none")] }
    await settle()
    #expect(link.launchCount == 1 && !launch.isServerMissing && clock.sleeperCount == 0)
    launch.begin()
    try await wait(for: "another attempt") { link.launchCount == 2 }
  }

  @Test("two launches at once are one, also if the first was to end")
  func twoAtOnce() async throws {
    link.launchesLate = true
    launch.begin()
    launch.begin()
    try await wait(for: "the attempt") { link.launchCount == 1 }
    let ending = Task { await launch.end() }
    await settle()
    launch.begin()
    await settle()
    #expect(link.launchCount == 1)
    link.finishLaunches()
    await ending.value
    try await wait(for: "the client") { !link.isClosed }
    await settle()
    #expect(link.launchCount == 1)
  }

  @Test("who ends the attempts waits for the one that is under way, and no other follows")
  func stopInMidLaunch() async throws {
    link.fault = .noServer(name: nil)
    link.launchesLate = true
    launch.begin()
    try await wait(for: "the attempt") { link.launchCount == 1 }
    var hasEnded = false
    let ending = Task {
      await launch.end()
      hasEnded = true
    }
    await settle()
    #expect(!hasEnded)
    link.finishLaunches()
    await ending.value
    await settle()
    #expect(hasEnded && link.launchCount == 1 && clock.sleeperCount == 0)
  }
}
