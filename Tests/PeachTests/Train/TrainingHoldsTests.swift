import Testing
import Training

@testable import PeachApp

@Suite("When a training waits")
@MainActor
struct TrainingHoldsTests {
  @Test("a terminal waits until something is connected, a pipe does not")
  func connection() {
    var terminal = TrainingHolds(waitsForConnection: true)
    #expect(terminal.reason == nil)
    terminal.isConnected = false
    #expect(terminal.reason == .unconnected)
    #expect(!terminal.storesAnswers)
    terminal.isConnected = true
    #expect(terminal.reason == nil)
    #expect(terminal.storesAnswers)
    var pipe = TrainingHolds(waitsForConnection: false)
    pipe.isConnected = false
    #expect(pipe.reason == nil)
    #expect(pipe.storesAnswers)
  }

  @Test("who insists trains without a record, until something was connected")
  func insisting() {
    var holds = TrainingHolds(waitsForConnection: true)
    holds.isConnected = false
    let went1 = holds.goOn()
    #expect(went1)
    #expect(holds.reason == nil)
    #expect(!holds.storesAnswers)
    let went2 = holds.goOn()
    #expect(!went2)
    holds.isConnected = true
    holds.isConnected = false
    #expect(holds.reason == .unconnected)
  }

  @Test("a training that has paused by itself waits for the user, and for nothing else")
  func ownPause() {
    for reason in [PauseReason.key, .idleHand] {
      var holds = TrainingHolds(waitsForConnection: true)
      holds.ownPause = reason
      #expect(holds.reason == reason && holds.waitsForUser)
      // It is still there when something is connected again.
      holds.isConnected = false
      #expect(holds.reason == .unconnected && !holds.waitsForUser)
      holds.isConnected = true
      #expect(holds.reason == reason)
      let hasGone = holds.goOn()
      #expect(hasGone && holds.reason == nil)
    }
  }

  @Test("what was silenced waits for the user, whatever else was wanted before")
  func silenced() {
    var holds = TrainingHolds(waitsForConnection: true)
    holds.isAsked = true
    holds.isSilenced = true
    #expect(holds.reason == .panic && holds.waitsForUser)
    let hasGone = holds.goOn()
    #expect(hasGone && holds.reason == nil)
    holds.isSilenced = true
    holds.begin()
    #expect(holds.reason == nil)
  }

  @Test("nobody goes on while the server hangs; what else there is to wait for counts after it")
  func stalled() {
    var holds = TrainingHolds(waitsForConnection: true)
    holds.isStalled = true
    holds.isAsked = true
    #expect(holds.reason == .stalled)
    let went3 = holds.goOn()
    #expect(!went3)
    holds.isStalled = false
    #expect(holds.reason == .asked)
    let went4 = holds.goOn()
    #expect(went4)
    #expect(holds.reason == nil)
  }
}
