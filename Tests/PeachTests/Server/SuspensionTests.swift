import Testing

@testable import Client
@testable import PeachApp

@Suite("Ctrl-Z in a run with a client")
@MainActor
struct SuspensionTests {
  private struct Failure: Error {}

  /// What a run does, in order.
  private final class Log {
    var steps: [String] = []
  }

  private let log = Log()

  private func suspension(canStop: Bool = true) -> Suspension {
    Suspension(canStop: { canStop }, stop: { [log] in log.steps.append("stop") })
  }

  @Test("without a wish to stop there is one part")
  func once() async throws {
    try await suspension().perform(isOver: { false }) { log.steps.append("part") }
    #expect(log.steps == ["part"])
  }

  @Test("a part in which the user wanted to stop ends with a stop, and another part follows")
  func again() async throws {
    let suspension = suspension()
    try await suspension.perform(isOver: { false }) {
      log.steps.append("part")
      if log.steps.count < 4 { #expect(suspension.request()) }
      #expect(suspension.isWanted == (log.steps.count < 4))
    }
    #expect(log.steps == ["part", "stop", "part", "stop", "part"])
  }

  @Test("a run that has ended does not stop, and needs no client", arguments: [true, false])
  func ended(isSuspended: Bool) async throws {
    let suspension = suspension()
    var isOver = false
    try await suspension.perform(isOver: { isOver }) {
      log.steps.append("part")
      if isSuspended { #expect(suspension.request()) }
      isOver = true
      throw Failure()
    }
    #expect(log.steps == ["part"])
  }

  @Test("what a part throws ends a run that goes on")
  func failure() async {
    let suspension = suspension()
    await #expect(throws: Failure.self) {
      try await suspension.perform(isOver: { false }) {
        #expect(suspension.request())
        throw Failure()
      }
    }
    #expect(log.steps == [])
  }

  @Test("if nobody could continue the process, it does not stop")
  func refused() async throws {
    let suspension = suspension(canStop: false)
    try await suspension.perform(isOver: { false }) {
      log.steps.append("part")
      #expect(!suspension.request() && !suspension.isWanted)
    }
    #expect(log.steps == ["part"])
  }
}
